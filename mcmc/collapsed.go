package mcmc

import "math"

const (
	// collapsedSlow is how much a number must be correlated with the one of the scan before for proposals to be tried.
	collapsedSlow = 0.5
	// collapsedLeast is how often proposals must be taken to be of use to numbers that are so slow.
	collapsedLeast = 0.15
)

// Collapsed numbers are proposed all at once with what they are hyperparameters of integrated out, on a scale without bounds, from a
// multivariate t about what the burn-in has learned of them (see Independence). They are also drawn one by one, and where these draws
// move all of them quickly there are no proposals. In the burn-in proposals are taken too, as what slow numbers have told of themselves
// is little. It is a state machine, used as Directions are; the log density that it takes is that of the numbers, others integrated out:
// where these stand is of no account, and they must be drawn anew before anything reads them.
//
// The exported fields are what a saved state holds, with those of Directions; the zero value has learned nothing.
type Collapsed struct {
	Directions
	// Last is where the numbers stood in the scan before, and Lag their covariance with that. Slow tells that one of them has moved slowly.
	Last, Lag [DirectionsMost]float64
	Slow      bool
}

// Words are what a saved state holds.
func (c *Collapsed) Words() []uint64 {
	list := c.Directions.Words()
	for i := range c.Last {
		list = append(list, math.Float64bits(c.Last[i]), math.Float64bits(c.Lag[i]))
	}
	if c.Slow {
		return append(list, 1)
	}
	return append(list, 0)
}

// SetWords sets what Words gave, word by word.
func (c *Collapsed) SetWords(word func() uint64) {
	*c = Collapsed{}
	c.Directions.SetWords(word)
	for i := range c.Last {
		c.Last[i], c.Lag[i] = math.Float64frombits(word()), math.Float64frombits(word())
	}
	c.Slow = word() != 0
}

// Begin starts a move, in a burn-in of which so many scans are to come. It is false where there is none. Alone tells that the density
// depends on nothing else that changes.
func (c *Collapsed) Begin(stream *Stream, burning int, alone bool) bool {
	d := &c.Directions
	d.taken = 0
	if d.n < 1 || d.n > DirectionsMost {
		d.n = min(d.n, DirectionsMost)
		return false
	}
	if !d.x.unbound(d) {
		return false
	}
	if burning > 0 {
		c.follow()
	}
	if d.Count < 50+10*d.n || !c.Slow {
		return false
	}
	if c.begin(burning > 0); d.left == 0 {
		return false
	}
	if !d.known {
		d.known = true
		d.know(&d.Covariance, d.n)
	}
	if !d.fine {
		return false
	}
	d.stream, d.at, d.along, d.axes.k = stream, d.x, false, 0
	if alone && d.Stood && d.last.x == d.x.x {
		return d.starts(d.last.log)
	}
	d.stage = directionsStart
	return true
}

// follow learns where the numbers are, and how slowly they move.
func (c *Collapsed) follow() {
	d := &c.Directions
	d.learn()
	weight := 2 / float64(d.Count+1)
	for i, u := range d.x.u[:d.n] {
		c.Lag[i] += weight * ((u-d.Mean[i])*(c.Last[i]-d.Mean[i]) - c.Lag[i])
		c.Last[i] = u
		if d.Count >= 50+10*d.n && c.Lag[i] > collapsedSlow*d.Covariance[i][i] {
			c.Slow = true
		}
	}
}

// begin begins a scan, and decides after the burn-in how the numbers are drawn from then on. Where proposals are often taken they are
// drawn one by one in each tenth scan alone, so that their density need not be computed where they stand.
func (c *Collapsed) begin(burning bool) {
	p := &c.Independence
	p.learning, p.taking = burning, burning
	if burning {
		p.Tries, p.Every, p.Turn, p.left, p.refused = 0, 0, 0, 1, 1
		return
	}
	if p.Turn == 0 {
		p.Tries, p.Every = 0, 0
		if p.Count >= 50 && p.Rate > collapsedLeast {
			p.Tries, p.Every = 1, 1
			if p.Rate > 0.4 {
				p.Every = 10
			}
		}
	}
	p.Turn++
	p.left = p.Tries
}
