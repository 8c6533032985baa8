package codegen

// The parts of a generated package that guard iterations in which a step may go too
// far. The interpreter does the same, see its guard.

// guardEdits are what they change in the others.
var guardEdits = []change{
	{"	open       bool // it has not converged\n}", "	open       bool // it has not converged\n	ascent\n}"},
	{"	Skipped    []Skip  // updates that were left out, by line\n}",
		"	Skipped    []Skip  // updates that were left out, by line\n	Shortened  int     // how often a step was halved, where the bound would have fallen\n}"},
	{"		s.Converged = s.Converged && !l.open\n", "		s.Converged = s.Converged && !l.open\n		s.Shortened += l.shortened\n"},
	{"change func() float64) error {\n	l := &inf.loops[step]\n", "change func() float64, g guard) error {\n	l := &inf.loops[step]\n	l.shortened = 0\n"},
	{"	l.open = true\n	for later", "	change() // since a saved state\n	l.open = true\n	for later"},
	{"		if err := body(); err != nil {\n			return err\n		}\n		l.iterations++\n",
		"		stalled, err := inf.ascend(l, g, body)\n		if err != nil {\n			return err\n		}\n		if stalled {\n			l.open = true\n			break\n		}\n		l.iterations++\n"},
	{"		still = still && l.change <= 1e-12 && l.iterations <= reach[step]\n",
		"		still = still && l.change <= 1e-12 && l.iterations <= reach[step]\n		l.change = inf.accept(l, g, l.change)\n"},
	{"		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.change))\n",
		"		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.change))\n		b = l.ascent.marshal(b)\n"},
	{"len(b) < 8+24*steps", "len(b) < 8+(24+ascentSize)*steps"},
	{"		b = b[24:]\n", "		b = s.loops[i].ascent.unmarshal(b[24:])\n"},
}

const guardText = `// A guard says how an iteration is kept from lowering the bound on the log evidence:
// what it is, and, where a step may go too far, what keeps and restores the messages.
type guard struct {
	bound         func() (value, size float64)
	keep, restore func()
}

// An ascent says how the bound and the step of an iteration have gone.
type ascent struct {
	known         bool
	value, before float64 // the bound after the last two iterations
	size          float64 // the sum of the sizes of its terms
	residual      float64 // the last change, as of a full step
	halvings      int     // of the step
	hold, wait    int     // so many iterations until the step is doubled, and of them past
	shortened     int     // how often the step was halved, in this run
}

const (
	boundNoise  = 1e-10 // how far a bound may fall by rounding, relative to its terms
	boundStall  = 1e-7  // how far at most where no step is short enough
	smallChange = 1e-8  // a change of posteriors that may be rounding
	maxHalvings = 30
	maxHold     = 64
	ascentSize  = 64 // bytes
)

// ascend runs one iteration. Where a step may go too far and the bound has fallen, it
// runs it again with half the step. It returns true if no step is short enough and
// the fall may be rounding: then the messages are those before.
func (inf *Inference) ascend(l *loop, g guard, body func() error) (stalled bool, err error) {
	if g.bound == nil {
		return false, body()
	}
	if !l.known {
		l.hold, l.residual = 1, math.Inf(1)
	}
	checks := g.keep != nil && l.known
	if checks {
		g.keep()
	}
	for {
		inf.step = math.Ldexp(1, -l.halvings)
		err := body()
		value, size := math.NaN(), math.Inf(1)
		if err == nil {
			value, size = g.bound()
		}
		fall := l.value - value
		switch {
		case err != nil && !checks:
			return false, err
		case err == nil && (!checks || math.IsNaN(l.value) || fall <= boundNoise*(1+size)):
			l.before, l.value, l.size, l.known = l.value, value, size, true
			return false, nil
		}
		g.restore()
		if l.halvings >= maxHalvings {
			switch {
			case err != nil:
				return false, err
			case fall <= boundStall*(1+size):
				return true, nil
			}
			return false, &BoundError{Iterations: l.iterations, Bound: l.value, Fallen: value}
		}
		l.shorten()
		l.shortened++
	}
}

// shorten halves the step, and lets it stay so for twice as long as before.
func (l *loop) shorten() {
	l.halvings++
	l.hold, l.wait = min(2*l.hold, maxHold), 0
}

// accept returns what the tolerance is compared with. Where the bound changes by
// rounding alone, a change of the posteriors that grows shortens the step.
func (inf *Inference) accept(l *loop, g guard, change float64) float64 {
	if g.keep != nil {
		residual := change / inf.step
		flat := math.Abs(l.value-l.before) <= boundNoise*(1+l.size)
		if flat && residual > l.residual && residual > smallChange && l.halvings < maxHalvings {
			l.shorten()
		} else if l.wait++; l.wait >= l.hold && l.halvings > 0 {
			l.halvings--
			l.wait = 0
		}
		l.residual, change = residual, residual
	}
	if g.bound == nil || !toleranceOfEvidence {
		return change
	}
	if d := math.Abs(l.value-l.before) / math.Max(1, math.Abs(l.value)); d >= 0 {
		return d
	}
	return math.Inf(1)
}

func (a *ascent) marshal(b []byte) []byte {
	known := uint64(0)
	if a.known {
		known = 1
	}
	for _, x := range [...]uint64{known, math.Float64bits(a.value), math.Float64bits(a.before), math.Float64bits(a.size),
		math.Float64bits(a.residual), uint64(a.halvings), uint64(a.hold), uint64(a.wait)} {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return b
}

func (a *ascent) unmarshal(b []byte) []byte {
	var x [8]uint64
	for i := range x {
		x[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	*a = ascent{known: x[0] != 0, value: math.Float64frombits(x[1]), before: math.Float64frombits(x[2]), size: math.Float64frombits(x[3]),
		residual: math.Float64frombits(x[4]), halvings: min(int(x[5]), maxHalvings), hold: int(x[6]), wait: int(x[7])}
	return b[ascentSize:]
}

`
