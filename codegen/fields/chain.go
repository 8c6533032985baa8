package fields

import (
	"fmt"
	"slices"

	"mpc/codegen/names"
	"mpc/message"
	"mpc/message/conditional"
)

// Chain is one sequence of draws.
func (t *Types) Chain() Record {
	list := []Field{field("_", "[64]byte", "chains share no cache line"), field("", "*Inference", ""), field("course", "sampling.Course", ""),
		{Name: "value", Of: t.values()}}
	list = append(list, t.free()...)
	list = append(list, t.samplers()...)
	list = append(list, t.sumArrays()...)
	for k, u := range t.program.JointDraws() {
		list = append(list, field(names.Block.Name(k+1), "mcmc."+blockKind(u)+"Block", ""))
		if u.Sampled.Block.Integral != nil {
			list = append(list, field(names.Integral.Name(k+1), "mcmc.NormalIntegral", ""))
		}
	}
	memory := t.memory.Chain
	if memory.OfValues {
		list = append(list, field("weights", "[]float64", "of the values of a whole number"))
	}
	list = append(list, t.scratch(memory, "to work in")...)
	if memory.State["skipped"] {
		list = append(list, field("beginning, skipped", "bool", "in the first scan; some variable had no possible value"), field("try", "int", "to make it"))
	}
	return Record{"chain", "A chain is one sequence of draws: the present value of each variable, and the random numbers that the next ones are drawn with. It reads the data of its Inference.",
		append(list, field("_", "[64]byte", ""))}
}

// values are the fields of the present values of variables.
func (t *Types) values() (list []Field) {
	for _, of := range t.program.Drawn() {
		list = append(list, field(t.program.TableName(of), "[]"+ElementType(of), ""))
	}
	return list
}

// free are the fields that note of which elements several values were possible in some draw after the burn-in, all else given:
// where there was never but one, a chain may stand still.
func (t *Types) free() []Field {
	var of []Field
	for _, v := range t.program.Tried() {
		of = append(of, field(names.Local(v.Name), "[]bool", ""))
	}
	return group("free", "several values were possible in some draw", of)
}

// samplers are the fields of what is drawn with.
func (t *Types) samplers() []Field {
	var of []Field
	for _, v := range t.program.Sliced() {
		of = append(of, field(widths(v), "[]mcmc.SliceWidth", ""))
	}
	list := group("width", "of slices, adapted in burn-in", of)
	memory := t.memory.Chain
	for _, x := range []struct {
		there           bool
		name, typ, what string
	}{
		{memory.State["slice"], "slice", "mcmc.Slice", ""},
		{memory.Shifts, "shiftWidths", "[]mcmc.SliceWidth", "of moves of numbers with elements, adapted in burn-in"},
		{memory.Directions, "directions", "[]mcmc.Directions", "along which numbers are moved together, learned in burn-in"},
		{memory.Collapsed, "collapsed", "[]mcmc.Collapsed", "numbers that are proposed with others integrated out, learned in burn-in"},
		{memory.OneBlocks, "oneBlocks", "[]mcmc.OneBlock", "normals that are proposed as one block, learned in burn-in"},
		{memory.State["wholeSlice"], "wholeSlice", "mcmc.WholeSlice", ""},
		{t.draws(conditional.AdaptiveRejection), "adaptive", "mcmc.AdaptiveRejection", ""},
		{t.draws(conditional.Elliptical), "elliptical", "mcmc.Elliptical", ""},
		{t.draws(conditional.Simplex), "simplex", "mcmc.Simplex", ""},
		{memory.State["vector"], "vector", "mcmc.VectorWork", ""},
	} {
		if x.there {
			list = append(list, field(x.name, x.typ, x.what))
		}
	}
	return list
}

// An Array is one of a chain, with the type of its elements and how many there are. Saved ones are part of a saved state.
type Array struct {
	Path, Elem, Count string
	Saved             bool
}

// ChainArrays are those of a chain that has no values yet.
func (t *Types) ChainArrays() (list []Array) {
	saved := func(path, elem, count string) { list = append(list, Array{path, elem, count, true}) }
	for _, of := range t.program.Drawn() {
		saved(t.table(of), ElementType(of), t.Count(of.Dims))
	}
	for _, v := range t.program.Sliced() {
		saved("width."+widths(v), "mcmc.SliceWidth", t.Count(v.Dims))
	}
	s := t.program.Loops.Message.Sampling
	if t.memory.Chain.Shifts {
		saved("shiftWidths", "mcmc.SliceWidth", fmt.Sprint(s.Shifts))
	}
	if t.memory.Chain.Directions {
		saved("directions", "mcmc.Directions", fmt.Sprint(s.Alongs))
	}
	if t.memory.Chain.Collapsed {
		saved("collapsed", "mcmc.Collapsed", fmt.Sprint(s.Collapses))
	}
	if t.memory.Chain.OneBlocks {
		saved("oneBlocks", "mcmc.OneBlock", fmt.Sprint(s.OneBlocks))
	}
	for _, v := range t.program.Tried() {
		saved("free."+names.Local(v.Name), "bool", t.Count(v.Dims))
	}
	for _, of := range t.memory.Chain.Added {
		s := t.program.Tables[of]
		dims := s.Added.Dims // an element for each of the variable, or for each component of one
		if s.One {
			dims = dims[len(dims)-1:]
		}
		list = append(list, Array{t.sums(of), "float64", t.Count(dims), false})
	}
	return list
}

// draws tells whether some draw is by a method.
func (t *Types) draws(m conditional.Method) bool {
	return slices.ContainsFunc(t.program.Loops.Message.Sampling.Draws, func(d *conditional.Draw) bool { return d.Method == m })
}

// sumArrays are the arrays of sums of a chain. Where instances of a factor say themselves which element they are about, as
// y[i] ~ normal(mu[g[i]], ...) does, one pass over them adds each message to the sums of its element: a scan is linear in their
// number, whatever the number of elements.
func (t *Types) sumArrays() (list []Field) {
	for _, one := range []bool{false, true} {
		var of []Field
		for _, added := range t.memory.Chain.Added {
			if s := t.program.Tables[added]; s.One == one {
				of = append(of, field(t.sumsName(s), "[]float64", ""))
			}
		}
		if one {
			list = append(list, group("count", "of the messages to one element", of)...)
		} else {
			list = append(list, group("sum", "of the messages to each element", of)...)
		}
	}
	return list
}

// blockKind begins the names of types of mcmc that what is drawn together is drawn with.
func blockKind(u *message.Update) string {
	if u.Sampled.Block.Tables != nil {
		return "Finite"
	}
	return "Normal"
}
