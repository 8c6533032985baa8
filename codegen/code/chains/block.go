package chains

import (
	"mpc/codegen/code/evaluate"
	"mpc/mcmc"
)

// blocks are the methods of what is drawn jointly with.
var blocks = map[string]evaluate.Native{
	"NormalPattern.Say": func(in, _ *numbers) {
		made[mcmc.NormalPattern](in).Say(wholes(in.Wholes)...)
	},
	"NormalPattern.Tie":        func(in, _ *numbers) { made[mcmc.NormalPattern](in).Tie(int(in.Wholes[0])) },
	"NormalPattern.Hold":       func(in, _ *numbers) { made[mcmc.NormalPattern](in).Hold(int(in.Wholes[0])) },
	"NormalPattern.SayTied":    func(in, _ *numbers) { made[mcmc.NormalPattern](in).SayTied() },
	"NormalPattern.Sign":       func(in, _ *numbers) { made[mcmc.NormalPattern](in).Sign() },
	"NormalPattern.Limit":      func(in, _ *numbers) { made[mcmc.NormalPattern](in).Limit(in.Reals[0]) },
	"NormalPattern.OrderQuick": func(in, _ *numbers) { made[mcmc.NormalPattern](in).OrderQuick() },
	"NormalPattern.Ordered":    func(in, out *numbers) { out.Wholes[0] = truth(made[mcmc.NormalPattern](in).Ordered()) },
	"NormalPattern.Order":      func(in, _ *numbers) { made[mcmc.NormalPattern](in).Order() },

	"NormalSums.Settle": func(in, _ *numbers) {
		made[mcmc.NormalSums](in).Settle(in.Beside(1).Others[0].(*mcmc.NormalBlock))
	},
	"NormalSums.Take": func(in, _ *numbers) {
		made[mcmc.NormalSums](in).Take(in.Beside(1).Others[0].(*mcmc.NormalBlock), int(in.Wholes[0]))
	},
	"NormalSums.List": func(in, _ *numbers) { made[mcmc.NormalSums](in).List() },
	"NormalSums.Refer": func(in, out *numbers) {
		passed(out, made[mcmc.NormalSums](in).Refer(in.Beside(1).Reals, int(in.Wholes[0])))
	},

	"OneBlock.Keep": func(in, out *numbers) {
		passed(out, made[mcmc.OneBlock](in).Keep(in.Beside(1).Reals, int(in.Wholes[0])))
	},
	"OneBlock.Restore": func(in, out *numbers) {
		passed(out, made[mcmc.OneBlock](in).Restore(in.Beside(1).Reals, int(in.Wholes[0])))
	},
	"OneBlock.Stands": func(in, _ *numbers) {
		made[mcmc.OneBlock](in).Stands(in.Beside(1).Others[0].(*mcmc.NormalBlock), in.Reals[0])
	},
	"OneBlock.Normals": func(in, out *numbers) {
		out.Wholes[0] = truth(made[mcmc.OneBlock](in).Normals(in.Beside(1).Others[0].(*mcmc.NormalBlock), in.Others[2].(*mcmc.Stream)))
	},

	"NormalBlock.Reset":      func(in, _ *numbers) { block(in).Reset(in.Others[1].(*mcmc.NormalPattern)) },
	"NormalBlock.Again":      func(in, _ *numbers) { block(in).Again() },
	"NormalBlock.Factor":     func(in, out *numbers) { out.Wholes[0] = truth(block(in).Factor()) },
	"NormalBlock.FactorRows": func(in, out *numbers) { out.Wholes[0] = truth(block(in).FactorRows()) },
	"NormalBlock.Draw":       func(in, out *numbers) { out.Wholes[0] = truth(block(in).Draw(in.Others[1].(*mcmc.Stream))) },
	"NormalBlock.Move":       func(in, out *numbers) { passed(out, block(in).Move(in.Beside(1).Reals, int(in.Wholes[0]))) },
	"NormalBlock.StepOf":     func(in, out *numbers) { out.Reals[0] = block(in).StepOf(int(in.Wholes[0])) },
	"NormalBlock.SetSlope":   func(in, _ *numbers) { block(in).SetSlope(int(in.Wholes[0]), in.Reals[0]) },
	"NormalBlock.AddRow":     func(in, _ *numbers) { block(in).AddRow(in.Reals[0], in.Reals[1]) },
	"NormalBlock.Hold":       func(in, _ *numbers) { block(in).Hold(in.Reals[0]) },
	"NormalBlock.Skip":       func(in, _ *numbers) { block(in).Skip() },
	"NormalBlock.AddSums": func(in, _ *numbers) {
		block(in).AddSums(in.Others[1].(*mcmc.NormalSums), int(in.Wholes[0]), in.Reals[0])
	},
	"NormalBlock.Add1": func(in, _ *numbers) { block(in).Add1(in.Reals[0], in.Reals[1]) },
	"NormalBlock.Add2": func(in, _ *numbers) {
		x := in.Reals
		block(in).Add2(x[0], x[1], x[2], x[3], x[4])
	},
	"NormalBlock.Add3": func(in, _ *numbers) {
		x := in.Reals
		block(in).Add3(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8])
	},
	"NormalBlock.Add4": func(in, _ *numbers) {
		x := in.Reals
		block(in).Add4(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13])
	},

	"NormalIntegral.Reset": func(in, _ *numbers) { made[mcmc.NormalIntegral](in).Reset(int(in.Wholes[0])) },
	"NormalIntegral.Add": func(in, _ *numbers) {
		made[mcmc.NormalIntegral](in).Add(int(in.Wholes[0]), in.Reals[0], in.Reals[1])
	},
	"NormalIntegral.Say": func(in, _ *numbers) { made[mcmc.NormalIntegral](in).Say(in.Reals[0], in.Reals[1]) },
	"NormalIntegral.Draw": func(in, out *numbers) {
		x := in.Reals
		out.Reals[0], out.Reals[1] = made[mcmc.NormalIntegral](in).Draw(in.Others[1].(*mcmc.Stream), x[0], x[1], x[2], x[3], x[4], x[5])
	},
	"NormalIntegral.DrawWithin": func(in, out *numbers) {
		x := in.Reals
		out.Reals[0] = made[mcmc.NormalIntegral](in).DrawWithin(in.Others[1].(*mcmc.Stream), x[0], x[1], x[2], x[3])
	},
	"NormalIntegral.DrawBetween": func(in, out *numbers) {
		x := in.Reals
		out.Reals[0] = made[mcmc.NormalIntegral](in).DrawBetween(in.Others[1].(*mcmc.Stream), x[0], x[1], x[2], x[3])
	},

	"FinitePattern.Element": func(in, _ *numbers) { made[mcmc.FinitePattern](in).Element(int(in.Wholes[0])) },
	"FinitePattern.Say":     func(in, _ *numbers) { made[mcmc.FinitePattern](in).Say(wholes(in.Wholes)...) },
	"FinitePattern.Share": func(in, _ *numbers) {
		made[mcmc.FinitePattern](in).Share(int(in.Wholes[0]), wholes(in.Wholes[1:])...)
	},
	"FinitePattern.Order":   func(in, _ *numbers) { made[mcmc.FinitePattern](in).Order(in.Wholes[0] != 0) },
	"FinitePattern.Ordered": func(in, out *numbers) { out.Wholes[0] = truth(made[mcmc.FinitePattern](in).Ordered()) },

	"FiniteBlock.Reset":       func(in, _ *numbers) { finite(in).Reset(in.Others[1].(*mcmc.FinitePattern)) },
	"FiniteBlock.Begin":       func(in, _ *numbers) { finite(in).Begin() },
	"FiniteBlock.BeginShared": func(in, out *numbers) { out.Wholes[0] = truth(finite(in).BeginShared(int(in.Wholes[0]))) },
	"FiniteBlock.Say":         func(in, _ *numbers) { finite(in).Say(int(in.Wholes[0]), in.Reals[0]) },
	"FiniteBlock.Draw":        func(in, out *numbers) { out.Wholes[0] = truth(finite(in).Draw(in.Others[1].(*mcmc.Stream))) },
	"FiniteBlock.LostAt":      func(in, out *numbers) { out.Wholes[0] = int64(finite(in).LostAt()) },
	"FiniteBlock.Put": func(in, out *numbers) {
		passed(out, put(in, func(value int) int64 { return int64(value) }))
	},
	"FiniteBlock.PutTruths": func(in, out *numbers) {
		passed(out, put(in, func(value int) int64 { return truth(value == 1) }))
	},
	"FiniteBlock.Note": func(in, _ *numbers) {
		several, list := truth(finite(in).Several), in.Beside(1).Wholes
		for i := range list {
			list[i] |= several
		}
	},

	"Normals2.Draw": func(in, out *numbers) {
		n := in.Others[0].(mcmc.Normals2)
		out.Reals[0], out.Reals[1] = n.Draw(in.Others[1].(*mcmc.Stream), in.Reals[0], in.Reals[1])
	},
	"Normals3.Draw": func(in, out *numbers) {
		n := in.Others[0].(mcmc.Normals3)
		out.Reals[0], out.Reals[1], out.Reals[2] = n.Draw(in.Others[1].(*mcmc.Stream), in.Reals[0], in.Reals[1], in.Reals[2])
	},
}

func block(in *numbers) *mcmc.NormalBlock { return made[mcmc.NormalBlock](in) }

func finite(in *numbers) *mcmc.FiniteBlock { return made[mcmc.FiniteBlock](in) }

// put gives elements their values from a block, from one on; it gives the element behind these. The block is asked for also
// where there are none: what a native does not ask for it gives back.
func put(in *numbers, as func(value int) int64) (next int) {
	block, x, from := finite(in), in.Beside(1).Wholes, int(in.Wholes[1]) // behind the first element
	for i := range x {
		x[i] = as(block.Values[from+i])
	}
	return from + len(x)
}

func wholes(list []int64) []int {
	out := make([]int, len(list))
	for k, x := range list {
		out[k] = int(x)
	}
	return out
}

func whole64(list []int) []int64 {
	out := make([]int64, len(list))
	for k, x := range list {
		out[k] = int64(x)
	}
	return out
}

// passed gives the coordinate behind others, where it is asked for.
func passed(out *numbers, next int) {
	if len(out.Wholes) > 0 {
		out.Wholes[0] = int64(next)
	}
}

// blockFunctions make what is drawn jointly with.
var blockFunctions = map[string]evaluate.Native{
	"mcmc.NewNormalPattern": func(in, out *numbers) { out.Others[0] = mcmc.NewNormalPattern(int(in.Wholes[0])) },
	"mcmc.NewFinitePattern": func(_, out *numbers) { out.Others[0] = mcmc.NewFinitePattern() },
	"mcmc.NewNormalSums": func(in, out *numbers) {
		out.Others[0] = mcmc.NewNormalSums(in.Others[0].(*mcmc.NormalPattern), int(in.Wholes[0]))
	},
	"mcmc.PartsOf": func(in, out *numbers) { out.Others[0] = whole64(mcmc.PartsOf(int(in.Wholes[0]))) },
	"mcmc.JoinParts": func(in, out *numbers) {
		out.Others[0] = whole64(mcmc.JoinParts(wholes(in.Others[0].([]int64)), int(in.Wholes[0]), int(in.Wholes[1])))
	},
	"mcmc.FirstOfParts": func(in, out *numbers) { out.Others[0] = whole64(mcmc.FirstOfParts(wholes(in.Others[0].([]int64)))) },
	"mcmc.FactorNormals2": func(in, out *numbers) {
		n, ok := mcmc.FactorNormals2(in.Reals[0], in.Reals[1], in.Reals[2])
		out.Others[0], out.Wholes[0] = n, truth(ok)
	},
	"mcmc.FactorNormals3": func(in, out *numbers) {
		x := in.Reals
		n, ok := mcmc.FactorNormals3(x[0], x[1], x[2], x[3], x[4], x[5])
		out.Others[0], out.Wholes[0] = n, truth(ok)
	},
}
