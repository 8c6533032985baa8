package codegen

import "mpc/model"

// settleText is the first scan of a chain whose first values may contradict each other.
const settleText = `// scan draws each variable once, given the present values of all others. The first values
// of a chain are draws from the prior, and some may be impossible given others: a
// variable that has no possible value then is left as it is, and the first scan is made
// again.
func (inf *chain) scan() error {
	for try := 0; ; try++ {
		inf.beginning, inf.skipped = inf.scans == 0 && try < 200, false
		if err := inf.sweep(); err != nil || !inf.skipped {
			inf.beginning = false
			return err
		}
	}
}

`

// insideText is the start of a variable between bounds.
const insideText = `// inside returns x, or a point between lo and hi where it is not there.
func inside(stream *mcmc.Stream, x, lo, hi float64) float64 {
	switch {
	case lo < x && x < hi:
		return x
	case hi-lo <= math.MaxFloat64:
		return lo + (hi-lo)*stream.Open()
	case lo >= -math.MaxFloat64:
		return lo + stream.Exponential()
	case hi <= math.MaxFloat64:
		return hi - stream.Exponential()
	}
	return x
}

`

// startsAt tells whether the model says where a variable starts: it is left there.
func (g *generator) startsAt(v *model.Variable) bool {
	return g.program.Message.Sampling.Init(v) != nil
}
