package samples

import "math"

// Truths takes the draws of a boolean of several chains. All are kept while a chain
// has at most Size.Keep of them, in a bit each. Beyond, there are counts of batches of
// consecutive draws, of which error, effective sample size and R-hat are: at most 512
// for each chain. The probability is always exact. Goroutines may add to different
// chains at the same time.
type Truths struct {
	chains []*tally
}

// NewTruths returns a recorder without draws.
func NewTruths(size Size) *Truths { return &Truths{newTallies(size, 1, 1)} }

// Add takes the next draw of a chain, as Recorder.Add does.
func (r *Truths) Add(chain int, x bool) {
	value := 0
	if x {
		value = 1
	}
	r.chains[chain].add(value)
}

// Summary returns what the draws so far say; w may be nil. Chains without draws do
// not count.
func (r *Truths) Summary(w *SummaryWork) Truth {
	if w == nil {
		w = new(SummaryWork)
	}
	s := w.shareOf(1, drawnTallies(r.chains))
	return Truth{s.p, s.mcse, s.ess, s.rhat, Presence{}}
}

// Reserve makes room for so many draws, as Recorder.Reserve does.
func (r *Truths) Reserve(size Size) { reserveTallies(r.chains, size) }

// Reset forgets all draws.
func (r *Truths) Reset() { resetTallies(r.chains) }

// Draws returns how many draws a chain has.
func (r *Truths) Draws(chain int) int { return r.chains[chain].n }

// Indices takes the draws of a whole number 0..K-1 of several chains, as Truths takes
// those of a boolean. There are at most 512 batches for each chain, and 128 where K
// is 9 or more. Goroutines may add to different chains at the same time.
type Indices struct {
	chains []*tally
	values int
}

// NewIndices returns a recorder without draws of a number of K values.
func NewIndices(size Size, values int) *Indices {
	return &Indices{newTallies(size, 0, values), values}
}

// Add takes the next draw of a chain, one of 0..K-1, as Recorder.Add does.
func (r *Indices) Add(chain, x int) { r.chains[chain].add(x) }

// Summary returns what the draws so far say; w may be nil. Chains without draws do
// not count.
func (r *Indices) Summary(w *SummaryWork) Index {
	if w == nil {
		w = new(SummaryWork)
	}
	chains := drawnTallies(r.chains)
	s := Index{make([]float64, r.values), make([]float64, r.values), math.NaN(), math.NaN(), Presence{}}
	for k := range r.values {
		x := w.shareOf(k, chains)
		s.P[k], s.MCSE[k] = x.p, x.mcse
		s.ESSBulk, s.RHat = smallerKnown(s.ESSBulk, x.ess), largerKnown(s.RHat, x.rhat)
	}
	if r.values > 2 && len(chains) > 0 { // else the mean is a share
		s.ESSBulk = smallerKnown(s.ESSBulk, w.essOfMean(r.values, chains))
	}
	return s
}

// Reserve makes room for so many draws, as Recorder.Reserve does.
func (r *Indices) Reserve(size Size) { reserveTallies(r.chains, size) }

// Reset forgets all draws.
func (r *Indices) Reset() { resetTallies(r.chains) }

// Draws returns how many draws a chain has.
func (r *Indices) Draws(chain int) int { return r.chains[chain].n }

func newTallies(size Size, first, values int) []*tally {
	list := make([]*tally, size.Chains)
	for i := range list {
		list[i] = newTally(size, first, values)
	}
	return list
}

// drawnTallies lists the chains that have draws.
func drawnTallies(chains []*tally) (list []*tally) {
	for _, t := range chains {
		if t.n > 0 {
			list = append(list, t)
		}
	}
	return list
}

func reserveTallies(chains []*tally, size Size) {
	for _, t := range chains {
		t.reserve(size)
	}
}

func resetTallies(chains []*tally) {
	for _, t := range chains {
		t.reset()
	}
}
