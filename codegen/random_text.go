package codegen

// The parts of a generated package that start at random initial marginals. The
// interpreter does the same, see its Start.

// seedEdits are what they change in the others. Those of guards come before.
var seedEdits = []change{
	{"type progress struct {\n", "type progress struct {\n	seed    uint64 // of the random initial marginals\n"},
	{"	Skipped    []Skip  // updates that were left out, by line\n", "	Skipped    []Skip  // updates that were left out, by line\n	Seed       uint64  // of the random initial marginals\n"},
	{"	s := Summary{Iterations: inf.sweeps(), Converged: true}\n", "	s := Summary{Iterations: inf.sweeps(), Converged: true, Seed: inf.seed}\n"},
	{"	b := binary.LittleEndian.AppendUint64(nil, stateVersion)\n", "	b := binary.LittleEndian.AppendUint64(nil, stateVersion)\n	b = binary.LittleEndian.AppendUint64(b, s.seed)\n"},
	{"len(b) < 8+", "len(b) < 16+"},
	{"	b = b[8:]\n	for i := range s.loops {\n", "	s.seed = binary.LittleEndian.Uint64(b[8:])\n	b = b[16:]\n	for i := range s.loops {\n"},
	{"	callback  func(Summary) bool\n", "	callback  func(Summary) bool\n	seed      uint64\n	seeded    bool\n"},
	{"// Workers makes Run", `// WithSeed makes Run start from the random initial marginals of that seed, unless it
// did so before. Without it they are those of the model's seed.
func WithSeed(seed uint64) Option {
	return func(o *options) { o.seed, o.seeded = seed, true }
}

// Workers makes Run`},
}

// restartEdits are changes of what seedEdits have changed.
var restartEdits = []change{
	{"	Seed       uint64  // of the random initial marginals\n", "	Seed       uint64  // of the random initial marginals\n	Starts     []Start // of which the one of this seed has the largest evidence\n"},
	{"Converged: true, Seed: inf.seed}\n", "Converged: true, Seed: inf.from, Starts: inf.starts}\n"},
	{"	seed    uint64 // of the random initial marginals\n", "	seed    uint64 // of the first start\n	from    uint64 // the seed of this start\n	starts  []Start\n"},
	{"	b = binary.LittleEndian.AppendUint64(b, s.seed)\n", "	b = binary.LittleEndian.AppendUint64(b, s.seed)\n	b = binary.LittleEndian.AppendUint64(b, s.from)\n"},
	{"len(b) < 16+", "len(b) < 24+"},
	{"	s.seed = binary.LittleEndian.Uint64(b[8:])\n	b = b[16:]\n", "	s.seed, s.from = binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])\n	b = b[24:]\n"},
	{"makes Run start from the random initial marginals of that seed, unless it\n// did so before.", "makes Run start from the random initial marginals of that seed and of those\n// after it, unless it did so before."},
}

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
	other.allocate()
	found := false
	var starts []Start
	var failure error
	for k := 0; k < restarts && !stopped; k++ {
		if k > 0 {
			inf.done = [steps]bool{}
			inf.from = inf.seed + uint64(k)
			inf.reset(0)
		}
		s, err := inf.run(ctx, o)
		if err != nil && ctx.Err() != nil {
			return s, err
		}
		start := Start{Seed: inf.from, Iterations: s.Iterations, Converged: s.Converged, Err: err}
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
