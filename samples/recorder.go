package samples

import (
	"math"
	"slices"
)

// A Recorder takes the draws of one number, a real or a count, of several chains.
// Its memory does not grow with the number of draws.
//
// While a chain has at most Size.Keep draws all are kept, and the summary is that
// of these draws. Beyond, mean and standard deviation are still exact, from running
// sums. Of the draws themselves each second one is dropped, and each second one of
// those to come, so that there are between half of Keep and Keep of them at equal
// distances; quantiles, R-hat and the tail effective sample size are of these: they
// say how good the quantiles are that are printed, not those of all draws. The Monte
// Carlo error is from the sums of batches of consecutive draws, of all draws, which
// are a sequence like the draws: two batches become one whenever there would be more
// of them than a quarter of Keep. The bulk effective sample size is that of the kept
// draws times what they lose by being fewer: the ratio of the effective sample sizes
// for the mean of the batches and of the kept draws, both of draws that are moved to
// within 3 standard deviations of the median, as ranks too know no outliers.
//
// Each chain has memory of its own: goroutines may add to different chains at the
// same time.
type Recorder struct {
	chains []*chainRecord
}

// NewRecorder returns a recorder without draws.
func NewRecorder(size Size) *Recorder {
	r := &Recorder{chains: make([]*chainRecord, size.Chains)}
	for i := range r.chains {
		r.chains[i] = newChainRecord(size)
	}
	return r
}

// NewRecorders returns count recorders without draws.
func NewRecorders(size Size, count int) []*Recorder {
	list := make([]*Recorder, count)
	for i := range list {
		list[i] = NewRecorder(size)
	}
	return list
}

// Add takes the next draw of a chain. It allocates nothing, but for once where there
// are more draws than were planned, and than are kept.
func (r *Recorder) Add(chain int, x float64) {
	c := r.chains[chain]
	if c.stride == 1 && c.count < len(c.kept) {
		c.kept[c.count] = x
		c.count++
		return
	}
	c.addLong(x)
}

// Reserve makes room for so many draws of each chain in all, those there are
// included, as before a run that continues.
func (r *Recorder) Reserve(size Size) {
	for _, c := range r.chains {
		c.reserve(size)
	}
}

// Reset forgets all draws.
func (r *Recorder) Reset() {
	for _, c := range r.chains {
		*c = chainRecord{stride: 1, kept: c.kept, batches: c.batches}
	}
}

// Draws returns how many draws a chain has.
func (r *Recorder) Draws(chain int) int { return r.chains[chain].draws() }

// A chainRecord is what is kept of the draws of a chain.
type chainRecord struct {
	stride int       // each stride-th draw is kept, from the first on
	count  int       // how many are kept
	kept   []float64 // its length is the most that are kept, a multiple of 16

	// Beyond that, with e(x) = (x - shift) * inverse:
	skip         int // how many draws to skip before the next one that is kept
	total        int // how many draws there are
	shift        float64
	inverse      float64
	sum, squares float64 // of e
	batches      []batchSums
	filled       int       // how many batches are complete
	length       int       // how many draws a batch has
	open         int       // how many the batch lacks that is being filled
	part         batchSums // what it has so far

	_ [40]byte // 192 bytes in all: chains share no cache line
}

// A batchSums has sums over consecutive draws: of e, and of clampNear(e).
type batchSums struct{ sum, near float64 }

// clampNear moves e to within 3.
func clampNear(e float64) float64 {
	if e > 3 {
		return 3
	} else if e < -3 {
		return -3
	}
	return e
}

func newChainRecord(size Size) *chainRecord {
	c := &chainRecord{stride: 1, kept: make([]float64, size.room())}
	if size.Draws > len(c.kept) {
		c.makeBatches()
	}
	return c
}

func (c *chainRecord) draws() int {
	if c.stride == 1 {
		return c.count
	}
	return c.total
}

// reserve makes room, unless draws have been dropped already.
func (c *chainRecord) reserve(size Size) {
	if c.stride > 1 {
		return
	}
	if room := size.room(); room > len(c.kept) {
		c.kept = append(make([]float64, 0, room), c.kept[:c.count]...)[:room]
	}
	if size.Draws > len(c.kept) {
		c.makeBatches()
	}
}

func (c *chainRecord) makeBatches() {
	if len(c.batches) != len(c.kept)/4 {
		c.batches = make([]batchSums, len(c.kept)/4)
	}
}

// addLong takes a draw where all that were kept are no longer all.
func (c *chainRecord) addLong(x float64) {
	if c.stride == 1 {
		c.sumUp()
	}
	e := (x - c.shift) * c.inverse
	c.sum += e
	c.squares += e * e
	c.part.sum += e
	c.part.near += clampNear(e)
	c.total++
	if c.open--; c.open == 0 {
		c.closeBatch()
	}
	if c.skip > 0 {
		c.skip--
		return
	}
	if c.count == len(c.kept) {
		c.thin()
	}
	c.kept[c.count] = x
	c.count++
	c.skip = c.stride - 1
}

// sumUp begins the running sums. Draws are counted from their median so far, in
// standard deviations, so that the sums lose nothing.
func (c *chainRecord) sumUp() {
	c.makeBatches()
	c.setScale()
	c.total, c.length, c.filled = len(c.kept), 4, len(c.batches)
	c.sum, c.squares, c.part = 0, 0, batchSums{}
	for i := range c.batches {
		var b batchSums
		for _, x := range c.kept[4*i : 4*i+4] {
			e := (x - c.shift) * c.inverse
			b.sum += e
			b.near += clampNear(e)
			c.squares += e * e
		}
		c.batches[i] = b
		c.sum += b.sum
	}
	c.mergeBatches()
	c.open = c.length
	c.thin()
}

// setScale chooses the median and, by what half of the draws lie within, which outliers
// do not move, the standard deviation of a normal; or that of the draws, where half of
// them are equal. Each fourth draw is looked at, in the memory of the batches.
func (c *chainRecord) setScale() {
	for i := range c.batches {
		c.batches[i].sum = c.kept[4*i]
	}
	slices.SortFunc(c.batches, func(a, b batchSums) int {
		switch {
		case a.sum < b.sum:
			return -1
		case a.sum > b.sum:
			return 1
		}
		return 0
	})
	quantile := func(p float64) float64 {
		return quantileOf(len(c.batches), p, func(i int) float64 { return c.batches[i].sum })
	}
	c.shift, c.inverse = quantile(0.5), 1
	if c.shift-c.shift != 0 {
		c.shift = 0 // it is not finite, and so is the mean
	}
	sd := (quantile(0.75) - quantile(0.25)) / 1.349
	if !(sd > 0) {
		within, _ := spreadOf([][]float64{c.kept})
		sd = math.Sqrt(within)
	}
	if sd > 1e-150 && sd < 1e150 {
		c.inverse = 1 / sd
	}
}

// thin drops each second draw of those kept.
func (c *chainRecord) thin() {
	c.count /= 2
	for i := range c.kept[:c.count] {
		c.kept[i] = c.kept[2*i]
	}
	c.stride *= 2
}

// closeBatch ends a batch. Where there is no room for another one, two and two become
// one.
func (c *chainRecord) closeBatch() {
	c.batches[c.filled] = c.part
	c.filled++
	c.part = batchSums{}
	if c.filled == len(c.batches) {
		c.mergeBatches()
	}
	c.open = c.length
}

func (c *chainRecord) mergeBatches() {
	c.filled /= 2
	for i := range c.batches[:c.filled] {
		a, b := c.batches[2*i], c.batches[2*i+1]
		c.batches[i] = batchSums{a.sum + b.sum, a.near + b.near}
	}
	c.length *= 2
}
