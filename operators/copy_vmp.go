package operators

// A copy sends what it reads, under each algorithm.
func copyVMPOps() []*Op {
	return []*Op{
		{Func: CopyNormalToOut, Factor: "copy", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: CopyNormalToA, Factor: "copy", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyGammaToOut, Factor: "copy", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: CopyGammaToA, Factor: "copy", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyInverseGammaToOut, Factor: "copy", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: CopyInverseGammaToA, Factor: "copy", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyBetaToOut, Factor: "copy", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: CopyBetaToA, Factor: "copy", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyBernoulliToOut, Factor: "copy", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}}},
		{Func: CopyBernoulliToA, Factor: "copy", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}}},
	}
}
