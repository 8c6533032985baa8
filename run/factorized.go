package run

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

// factorized warns of sums of normal variables that several data share: a product of
// posteriors gives them standard deviations that are too small. What is a tree with these
// data has none, nor has a posterior that is computed as a whole. Where no iteration is asked for no loop is gone around.
func (o Options) factorized(c *mpc.Compilation, set *data.Set) (list lang.Diagnostics) {
	if o.Iterations == 0 || c.Program == nil || c.Program.Gaussian != nil || c.Model.Samples() {
		return nil
	}
	for _, s := range c.Program.SharedSums() {
		n, ok := instances(s.Loops, set)
		n *= s.Statements
		if !ok || n < 2 {
			continue
		}
		if s.Several != nil {
			if k, ok := instances([]*model.Loop{s.Several}, set); !ok || k < 2 {
				continue
			}
		}
		var names []string
		for _, v := range s.Variables {
			if v.Source != nil {
				names = append(names, v.Source.Name)
			}
		}
		text := fmt.Sprintf("sds of %s may be too small: they share %d factors (line %d)", strings.Join(names, ", "), n, s.Factor.At.Line)
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: s.Factor.At, Code: lang.CodeFactorized, Message: text}
		hint := "mpc compare tells how far off"
		if block := joined(c, s.Variables); block != "" {
			hint = block + " gives them one joint posterior; " + hint
		}
		list = append(list, *d.WithHint("%s", hint))
	}
	for _, d := range chosenLoops(c, set) {
		if !slices.ContainsFunc(list, func(o lang.Diagnostic) bool { return o.Pos == d.Pos }) {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return closedLoops(c, set)
	}
	return list
}

// joined is the key that makes variables and the normals that they are drawn around one block,
// where the model compiles with it; else "".
func joined(c *mpc.Compilation, variables []*factor.Variable) string {
	var block []lang.Name
	var visit func(v *model.Variable)
	visit = func(v *model.Variable) {
		if slices.ContainsFunc(block, func(n lang.Name) bool { return n.Name == v.Name }) {
			return
		}
		for k, r := range drawnNormal(c, v) {
			if k == 0 {
				block = append(block, lang.Name{At: c.File.Model.At, Name: v.Name})
			}
			r.Dist.Arg("mean").Walk(func(e *model.Expr) {
				if e.Op == model.OpVariable && e.Random {
					visit(e.Variable)
				}
			})
		}
	}
	for _, v := range variables {
		if v.Source != nil {
			visit(v.Source)
		}
	}
	if block == nil || c.Model.Blocks != nil {
		return ""
	}
	if _, err := mpc.PlanEdited(c.File.Name, c.File.Source, func(f *lang.File) { f.Blocks = [][]lang.Name{block} }); err != nil {
		return ""
	}
	return blockText(block)
}

// normals are the variables of the model that are drawn from normals.
func normals(c *mpc.Compilation) (block []lang.Name) {
	for _, v := range c.Model.Variables {
		if drawnNormal(c, v) != nil {
			block = append(block, lang.Name{At: c.File.Model.At, Name: v.Name})
		}
	}
	return block
}

// drawnNormal are the statements that draw a variable, where all of them are normal.
func drawnNormal(c *mpc.Compilation, v *model.Variable) (draws []*model.Relation) {
	if v.Derived || v.Input != nil {
		return nil
	}
	for _, r := range c.Model.Relations {
		if r.Target == nil || r.Target.Op != model.OpVariable || r.Target.Variable != v {
			continue
		}
		if r.Kind != model.Draw || !r.Dist.IsNormal() {
			return nil
		}
		draws = append(draws, r)
	}
	return draws
}

// blockText is a block as the key blocks has it.
func blockText(block []lang.Name) string {
	var names []string
	for _, n := range block {
		names = append(names, n.Name)
	}
	return fmt.Sprintf("blocks: [[%s]]", strings.Join(names, ", "))
}

// instances is over how many values loops run; false where that depends on what is around them.
func instances(loops []*model.Loop, set *data.Set) (int, bool) {
	n := 1
	env := &data.Env{Set: set}
	for _, l := range loops {
		lo, err := data.Eval(l.Lo, env)
		if err != nil {
			return 0, false
		}
		hi, err := data.Eval(l.Hi, env)
		if err != nil {
			return 0, false
		}
		n *= max(0, int(hi)-int(lo))
	}
	return n, true
}

// writeFactorized prints under a table which of its standard deviations may be too small.
func writeFactorized(w io.Writer, r *Result) error {
	for _, d := range r.Diagnostics {
		if d.Code != lang.CodeFactorized {
			continue
		}
		if _, err := fmt.Fprintf(w, "[%s] %s; %s\n", d.Code, d.Message, d.Hint); err != nil {
			return err
		}
	}
	return nil
}
