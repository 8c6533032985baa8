package operators

// A multiple of one variable has the same messages under each algorithm.
func scaleVMPOps() []*Op {
	return []*Op{
		{Func: ScaleToOut, Factor: "scale", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"k", 0}}},
		{Func: ScaleToA, Factor: "scale", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}}},
		{Func: ScaleGammaToOut, Factor: "scale", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"k", 0}}},
		{Func: ScaleGammaToA, Factor: "scale", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"k", 0}}},
	}
}
