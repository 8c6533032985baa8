package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/lang"
	"mpc/run"
)

// TestTooLargePackage: a package that is too large to be built is an error with a place and a
// hint where it is what one asks for; a run answers without it, and says so where it was to be built.
func TestTooLargePackage(t *testing.T) {
	src := []byte("model: large\ninputs: {y: real}\nprogram: |\n  x ~ normal(0, variance = 1)\n  y ~ normal(x, variance = 1)\ninfer: [x]\n")
	opt := mpc.Options{Codegen: codegen.Options{MaxFile: 4000}}
	_, err := mpc.Compile("model.yaml", src, opt)
	var d lang.Diagnostics
	if !errors.As(err, &d) || len(d) != 1 || d[0].Code != lang.CodeTooLarge || !d[0].Pos.IsKnown() || !strings.Contains(d[0].Hint, "loop over an array") {
		t.Errorf("got %v, want that the package is too large", err)
	}
	opt.Wanted = true
	c, err := mpc.Compile("model.yaml", src, opt)
	if err != nil || c.Package != nil {
		t.Fatalf("got a package or %v, want neither", err)
	}
	set, err := run.ReadData(c, "", []string{"y=2"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1})
	if err != nil || !strings.Contains(r.Posteriors["x"].String(), `"mean":1,`) {
		t.Errorf("x is %s, %v; want a mean of 1", r.Posteriors["x"], err)
	}
	r, err = run.Run(context.Background(), c, set, run.Options{Iterations: -1, Build: true})
	if err != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), "the package would have files of more than") {
		t.Errorf("got %v, %v; want a warning that the package is too large", r, err)
	}
}
