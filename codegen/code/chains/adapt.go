package chains

import (
	"mpc/codegen/code/evaluate"
	"mpc/mcmc"
)

// An extreme is the largest or the least of two numbers.
type extreme struct {
	reals  func(a, b float64) float64
	wholes func(a, b int64) int64
}

// adapt makes a native of a function of numbers; nil of one whose type is not known here.
func adapt(f any) evaluate.Native {
	if n := adaptDraw(f); n != nil {
		return n
	}
	switch f := f.(type) {
	case extreme:
		return func(in, out *numbers) {
			if len(in.Reals) > 0 {
				out.Reals[0] = f.reals(in.Reals[0], in.Reals[1])
			} else {
				out.Wholes[0] = f.wholes(in.Wholes[0], in.Wholes[1])
			}
		}
	case func(float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(in.Reals[0]) }
	case func(float64) bool:
		return func(in, out *numbers) { out.Wholes[0] = truth(f(in.Reals[0])) }
	case func(a, b float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(in.Reals[0], in.Reals[1]) }
	case func(a, b, c float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(in.Reals[0], in.Reals[1], in.Reals[2]) }
	case func(a, b, c, d, e float64) float64:
		return func(in, out *numbers) {
			out.Reals[0] = f(in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3], in.Reals[4])
		}
	case func(a, b, c, d float64) bool:
		return func(in, out *numbers) { out.Wholes[0] = truth(f(in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3])) }
	case func(a, b, c, d float64) (float64, float64):
		return func(in, out *numbers) {
			out.Reals[0], out.Reals[1] = f(in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3])
		}
	case func(a, b, c, d, e float64) (float64, float64):
		return func(in, out *numbers) {
			out.Reals[0], out.Reals[1] = f(in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3], in.Reals[4])
		}
	case func(a, b float64, c int, d float64) (float64, float64):
		return func(in, out *numbers) {
			out.Reals[0], out.Reals[1] = f(in.Reals[0], in.Reals[1], int(in.Wholes[0]), in.Reals[2])
		}
	case func(a, b float64, c bool) (float64, float64):
		return func(in, out *numbers) { out.Reals[0], out.Reals[1] = f(in.Reals[0], in.Reals[1], in.Wholes[0] != 0) }
	case func(a, b float64, c, d int) (float64, float64):
		return func(in, out *numbers) {
			out.Reals[0], out.Reals[1] = f(in.Reals[0], in.Reals[1], int(in.Wholes[0]), int(in.Wholes[1]))
		}
	case func(a int, b, c, d, e float64) (float64, float64):
		return func(in, out *numbers) {
			out.Reals[0], out.Reals[1] = f(int(in.Wholes[0]), in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3])
		}
	case func(a []float64) bool:
		return func(in, out *numbers) { out.Wholes[0] = truth(f(in.Others[0].([]float64))) }
	case func(a bool, b float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(in.Wholes[0] != 0, in.Reals[0]) }
	case func(a int, b float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(int(in.Wholes[0]), in.Reals[0]) }
	case func(a, b int) float64:
		return func(in, out *numbers) { out.Reals[0] = f(int(in.Wholes[0]), int(in.Wholes[1])) }
	case func(a, b int, c float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(int(in.Wholes[0]), int(in.Wholes[1]), in.Reals[0]) }
	case func(a int, b []float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(int(in.Wholes[0]), in.Others[0].([]float64)) }
	case func(a, b []float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(in.Others[0].([]float64), in.Others[1].([]float64)) }
	}
	return nil
}

// adaptDraw makes a native of a function that draws from a stream.
func adaptDraw(f any) evaluate.Native {
	stream := func(in *numbers) *mcmc.Stream { return in.Others[0].(*mcmc.Stream) }
	switch f := f.(type) {
	case func(s *mcmc.Stream, a, b float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(stream(in), in.Reals[0], in.Reals[1]) }
	case func(s *mcmc.Stream, a float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(stream(in), in.Reals[0]) }
	case func(s *mcmc.Stream, a, b, c float64) float64:
		return func(in, out *numbers) { out.Reals[0] = f(stream(in), in.Reals[0], in.Reals[1], in.Reals[2]) }
	case func(s *mcmc.Stream, a, b, c, d float64) float64:
		return func(in, out *numbers) {
			out.Reals[0] = f(stream(in), in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3])
		}
	case func(s *mcmc.Stream, a float64, b bool) float64:
		return func(in, out *numbers) { out.Reals[0] = f(stream(in), in.Reals[0], in.Wholes[0] != 0) }
	case func(s *mcmc.Stream, a float64) bool:
		return func(in, out *numbers) { out.Wholes[0] = truth(f(stream(in), in.Reals[0])) }
	case func(s *mcmc.Stream, a int) int:
		return func(in, out *numbers) { out.Wholes[0] = int64(f(stream(in), int(in.Wholes[0]))) }
	case func(s *mcmc.Stream, a int, b float64) int:
		return func(in, out *numbers) { out.Wholes[0] = int64(f(stream(in), int(in.Wholes[0]), in.Reals[0])) }
	case func(s *mcmc.Stream, a float64) int:
		return func(in, out *numbers) { out.Wholes[0] = int64(f(stream(in), in.Reals[0])) }
	case func(s *mcmc.Stream, a []float64) (int, bool):
		return func(in, out *numbers) {
			k, ok := f(stream(in), in.Others[1].([]float64))
			out.Wholes[0], out.Wholes[1] = int64(k), truth(ok)
		}
	}
	return nil
}
