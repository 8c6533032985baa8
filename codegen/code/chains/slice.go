package chains

import "mpc/mcmc"

// A slicer is the state of a sampler that says where a log density is wanted next.
type slicer interface {
	Begin(stream *mcmc.Stream, width, x0, logDensity, lo, hi float64) (x float64, more bool)
	Next(logDensity float64) (x float64, more bool)
	Value() float64
	Fault() mcmc.SliceFault
}

// made is what stands at the first place that is an argument, which is made where it is first asked for.
func made[T any](in *numbers) *T {
	at := &in.Beside(0).Others[0]
	if *at == nil {
		*at = new(T)
	}
	return (*at).(*T)
}

// sliceIn is the sampler at that place.
func sliceIn(in *numbers) slicer {
	s, _ := in.Beside(0).Others[0].(slicer)
	return s
}

// faultIn is why the sampler at that place has no draw.
func faultIn(in *numbers) mcmc.SliceFault {
	s, _ := in.Beside(0).Others[0].(interface{ Fault() mcmc.SliceFault })
	return s.Fault()
}

// A SliceError is the fault of a slice.
type SliceError mcmc.SliceFault

func (s SliceError) Error() string { return mcmc.SliceFault(s).String() }
