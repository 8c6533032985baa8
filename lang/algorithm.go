package lang

import "slices"

// UseAlgorithm makes all of a file use an algorithm, and takes out what that one has not. A file that
// uses it already keeps what it says of single variables.
func (f *File) UseAlgorithm(algorithm string) {
	before := f.Algorithm.Default.Name
	if before == "" {
		before = Algorithms()[0]
	}
	if before == algorithm {
		return
	}
	f.Algorithm = Algorithm{Default: Name{At: f.Algorithm.Default.At, Name: algorithm}}
	f.Operators, f.Methods = nil, nil
	if before == "gibbs" || algorithm == "gibbs" {
		f.Blocks = nil // of other kinds of variables
	}
	if algorithm != "ep" {
		f.Integrate, f.Power = nil, nil
	}
	it := &f.Iterate
	if algorithm != "gibbs" {
		it.BurnIn, it.Samples, it.Thin, it.Chains = nil, nil, nil, nil
		if before == "gibbs" {
			f.Init = slices.DeleteFunc(f.Init, func(x *Init) bool { return !x.isRandom() }) // values, where these want marginals
			if len(f.Init) == 0 {
				it.Seed = nil // nothing else is drawn
			}
		}
		return
	}
	f.Iterate = Iterate{At: it.At, Seed: it.Seed, BurnIn: it.BurnIn, Samples: it.Samples, Thin: it.Thin, Chains: it.Chains}
	f.Infer = slices.DeleteFunc(f.Infer, func(x *Infer) bool { return x.Name == "evidence" })
	f.Point, f.Init, f.Starts = nil, nil, 0
}

// isRandom tells whether a start is drawn.
func (x *Init) isRandom() bool {
	n, ok := x.Value.(*Name)
	return ok && n.Name == "random"
}

// ByEP is the file with EP as the algorithm of the variables of the given names.
func (f *File) ByEP(names []string) *File {
	out := *f
	out.Algorithm.PerVariable = slices.Clone(f.Algorithm.PerVariable)
	for _, name := range names {
		out.Algorithm.PerVariable = append(out.Algorithm.PerVariable, Choice{Key: Name{At: f.Algorithm.Default.At, Name: name}, Value: Name{Name: "ep"}})
	}
	return &out
}
