package chains

import (
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/lower"
)

// memory is a native that changes an array in memory of a chain.
func memory(r *code.Row, c lower.Callee) evaluate.Native {
	whole := r.Params[0].Of == code.Array{Elem: code.Whole}
	switch c.Kind {
	case lower.Empty:
		if whole {
			return func(in, _ *numbers) { in.Beside(0).Others[0] = listOf[int64](in)[:0] }
		}
		return func(in, _ *numbers) { in.Beside(0).Others[0] = listOf[float64](in)[:0] }
	case lower.Append:
		if whole {
			return func(in, _ *numbers) { in.Beside(0).Others[0] = append(listOf[int64](in), in.Wholes[0]) }
		}
		return func(in, _ *numbers) { in.Beside(0).Others[0] = append(listOf[float64](in), in.Reals[0]) }
	case lower.Reals:
		return func(in, _ *numbers) {
			to := listOf[float64](in)[:0]
			for _, x := range in.Others[len(in.Others)-1].([]int64) {
				to = append(to, float64(x))
			}
			in.Beside(0).Others[0] = to
		}
	case lower.IntoMemory:
		f := reflected(r, lower.Callee{Kind: lower.Function, Name: c.Name})
		return func(in, _ *numbers) {
			result := numbers{Others: make([]any, 1)}
			in.Others[0] = listOf[float64](in)[:0]
			f(in, &result)
			in.Beside(0).Others[0] = result.Others[0]
		}
	}
	return func(in, _ *numbers) { in.Beside(0) } // Grown: it is kept
}

// listOf is the array at the first place that is an argument.
func listOf[T any](in *numbers) []T {
	list, _ := in.Beside(0).Others[0].([]T)
	return list
}

// between is the array from one place to another.
func between(r *code.Row) evaluate.Native {
	if r.Params[0].Of != code.Real {
		return func(in, out *numbers) {
			from, to := in.Beside(0).Wholes, in.Beside(1).Wholes
			out.Others[0] = slices.Clip(from[:len(from)-len(to)])
		}
	}
	return func(in, out *numbers) {
		from, to := in.Beside(0).Reals, in.Beside(1).Reals
		out.Others[0] = slices.Clip(from[:len(from)-len(to)])
	}
}
