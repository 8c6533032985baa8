package chains

import (
	"mpc/codegen/code/evaluate"
	"mpc/mcmc"
)

// lists are the methods of lists, which have for each element the passes of a loop that read it, and those of orders of elements
// that take any number of indices.
var lists = map[string]evaluate.Native{
	"List.Begin": func(in, _ *numbers) { in.Beside(0).Others[0] = make([][]int64, in.Wholes[0]) },
	"List.Say": func(in, _ *numbers) {
		passes, element := in.Beside(0).Others[0].([][]int64), in.Wholes[1]
		if element >= 0 && element < int64(len(passes)) {
			passes[element] = append(passes[element], in.Wholes[0])
		}
	},
	"List.Order": func(in, _ *numbers) { in.Beside(0) }, // they are in order, and stay
	"StartOrder.Element": func(in, _ *numbers) {
		made[mcmc.StartOrder](in).Element(int(in.Wholes[0]), wholes(in.Wholes[1:])...)
	},
	"StartOrder.Reads": func(in, _ *numbers) { made[mcmc.StartOrder](in).Reads(int(in.Wholes[0]), wholes(in.Wholes[1:])...) },
	"List.At":          func(in, out *numbers) { out.Others[0] = in.Others[0].([][]int64)[in.Wholes[0]] },
}
