package codegen

// The part of a generated package that runs from several random initial marginals. The
// interpreter does the same, see its Start.

const restartsText = `// restarts is how often Run starts, each time from the random initial marginals of the
// next seed.
const restarts = %d

// A Start says what one start came to.
type Start struct {
	Seed        uint64
	LogEvidence float64 // with an Err of no meaning
	Iterations  int
	Converged   bool
	Err         error // why it came to nothing
}

// restart runs from one seed after the other, and keeps what has the largest evidence:
// of starts that come to the same the first. A start that fails is left out, unless all
// do: then the error is that of the first. Two starts are in memory at a time.
func (inf *Inference) restart(ctx context.Context, o options) (Summary, error) {
	stopped := false
	if f := o.callback; f != nil {
		o.callback = func(s Summary) bool {
			stopped = !f(s)
			return !stopped
		}
	}
	best, other := math.Inf(-1), *inf
	other.progress = inf.progress.Clone()
	other.allocate()
	found := false
	var starts []Start
	var failure error
	for k := 0; k < restarts && !stopped; k++ {
		if k > 0 {
			inf.progress.Undo(0)
			inf.progress.From = inf.progress.Seed + uint64(k)
			inf.reset(0)
		}
		s, err := inf.run(ctx, o)
		if err != nil && ctx.Err() != nil {
			return s, err
		}
		start := Start{Seed: inf.progress.From, Iterations: s.Iterations, Converged: s.Converged, Err: err}
		if err == nil {
			start.LogEvidence = inf.LogEvidence()
			if z := start.LogEvidence; !found || z-best > 1e-9*(1+math.Abs(best)) {
				best, found = z, true
				*inf, other = other, *inf
			}
		} else if failure == nil {
			failure = err
		}
		starts = append(starts, start)
	}
	if !found {
		return inf.summary(), failure
	}
	*inf = other
	inf.starts = starts
	return inf.summary(), nil
}

`
