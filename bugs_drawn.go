package mpc

import (
	"fmt"

	"mpc/bugs"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// drawnDataSeed is the seed of what data { } of a program draws: each run has the same data.
const drawnDataSeed = 1

// drawnData computes what data { } of a program defines where it draws too, as JAGS does: these are then data. It
// leaves a program alone that draws nothing there.
func drawnData(prog *bugs.Program, values bugs.Data) (bugs.Data, Diagnostics, error) {
	made := &bugs.Program{Name: prog.Name, Source: prog.Source, Dialect: prog.Dialect, Vars: prog.Vars, Model: prog.Data}
	names, drawn := prog.InData()
	if drawn == nil {
		return values, nil, nil
	}
	w, d := unroll.New(made, values)
	if d.HasErrors() {
		return nil, nil, d
	}
	s, err := w.Unrolled(drawnDataSeed)
	if err != nil {
		return nil, nil, w.Diagnose(err)
	}
	all := bugs.Data{}
	for n, a := range values {
		all[n] = a
	}
	for _, n := range names {
		all[n] = s.Array(n)
	}
	prog.Data = nil
	return all, Diagnostics{{File: prog.Name, Pos: drawn.At, Severity: lang.Warning, Code: lang.CodeUnsupported,
		Message: fmt.Sprintf("%s is drawn in data { }: the same values in each run, of the seed %d", drawn.Target, drawnDataSeed),
		Hint:    "give the values as data to have others"}}, nil
}
