package samples

import (
	"math"
	"math/bits"
)

// A tally is what is kept of the draws of a random whole number of one chain: the
// draws as they are while they are few, and beyond that how often each value was
// drawn in each batch of consecutive draws. Batches become twice as long when there
// would be too many.
type tally struct {
	first, values int // the values first .. first+values-1 are counted
	n             int // how many draws there are

	width uint     // bits of a draw in words: a power of 2
	limit int      // how many draws words have room for
	words []uint64 // the draws, lowest bits first

	counts  []uint32 // of batch b and value v: counts[b*values+v-first]
	filled  int      // how many batches are complete
	length  int      // how many draws a batch has, a power of 2
	open    int      // how many the batch lacks that is being filled
	batches int      // how many there may be, an even number
	totals  []int    // of each value

	_ [48]byte // 192 bytes in all: chains share no cache line
}

// newTally returns the tally of draws of 0 .. first+values-1.
func newTally(size Size, first, values int) *tally {
	t := &tally{first: first, values: values, width: 1, totals: make([]int, values, max(values, 8))}
	for int(t.width) < bits.Len(uint(first+values-1)) {
		t.width *= 2
	}
	for t.batches = 128; t.batches < 512 && 2*t.batches*values <= 2048; {
		t.batches *= 2
	}
	t.limit = size.room()
	t.words = make([]uint64, (t.limit*int(t.width)+63)/64)
	if size.Draws > t.limit {
		t.counts = make([]uint32, t.batches*values)
	}
	return t
}

// reserve makes room, unless there are counts already.
func (t *tally) reserve(size Size) {
	if t.length > 0 {
		return
	}
	if room := size.room(); room > t.limit {
		t.limit = room
		t.words = append(make([]uint64, 0, (room*int(t.width)+63)/64), t.words...)
		t.words = t.words[:cap(t.words)]
	}
	if size.Draws > t.limit && t.counts == nil {
		t.counts = make([]uint32, t.batches*t.values)
	}
}

func (t *tally) reset() {
	clear(t.words)
	clear(t.totals)
	t.n, t.filled, t.length, t.open = 0, 0, 0, 0
}

func (t *tally) add(value int) {
	if t.n < t.limit {
		at := uint(t.n) * t.width
		t.words[at/64] |= uint64(value) << (at % 64)
		t.n++
		return
	}
	if t.length == 0 {
		t.sumUp()
	}
	t.count(value)
	t.n++
}

// draw is draw i, while they are kept.
func (t *tally) draw(i int) int {
	at := uint(i) * t.width
	return int(t.words[at/64] >> (at % 64) & (1<<t.width - 1))
}

// sumUp begins the counts with the draws that are kept.
func (t *tally) sumUp() {
	if t.counts == nil {
		t.counts = make([]uint32, t.batches*t.values)
	}
	t.length, t.open, t.filled = 1, 1, 0
	clear(t.counts[:t.values])
	for i := range t.n {
		t.count(t.draw(i))
	}
}

func (t *tally) count(value int) {
	if k := value - t.first; k >= 0 {
		t.totals[k]++
		t.counts[t.filled*t.values+k]++
	}
	if t.open--; t.open == 0 {
		t.closeBatch()
	}
}

// closeBatch ends a batch. Where there is no room for another one, two and two become
// one.
func (t *tally) closeBatch() {
	t.filled++
	if t.filled == t.batches {
		t.filled /= 2
		t.length *= 2
		for b := range t.filled {
			for k := range t.values {
				t.counts[b*t.values+k] = t.counts[2*b*t.values+k] + t.counts[(2*b+1)*t.values+k]
			}
		}
	}
	clear(t.counts[t.filled*t.values : (t.filled+1)*t.values])
	t.open = t.length
}

// times is how often a value was drawn.
func (t *tally) times(value int) int {
	if t.length > 0 {
		return t.totals[value-t.first]
	}
	times := 0
	for i := range t.n {
		if t.draw(i) == value {
			times++
		}
	}
	return times
}

// timesIn is how often a value was drawn in the draws from i*length to (i+1)*length.
func (t *tally) timesIn(value, i, length int) int {
	times := 0
	if t.length > 0 {
		step := length / t.length
		for b := i * step; b < (i+1)*step; b++ {
			times += int(t.counts[b*t.values+value-t.first])
		}
		return times
	}
	for d := i * length; d < (i+1)*length; d++ {
		if t.draw(d) == value {
			times++
		}
	}
	return times
}

// A shareReport is what is reported of one value: its probability, and how good it is.
type shareReport struct{ p, mcse, ess, rhat float64 }

// shareOf reports on a value, from chains that have draws.
func (w *SummaryWork) shareOf(value int, chains []*tally) shareReport {
	nan := math.NaN()
	s := shareReport{nan, nan, nan, nan}
	if len(chains) == 0 {
		return s
	}
	length, n := batchesOf(chains)
	total, times := 0, 0
	for _, t := range chains {
		total += t.n
		times += t.times(value)
	}
	s.p = float64(times) / float64(total)
	m := n / length / 2 // batches in a half chain
	if times == 0 || times == total || m < 2 {
		return s
	}
	half := w.halves(2*len(chains), m)
	for c, t := range chains {
		for j := range m {
			half[2*c][j] = float64(t.timesIn(value, j, length)) / float64(length)
			half[2*c+1][j] = float64(t.timesIn(value, n/length-m+j, length)) / float64(length)
		}
	}
	draws := float64(m * length) // in a half chain
	within := 0.0
	for _, batch := range half {
		p := meanOf(batch)
		within += p * (1 - p) * draws / (draws - 1) / float64(len(half))
	}
	_, between := spreadOf(half)
	s.rhat = ratioOfSpreads(within, between, draws)
	ess, variance := effectiveDraws(half, within, length)
	if s.ess = ess; length == 1 {
		variance = s.p * (1 - s.p) * float64(total) / float64(total-1) / ess
	}
	s.mcse = math.Sqrt(variance)
	return s
}

// essOfMean is how many independent draws the mean of the numbers that are drawn is worth, of 0 .. values-1 from chains that have
// draws; NaN where all are the same, or there are too few.
func (w *SummaryWork) essOfMean(values int, chains []*tally) float64 {
	length, n := batchesOf(chains)
	m := n / length / 2
	if m < 2 {
		return math.NaN()
	}
	half := w.halves(2*len(chains), m)
	draws, within := float64(m*length), 0.0
	for h, batch := range half {
		t, square := chains[h/2], 0.0
		for j := range batch {
			at := j
			if h%2 == 1 {
				at = n/length - m + j
			}
			batch[j] = 0
			for k := 1; k < values; k++ {
				x := float64(k) * float64(t.timesIn(k, at, length))
				batch[j] += x / float64(length)
				square += x * float64(k) / draws
			}
		}
		mean := meanOf(batch)
		within += (square - mean*mean) * draws / (draws - 1) / float64(len(half))
	}
	if !(within > 0) {
		return math.NaN()
	}
	ess, _ := effectiveDraws(half, within, length)
	return ess
}

// batchesOf are how long the batches of all chains are at least, and how many draws each chain has at least.
func batchesOf(chains []*tally) (length, n int) {
	for i, t := range chains {
		length = max(1, length, t.length)
		if n = min(n, t.n); i == 0 {
			n = t.n
		}
	}
	return length, n
}

// effectiveDraws is how many draws the mean over half chains is worth, whose batches are of this length and whose draws have a variance
// within a half; and the variance of that mean, where batches are longer than a draw.
func effectiveDraws(half [][]float64, within float64, length int) (ess, variance float64) {
	ess = effectiveSize(half)
	if length == 1 {
		return ess, math.NaN()
	}
	m := len(half[0])
	draws := float64(m * length)
	batchWithin, between := spreadOf(half)
	plus := batchWithin*float64(m-1)/float64(m) + between
	return ess * (within*(draws-1)/draws + between) / plus, plus / ess
}
