package mpc_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/data"
)

// agreement is how far generated code and the interpreter may differ: a mean in
// units of the larger of its size and the sd, other parameters relative, a
// probability absolute. Both do the same operations; products of messages may
// be taken in another order.
const agreement = 1e-12

// A trial is a model with data, run by the interpreter and by generated code.
type trial struct {
	name       string
	model      string
	data, next string // next, if not empty, are other data of the same sizes
	iterations int
	tolerance  float64                // in place of agreement, if not 0
	edit       func(*mpc.Compilation) // if not nil, changes what is to be generated
}

// TestAgreeOnCases: the generated packages of all conformance cases that the
// compiler takes give what the interpreter gives after as many iterations.
func TestAgreeOnCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var list []*trial
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model string
			Data        json.RawMessage
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if _, err := mpc.Plan(c.Name, []byte(c.Model)); err != nil {
			continue
		}
		list = append(list, &trial{name: c.Name, model: c.Model, data: string(c.Data), iterations: 6, tolerance: caseTolerance[c.Name]})
	}
	if len(list) < 60 {
		t.Errorf("only %d cases compile", len(list))
	}
	agreeAll(t, list, codegen.Options{})
}

// caseTolerance lists the cases in which the order of operations shows: a
// posterior is a small difference of large terms there.
var caseTolerance = map[string]float64{}

// TestAgreeOnRandomModels: the same on random models and data.
func TestAgreeOnRandomModels(t *testing.T) {
	var list []*trial
	for seed := range uint64(randomModels) {
		m := randomModel(rand.New(rand.NewPCG(seed, 1)))
		list = append(list, &trial{name: fmt.Sprintf("random%d", seed), model: m.text, data: m.values(), next: m.values(), iterations: 6})
	}
	agreeAll(t, list, codegen.Options{})
}

// agreeAll builds and runs trials and compares.
func agreeAll(t *testing.T, list []*trial, opt codegen.Options) {
	built, err := buildTrials(t, list, opt)
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := built.run()
	if err != nil {
		t.Fatal(err)
	}
	failed, degenerate := 0, 0
	for i, x := range list {
		t.Run(x.name, func(t *testing.T) {
			o := outcomes[i]
			if o.Panic != "" {
				t.Fatalf("panic: %s\n%s", o.Panic, x.model)
			}
			r := interpretTrial(x, built.compiled[i], x.data)
			switch {
			case r.Kind != "":
				failed++
			case collapsed(r.Posteriors):
				degenerate++
			}
			compareRuns(t, x, "Run", o.Run, r)
			if x.next != "" && o.Next != nil {
				compareRuns(t, x, "Run with the next data", *o.Next, interpretTrial(x, built.compiled[i], x.next))
			}
			for _, v := range o.Variants {
				want := o.Run
				if v.Next {
					want = *o.Next
				}
				sameRuns(t, v.How, v.Got, want, v.Exact)
			}
			for _, complaint := range o.Complaints {
				t.Error(complaint)
			}
			if t.Failed() {
				t.Logf("model:\n%s\ndata: %s\nnext: %s", x.model, x.data, x.next)
			}
		})
	}
	if failed+degenerate > len(list)/4 {
		t.Errorf("%d of %d trials end in an error, %d collapse: too few results are compared", failed, len(list), degenerate)
	}
}

// collapsed tells whether some posterior is next to a point: observations that
// almost contradict each other make EP run there, and what comes out is the
// difference of numbers that are larger by ten orders of magnitude.
func collapsed(posteriors json.RawMessage) bool {
	for _, part := range strings.Split(string(posteriors), `"variance":`)[1:] {
		var v float64
		if _, err := fmt.Sscanf(part, "%g", &v); err == nil && v < 1e-8 {
			return true
		}
	}
	return false
}

// interpretTrial runs the interpreter.
func interpretTrial(x *trial, c *mpc.Compilation, input string) outcome {
	set, d := data.ReadJSON(x.name+".data.json", []byte(input), c.Model)
	if d.HasErrors() {
		return outcome{Kind: "data", Message: d.Error()}
	}
	return interpreted(c, set, x.iterations)
}

// compareRuns compares two outcomes: the kind of error, or the results.
func compareRuns(t *testing.T, x *trial, what string, got, want outcome) {
	t.Helper()
	if got.Kind != want.Kind {
		t.Errorf("%s: generated code ends in %q (%s), the interpreter in %q (%s)", what, got.Kind, got.Message, want.Kind, want.Message)
		return
	}
	if want.Kind != "" {
		return
	}
	if got.Iterations != want.Iterations {
		t.Errorf("%s: %d iterations, the interpreter makes %d", what, got.Iterations, want.Iterations)
	}
	if collapsed(want.Posteriors) && collapsed(got.Posteriors) {
		return
	}
	d := &difference{tolerance: agreement}
	if x.tolerance != 0 {
		d.tolerance = x.tolerance
	}
	d.posteriors(got.Posteriors, want.Posteriors)
	for _, line := range d.lines {
		t.Errorf("%s: %s", what, line)
	}
}

// sameRuns compares two runs of generated code. They agree to the bit, or up to
// the order in which messages are multiplied.
func sameRuns(t *testing.T, how string, got, want outcome, exact bool) {
	t.Helper()
	if got.Kind != want.Kind || exact && got.Line != want.Line {
		t.Errorf("%s it ends in %q, line %d (%s), else in %q, line %d (%s)", how, got.Kind, got.Line, got.Message, want.Kind, want.Line, want.Message)
		return
	}
	if want.Kind != "" {
		return
	}
	if got.Iterations != want.Iterations {
		t.Errorf("%s there are %d iterations, else %d", how, got.Iterations, want.Iterations)
	}
	if !exact && collapsed(want.Posteriors) && collapsed(got.Posteriors) {
		return
	}
	d := &difference{tolerance: agreement}
	if exact {
		d.tolerance = 0
	}
	d.posteriors(got.Posteriors, want.Posteriors)
	for _, line := range d.lines {
		t.Errorf("%s: %s", how, line)
	}
}

// A difference compares two results number by number.
type difference struct {
	tolerance float64
	count     int
	lines     []string
	largest   float64
}

func (d *difference) errorf(format string, args ...any) {
	if len(d.lines) < 4 {
		d.lines = append(d.lines, fmt.Sprintf(format, args...))
	}
}

func (d *difference) posteriors(got, want json.RawMessage) {
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		d.errorf("%v", err)
		return
	}
	if err := json.Unmarshal(want, &w); err != nil {
		d.errorf("%v", err)
		return
	}
	d.value("", g, w)
	if d.count == 0 && !strings.Contains(string(want), "[]") {
		d.errorf("nothing was compared")
	}
}

func (d *difference) value(name string, got, want any) {
	switch want := want.(type) {
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			d.errorf("%s has another shape: %v, want %v", name, got, want)
			return
		}
		for i := range want {
			d.value(fmt.Sprintf("%s[%d]", name, i), list[i], want[i])
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			d.errorf("%s is %v, want %v", name, got, want)
			return
		}
		if len(g) != len(want) {
			d.errorf("%s is %v, want %v", name, got, want)
			return
		}
		for _, k := range sortedNames(want) {
			w := want[k]
			x, isNumber := w.(float64)
			y, ok := g[k].(float64)
			if list, ok := w.([]any); ok && want["dist"] != nil {
				d.vector(name+"."+k, g[k], list, want)
				continue
			}
			if !isNumber || !ok {
				d.value(name+"."+k, g[k], w)
				continue
			}
			scale := math.Abs(x)
			if v, ok := want["variance"].(float64); ok && k == "mean" {
				scale = math.Max(scale, math.Sqrt(v))
			}
			if k == "p" || k == "log_evidence" {
				scale = math.Max(scale, 1)
			}
			d.number(name+"."+k, y, x, scale)
		}
	default:
		if got != want {
			d.errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func (d *difference) number(name string, got, want, scale float64) {
	d.count++
	if got == want {
		return
	}
	r := math.Abs(got-want) / scale
	d.largest = math.Max(d.largest, r)
	if !(r <= d.tolerance) {
		d.errorf("%s = %.17g, want %.17g: %.2g", name, got, want, r)
	}
}
