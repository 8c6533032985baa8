package mpc

import (
	"fmt"
	"maps"

	"mpc/bugs"
	"mpc/bugs/unroll"
	"mpc/lang"
)

// drawnDataSeed is the seed of what data { } of a program draws: each run has the same data.
const drawnDataSeed = 1

// drawnData computes what data { } of a program defines where it draws too, as JAGS does: these are then data, of the program without
// that block. A program that draws nothing there stays as it is, with its data.
func drawnData(prog *bugs.Program, values bugs.Data) (*bugs.Program, bugs.Data, Diagnostics, error) {
	names, drawn := prog.InData()
	if drawn == nil {
		return prog, values, nil, nil
	}
	block, model := prog.Blocks()
	w, d := unroll.New(block, values)
	if d.HasErrors() {
		return nil, nil, nil, d
	}
	s, err := w.Unrolled(drawnDataSeed)
	if err != nil {
		return nil, nil, nil, w.Diagnose(err)
	}
	all := bugs.Data{}
	maps.Copy(all, values)
	for _, n := range names {
		all[n] = s.Array(n)
	}
	return model, all, Diagnostics{{File: prog.Name, Pos: drawn.At, Severity: lang.Warning, Code: lang.CodeUnsupported,
		Message: fmt.Sprintf("%s is drawn in data { }: the same values in each run, of the seed %d", drawn.Target, drawnDataSeed),
		Hint:    "give the values as data to have others"}}, nil
}
