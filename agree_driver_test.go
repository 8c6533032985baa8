package mpc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/data"
	"mpc/interp"
)

// An outcome is what a run gave: results, or the kind of its error.
type outcome struct {
	Kind, Message string `json:",omitempty"`
	Line          int    `json:",omitempty"`
	Iterations    int
	Converged     bool
	Posteriors    json.RawMessage `json:",omitempty"` // and log_evidence
}

// A report is what the driver found out about one trial.
type report struct {
	Run        outcome
	Next       *outcome
	Variants   []variant // other ways to the same
	Complaints []string
	Panic      string
}

// A variant is a run that must come to what another came to.
type variant struct {
	How   string
	Got   outcome
	Exact bool // to the bit
	Next  bool // to the report's Next, else to its Run
}

// interpreted runs the interpreter on data.
func interpreted(c *mpc.Compilation, set *data.Set, iterations int) outcome {
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Iterations: iterations})
	if err != nil {
		var e *interp.Error
		if errors.As(err, &e) {
			return outcome{Kind: e.Kind, Message: err.Error(), Line: e.At.Line}
		}
		return outcome{Kind: "other", Message: err.Error()}
	}
	values := map[string]any{}
	for _, p := range r.Posteriors {
		values[p.Name] = p.Value
	}
	if r.HasEvidence {
		values["."] = map[string]any{"log_evidence": r.LogEvidence}
	}
	text, err := json.Marshal(values)
	if err != nil {
		return outcome{Kind: "json", Message: err.Error()}
	}
	return outcome{Iterations: r.Iterations, Converged: r.Converged, Posteriors: text}
}

// A built driver is one program that holds the packages of many models.
type built struct {
	program  string
	trials   []*trial
	compiled []*mpc.Compilation
}

// buildTrials generates the package of each trial into one module, with one
// program over all of them.
func buildTrials(t *testing.T, list []*trial, opt codegen.Options) (*built, error) {
	dir := t.TempDir()
	b := &built{program: filepath.Join(dir, "agree"), trials: list}
	files := map[string][]byte{"main.go": []byte(driverText)}
	var all codegen.Package
	var table bytes.Buffer
	table.WriteString("package main\n\nvar makers = []func([]byte) (model, error){\n")
	for i, x := range list {
		c, err := mpc.Compile(x.name+".yaml", []byte(x.model), mpc.Options{Codegen: opt})
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", x.name, err, x.model)
		}
		if x.edit != nil {
			x.edit(c)
			if c.Package, err = codegen.Generate(c.Loops, opt); err != nil {
				return nil, fmt.Errorf("%s: %w", x.name, err)
			}
		}
		b.compiled = append(b.compiled, c)
		all.Files = append(all.Files, c.Package.Files...)
		for _, f := range c.Package.Files {
			files[fmt.Sprintf("p%d/%s", i, f.Name)] = f.Source
		}
		src, err := adapter(c, i)
		if err != nil {
			return nil, err
		}
		files[fmt.Sprintf("adapter%d.go", i)] = src
		fmt.Fprintf(&table, "make%d,\n", i)
	}
	table.WriteString("}\n")
	files["table.go"] = table.Bytes()
	files["go.mod"], files["go.sum"] = mpc.ModuleFiles("agree", &all)
	for name, src := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, src, 0o644); err != nil {
			return nil, err
		}
	}
	args := []string{"build", "-trimpath", "-o", b.program}
	// The race detector needs a C compiler.
	if _, err := exec.LookPath("cc"); raceDriver && err == nil {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return b, nil
}

// run runs all trials in the driver.
func (b *built) run() ([]report, error) {
	type job struct {
		Data, Next json.RawMessage `json:",omitempty"`
		Iterations int
		Set        bool // whether all iterations depend on inputs
		Halves     bool // whether there is one iteration at most: of two, the second starts from what the first has come to
	}
	var jobs []job
	for i, x := range b.trials {
		j := job{Iterations: x.iterations, Set: true}
		loops := 0
		for _, s := range b.compiled[i].Loops.Steps {
			if s.Iterate {
				loops++
				j.Set = j.Set && len(s.Inputs) > 0
			}
		}
		j.Halves = loops < 2
		var err error
		if j.Data, err = canonical(x.data, b.compiled[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
		if x.next != "" {
			if j.Next, err = canonical(x.next, b.compiled[i]); err != nil {
				return nil, fmt.Errorf("%s: %w", x.name, err)
			}
		}
		jobs = append(jobs, j)
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(b.program)
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("driver: %w\n%s", err, stderr.String())
	}
	var reports []report
	return reports, json.Unmarshal(out, &reports)
}

// canonical is data as generated code reads it: with defaults, labels as indices.
func canonical(input string, c *mpc.Compilation) ([]byte, error) {
	set, d := data.ReadJSON("data.json", []byte(input), c.Model)
	if d.HasErrors() {
		// Data that the reader refuses are given to the package as they are,
		// which must refuse them too.
		return []byte(input), nil
	}
	return set.JSON()
}

var accessorPattern = regexp.MustCompile(`("[^"]+"):\s+(?:(points|counts)\()?inf\.(\w+)\(\)`)
var setterPattern = regexp.MustCompile(`func \(inf \*Inference\) Set(\w+)\(value`)

// adapter prints the file that makes package i a model of the driver.
func adapter(c *mpc.Compilation, i int) ([]byte, error) {
	harness, err := codegen.Harness(c.Loops, "agree/p")
	if err != nil {
		return nil, err
	}
	source := ""
	for _, f := range c.Package.Files {
		source += string(f.Source)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\nimport (\n\"context\"\n\"encoding/json\"\n\"errors\"\n\np \"agree/p%d\"\n)\n\ntype model%d struct{ *p.Inference }\n\n", i, i)
	fmt.Fprintf(&b, `func make%[1]d(b []byte) (model, error) {
	var d p.Data
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	inf, err := p.New(d)
	return model%[1]d{inf}, err
}

func (m model%[1]d) run(n, workers int) (outcome, error) {
	s, err := m.Inference.Run(context.Background(), p.Iterations(n), p.Workers(workers))
	return outcome{Iterations: s.Iterations, Converged: s.Converged}, err
}

func (m model%[1]d) values() map[string]any {
	values := map[string]any{}
`, i)
	for _, x := range accessorPattern.FindAllStringSubmatch(string(harness), -1) {
		if x[2] != "" {
			fmt.Fprintf(&b, "values[%s] = %s(m.%s())\n", x[1], x[2], x[3])
		} else {
			fmt.Fprintf(&b, "values[%s] = m.%s()\n", x[1], x[3])
		}
	}
	if c.Loops.Evidence != nil {
		b.WriteString("values[\".\"] = map[string]any{\"log_evidence\": m.LogEvidence()}\n")
	}
	b.WriteString("return values\n}\n\n")
	fmt.Fprintf(&b, "func (m model%d) setAll(b []byte) error {\nvar d p.Data\nif err := json.Unmarshal(b, &d); err != nil {\nreturn err\n}\nreturn m.SetData(d)\n}\n\n", i)
	fmt.Fprintf(&b, "func (m model%d) set(b []byte) error {\nvar d p.Data\nif err := json.Unmarshal(b, &d); err != nil {\nreturn err\n}\n", i)
	for _, x := range setterPattern.FindAllStringSubmatch(source, -1) {
		if x[1] == "Data" {
			continue // sets all inputs
		}
		fmt.Fprintf(&b, "if err := m.Set%s(d.%s); err != nil {\nreturn err\n}\n", x[1], strings.TrimSuffix(x[1], "_"))
	}
	b.WriteString("return nil\n}\n\n")
	fmt.Fprintf(&b, "func (m model%d) classify(err error) (kind string, line int) {\n", i)
	for _, e := range []struct{ name, kind, line string }{
		{"ImproperError", "improper", "e.Line"}, {"ContradictionError", "contradiction", "e.Line"}, {"NotFiniteError", "not-finite", "e.Line"}, {"ParameterError", "parameter", "e.Line"},
		{"InputError", "data", "0"}, {"IndexError", "index", "e.Line"}, {"TwiceError", "no-operator", "e.Line"}, {"DivergenceError", "divergence", "0"},
	} {
		if strings.Contains(source, "type "+e.name+" struct") {
			use := ""
			if e.line == "0" {
				use = "_ = e\n"
			}
			fmt.Fprintf(&b, "{\nvar e *p.%s\nif errors.As(err, &e) {\n%sreturn %q, %s\n}\n}\n", e.name, use, e.kind, e.line)
		}
	}
	b.WriteString(`{
	var e *p.DefinitionError
	if errors.As(err, &e) {
		if e.Twice {
			return "double-definition", e.Line
		}
		return "undefined", e.Line
	}
}
return "other", 0
}
`)
	return format.Source([]byte(b.String()))
}

func sortedNames(m map[string]any) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	sort.Strings(list)
	return list
}

// driverText is the program: for each job it makes an Inference and runs it in
// all the ways that must come to the same.
const driverText = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
)

type model interface {
	run(n, workers int) (outcome, error)
	values() map[string]any
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
