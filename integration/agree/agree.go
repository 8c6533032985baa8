// Package agree runs models by the interpreter and by generated code, and compares
// what they come to. Its tests do so with models of all kinds; the tests beside it
// use All for their own.
package agree

import (
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

// A Trial is a model with data, run by the interpreter and by generated code.
type Trial struct {
	Name       string
	Model      string
	Data, Next string // Next, if not empty, are other data of the same sizes
	Iterations int
	Tolerance  float64                // in place of agreement, if not 0
	Converges  bool                   // in these iterations
	Fails      bool                   // is meant to end in an error
	Edit       func(*mpc.Compilation) // if not nil, changes what is to be generated
	LeftOut    bool                   // what observations have given all others is compared too
}

// All runs the generated packages of trials in all the ways that must come to the same, and compares with the interpreter. Of many
// trials it takes a sample, and all with -tags long. The packages of all tests that call it are built into one program: the test
// waits until the others have said their trials.
func All(t *testing.T, list []*Trial, opt codegen.Options) {
	t.Helper()
	b := &batch{trials: Sample(list, max(leastSampled, len(list)/40)), options: opt}
	waiting.Together(t, b, func(all []*batch) { runBatches(t, all) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	if b.reports == nil {
		t.Fatal("its program has not been built or run: another test says why")
	}
	list = b.trials
	failed, degenerate := 0, 0
	for i, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			o := b.reports[i]
			if o.Panic != "" {
				t.Fatalf("panic: %s\n%s", o.Panic, x.Model)
			}
			r := interpretTrial(x, b.compiled[i], x.Data)
			if x.Fails && r.Kind == "" {
				t.Errorf("no error\n%s", x.Model)
			}
			switch {
			case r.Kind != "" && !x.Fails:
				failed++
			case collapsed(r.Posteriors):
				degenerate++
			}
			compareRuns(t, x, "Run", o.Run, r)
			if x.Next != "" && o.Next != nil {
				compareRuns(t, x, "Run with the next data", *o.Next, interpretTrial(x, b.compiled[i], x.Next))
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
				t.Logf("model:\n%s\ndata: %s\nnext: %s", x.Model, x.Data, x.Next)
			}
		})
	}
	if long && failed+degenerate > len(list)/4 {
		t.Errorf("%d of %d trials end in an error, %d collapse: too few results are compared", failed, len(list), degenerate)
	}
}

// interpretTrial runs the interpreter.
func interpretTrial(x *Trial, c *mpc.Compilation, input string) outcome {
	set, d := data.ReadJSON(x.Name+".data.json", []byte(input), c.Model)
	if d.HasErrors() {
		return outcome{Kind: "data", Message: d.Error()}
	}
	return interpreted(c, set, x.Iterations, x.LeftOut)
}

// compareRuns compares two outcomes: the kind of error, or the results.
func compareRuns(t *testing.T, x *Trial, what string, got, want outcome) {
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
	if x.Converges && !(got.Converged && want.Converged) {
		t.Errorf("%s: generated code converges: %v, the interpreter: %v", what, got.Converged, want.Converged)
	}
	if collapsed(want.Posteriors) && collapsed(got.Posteriors) {
		return
	}
	d := &difference{tolerance: agreement}
	if x.Tolerance != 0 {
		d.tolerance = x.Tolerance
	}
	d.posteriors(got.Posteriors, want.Posteriors)
	if x.LeftOut {
		d.posteriors(got.LeftOut, want.LeftOut)
	}
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
