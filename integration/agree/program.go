package agree

// driverText is the program: for each job it makes an Inference and runs it in
// all the ways that must come to the same.
const driverText = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

type model interface {
	run(n, workers int) (outcome, error)
	values() map[string]any
	leftOut() (map[string]any, error)
	set(data []byte) error
	setAll(data []byte) error
	classify(err error) (kind string, line int)
	MarshalBinary() ([]byte, error)
	UnmarshalBinary([]byte) error
}

type outcome struct {
	Kind, Message string
	Line          int
	Iterations    int
	Converged     bool
	Posteriors    json.RawMessage
	LeftOut       json.RawMessage ` + "`json:\",omitempty\"`" + `
}

type report struct {
	Run        outcome
	Next       *outcome
	Variants   []variant
	Complaints []string
	Panic      string
}

type variant struct {
	How   string
	Got   outcome
	Exact bool
	Next  bool
}

type job struct {
	Data, Next json.RawMessage
	Iterations int
	Set        bool
	Halves     bool
}

func main() {
	var jobs []job
	if err := json.NewDecoder(os.Stdin).Decode(&jobs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	reports := make([]report, len(jobs))
	for i, j := range jobs {
		reports[i] = try(makers[i], j)
	}
	if err := json.NewEncoder(os.Stdout).Encode(reports); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (r *report) complain(format string, args ...any) {
	r.Complaints = append(r.Complaints, fmt.Sprintf(format, args...))
}

func try(start func([]byte) (model, error), j job) (r report) {
	defer func() {
		if x := recover(); x != nil {
			r.Panic = fmt.Sprintf("%v\n%s", x, debug.Stack())
		}
	}()
	m, err := start(j.Data)
	if err != nil {
		r.Run = failure(m, err)
		return r
	}
	r.Run = do(m, j.Iterations, 1)
	r.Run.leaves(m)

	// Any number of workers gives the same bytes.
	if w, err := start(j.Data); err == nil {
		r.same("with 2 workers", do(w, j.Iterations, 2), true)
	}
	// Half of the iterations, then the others; and through a saved state.
	h, err := start(j.Data)
	if err == nil && r.Run.Kind == "" && j.Halves {
		do(h, j.Iterations/2, 1)
		state, err := h.MarshalBinary()
		if err != nil {
			r.complain("MarshalBinary: %v", err)
			return r
		}
		r.same("in two halves", do(h, j.Iterations-j.Iterations/2, 1), false)
		s, _ := start(j.Data)
		if err := s.UnmarshalBinary(state); err != nil {
			r.complain("UnmarshalBinary: %v", err)
		} else {
			r.same("from a saved state", do(s, j.Iterations-j.Iterations/2, 1), false)
		}
		if s, _ := start(j.Data); s.UnmarshalBinary(state[:len(state)-1]) == nil {
			r.complain("UnmarshalBinary takes a state that is cut off")
		}
	}
	// SetData is as New.
	if err := h.setAll(j.Data); err == nil {
		r.same("after SetData", do(h, j.Iterations, 1), false)
	}
	// Setting each input to the value that it has changes nothing. An iteration
	// that no input enters just goes on.
	if !j.Set {
		return r
	}
	if err := m.set(j.Data); err != nil {
		if r.Run.Kind == "" {
			r.complain("setting the same data: %v", err)
		}
	} else {
		r.same("after setting the same data", do(m, j.Iterations, 1), false)
	}
	// Two at once.
	a, err1 := start(j.Data)
	b, err2 := start(j.Data)
	if err1 == nil && err2 == nil {
		var wait sync.WaitGroup
		out := make([]outcome, 2)
		for k, x := range []model{a, b} {
			wait.Add(1)
			go func() {
				defer wait.Done()
				out[k] = do(x, j.Iterations, 2)
			}()
		}
		wait.Wait()
		for _, o := range out {
			r.same("beside another Inference", o, true)
		}
	}
	if j.Next == nil {
		return r
	}
	n, err := start(j.Next)
	var next outcome
	if err != nil {
		next = failure(n, err)
	} else {
		next = do(n, j.Iterations, 1)
		next.leaves(n)
	}
	r.Next = &next
	// Other data by setters: as new. The interpreter says what is right.
	if s, err := start(j.Data); err == nil {
		do(s, j.Iterations, 1)
		if err := s.set(j.Next); err != nil {
			if next.Kind == "" {
				r.complain("setting the next data: %v", err)
			}
		} else {
			r.Variants = append(r.Variants, variant{"after setting the next data", do(s, j.Iterations, 1), false, true})
		}
	}
	return r
}

func (r *report) same(how string, got outcome, exact bool) {
	r.Variants = append(r.Variants, variant{How: how, Got: got, Exact: exact})
}

func failure(m model, err error) outcome {
	kind, line := m.classify(err)
	return outcome{Kind: kind, Line: line, Message: err.Error()}
}

func do(m model, n, workers int) outcome {
	o, err := m.run(n, workers)
	if err != nil {
		return failure(m, err)
	}
	text, err := json.Marshal(m.values())
	if err != nil {
		return outcome{Kind: "json", Message: err.Error()}
	}
	o.Posteriors = text
	return o
}

// contradicts tells whether a joint posterior was not found as conditions contradict each other.
func contradicts(err error) bool { return strings.Contains(err.Error(), "contradictory observation") }

// leftOut writes what an observation has given all others, but what was not found.
func leftOut(log, below float64) any {
	row := map[string]any{}
	if log == log {
		row["log_evidence"] = log
	}
	if below == below {
		row["p"] = below
	}
	return row
}

// leaves adds what observations have given all others to what a run gave.
func (o *outcome) leaves(m model) {
	if o.Kind != "" {
		return
	}
	values, err := m.leftOut()
	if err != nil {
		*o = outcome{Kind: "left out", Message: err.Error()}
	} else if values != nil {
		o.LeftOut, _ = json.Marshal(values)
	}
}

// points writes values as point masses, nested as they are.
func points(x any) any {
	b, err := json.Marshal(x)
	if err != nil {
		return x
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return x
	}
	return point(v)
}

func point(v any) any {
	if list, ok := v.([]any); ok {
		for i := range list {
			list[i] = point(list[i])
		}
		return list
	}
	return map[string]any{"dist": "point", "value": v}
}

// quantiled writes posteriors with their quantiles, nested as they are.
func quantiled(x, q any) json.RawMessage {
	a, _ := json.Marshal(x)
	b, _ := json.Marshal(q)
	return with(a, b)
}

func with(a, b json.RawMessage) json.RawMessage {
	var of struct{ Dist string }
	if json.Unmarshal(a, &of) == nil && of.Dist == "point" {
		return a
	}
	if a[0] != '[' {
		if b[0] == '[' { // of a vector
			var list []map[string]any
			_ = json.Unmarshal(b, &list)
			fields := map[string][]any{}
			for _, q := range list {
				for name, x := range q {
					if name == "sd" {
						name = "sds"
					}
					if name != "rare" {
						fields[name] = append(fields[name], x)
					}
				}
			}
			b, _ = json.Marshal(fields)
		}
		return append(append(a[:len(a)-1:len(a)-1], ','), b[1:]...)
	}
	var x, q []json.RawMessage
	_, _ = json.Unmarshal(a, &x), json.Unmarshal(b, &q)
	for i := range x {
		x[i] = with(x[i], q[i])
	}
	a, _ = json.Marshal(x)
	return a
}

// counts writes the posteriors of Poisson counts with their means, nested as they are.
func counts(x any) any {
	b, err := json.Marshal(x)
	if err != nil {
		return x
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return x
	}
	return count(v)
}

func count(v any) any {
	if list, ok := v.([]any); ok {
		for i := range list {
			list[i] = count(list[i])
		}
		return list
	}
	p := v.(map[string]any)["p"].([]any)
	mean := 0.0
	for k, x := range p {
		mean += float64(k) * x.(float64)
	}
	return map[string]any{"dist": "poisson", "rate": mean, "p": p}
}
`
