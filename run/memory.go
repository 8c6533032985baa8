package run

import (
	"fmt"

	"mpc"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

const (
	// mostMemory is what the messages of a run may take, in bytes.
	mostMemory = 8e9
	// boxed is how many times more than in generated code a message takes in the
	// interpreter, roughly.
	boxed = 32
)

// fits returns an error where the messages would take more memory than machines have:
// before anything is allocated, of which a process may die without a word. It knows the
// sizes that the data give. Those of ragged rows are no larger than the data.
func fits(c *mpc.Compilation, set *data.Set, interpret bool) error {
	if c.Loops == nil {
		return nil // of Plan: nothing says yet what is stored
	}
	env := &data.Env{Set: set}
	asked := map[*factor.Variable]bool{}
	for _, u := range c.Loops.Marginals {
		asked[u.Variable] = true
	}
	total, most := 0.0, 0.0
	var largest *loops.Table
	var shape []*model.Expr // of the largest
	count := 0.0
	for _, t := range c.Loops.Tables {
		if t.Local && !interpret || t.Variable == nil {
			continue
		}
		dims := t.Dims
		if t.Same != nil && (interpret || asked[t.Variable]) {
			dims = t.Variable.Dims // each in the interpreter, and in the results
		}
		n := 1.0
		for _, list := range [][]*model.Expr{dims, t.Variable.Sizes} {
			for _, e := range list {
				if size, err := data.Eval(e, env); err == nil {
					n *= max(0, size)
				}
			}
		}
		bytes := 16 * n
		if interpret {
			bytes *= boxed
		}
		total += bytes
		if bytes > most {
			largest, shape, most, count = t, dims, bytes, n
		}
	}
	if total <= mostMemory {
		return nil
	}
	v := largest.Variable
	sizes := ""
	for _, e := range shape {
		if n, err := data.Eval(e, env); err == nil && e.Op != model.OpNumber {
			sizes += fmt.Sprintf(", where %s is %.0f", e, n)
		}
	}
	d := lang.Diagnostic{Severity: lang.Error, File: c.File.Name, Pos: v.At, Code: lang.CodeDataRange,
		Message: fmt.Sprintf("%s has %.0f messages%s: all would take %.0f GB of memory", v.Name, count, sizes, total/1e9)}
	d.WithHint("a run may take %.0f GB; give a smaller range, or data in batches, with the key shared", mostMemory/1e9)
	return lang.Diagnostics{d}
}
