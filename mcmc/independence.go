package mcmc

import "math"

const (
	// independenceFreedom are the degrees of freedom of the t that numbers are proposed from: its tails are those of a power,
	// heavier than those of what is nearly normal on a scale without bounds.
	independenceFreedom = 8
	// independenceScale is by how much its scale is larger than the standard deviations that are learned.
	independenceScale = 1.05
	// independenceTrials is how many proposals each scan of the burn-in makes, from where the numbers stand.
	independenceTrials = 3
	// independenceStuck is in which part of these scans all may be refused, by the probabilities of that: more says that the
	// numbers stand at times where proposals do not lead away from.
	independenceStuck = 0.15
)

// An Independence proposes all numbers at once, from a multivariate t about what the burn-in has learned of them, wherever they
// stand; it is taken or left as Metropolis and Hastings say (Giordani and Kohn, "Adaptive independent Metropolis-Hastings by fast
// estimation of mixtures of normals", Journal of Computational and Graphical Statistics 19, 2010). Where the numbers are nearly
// normal a proposal, of one log density, says as much as a slice of each of them, of six. After the burn-in nothing of it
// changes; draws of each number by itself, which go on in each Every-th scan, lead out of tails that it does not reach.
//
// The exported fields are what a saved state holds.
type Independence struct {
	// Rate is the mean probability that a proposal of the burn-in would be taken, later ones weighing more, and Stuck that none of a
	// scan would be. Count is of so many scans.
	Rate, Stuck float64
	Count       int
	// Tries is how many proposals a scan makes, Every in which scans the numbers are also drawn one by one: 0 where
	// there are no proposals. Turn counts scans after the burn-in.
	Tries, Every, Turn int

	factor   [DirectionsMost * DirectionsMost]float64 // of the covariance, by Cholesky
	fine     bool                                     // there is one
	left     int                                      // proposals that this scan may still make
	learning bool                                     // in the burn-in, how often they would be taken
	taking   bool                                     // they are taken there too
	refused  float64                                  // the probability that none so far of this scan would be taken
	proposal float64                                  // log density of the t at the point that is asked for
	weight   float64                                  // log density over that of the t, where the numbers stand
	from     [DirectionsMost]float64                  // to work in
}

// words are what a saved state holds.
func (p *Independence) words() []uint64 {
	return []uint64{math.Float64bits(p.Rate), math.Float64bits(p.Stuck), uint64(p.Count), uint64(p.Tries), uint64(p.Every), uint64(p.Turn)}
}

// setWords sets what words gave.
func (p *Independence) setWords(word func() uint64) {
	p.Rate, p.Stuck = math.Float64frombits(word()), math.Float64frombits(word())
	p.Count, p.Tries, p.Every, p.Turn = int(word()), int(word()), int(word()), int(word())
}

// Rests tells whether the numbers are not drawn one by one in the scan that is next.
func (p *Independence) Rests() bool { return p.Every > 0 && p.Turn%p.Every != 0 }

// begin begins a scan, and decides after the burn-in how n numbers are drawn from then on. Alone tells that their density
// depends on nothing else that changes.
func (p *Independence) begin(n int, burning, alone bool) {
	p.learning = burning
	if burning { // none is taken
		p.Tries, p.Every, p.Turn, p.left, p.refused = 0, 0, 0, independenceTrials, 1
		return
	}
	if p.Turn == 0 {
		p.decide(n, alone)
	}
	p.Turn++
	p.left = p.Tries
}

// decide chooses how many proposals are about as good as slices, and none where they would cost as much. Where other draws
// change the density, that of where the numbers stand is computed too, and a proposal is about what the numbers are
// whatever the others are, so that it says less than a slice.
func (p *Independence) decide(n int, alone bool) {
	p.Tries, p.Every = 0, 0
	least := 0.55
	switch {
	case alone && n > 1:
		least = 0.5
	case !alone && n == 1:
		least = 0.75
	}
	if p.Count < 50 || !(p.Rate > least) || p.Stuck > independenceStuck {
		return
	}
	p.Tries, p.Every = 1, 20
	if p.Rate < 0.7 {
		p.Tries, p.Every = 2, 10
	}
}

// know makes the factor of a covariance of n numbers.
func (p *Independence) know(covariance *[DirectionsMost][DirectionsMost]float64, n int) {
	for i := range n {
		for j := range i + 1 {
			p.factor[i*n+j] = covariance[i][j] * (independenceScale * independenceScale)
		}
	}
	p.fine = choleskyPlain(p.factor[:], p.factor[:], n)
}

// logT is the log density of the t at a squared distance from its middle.
func (p *Independence) logT(square float64, n int) float64 {
	return -0.5 * (independenceFreedom + float64(n)) * math.Log1p(square/independenceFreedom)
}

// stands takes where the numbers stand, and their log density there.
func (p *Independence) stands(u, mean []float64, log float64) {
	n := len(u)
	square := 0.0
	for i := range u {
		p.from[i] = u[i] - mean[i]
	}
	choleskyForwardPlain(p.factor[:], p.from[:n])
	for _, z := range p.from[:n] {
		square += z * z
	}
	p.weight = log - p.logT(square, n)
}

// propose makes a point.
func (p *Independence) propose(s *Stream, to, mean []float64) {
	n := len(to)
	p.left--
	chi := 0.0
	for range independenceFreedom / 2 {
		chi += 2 * s.Exponential()
	}
	scale := math.Sqrt(independenceFreedom / chi)
	square := 0.0
	for i := range to {
		p.from[i] = s.Normal() * scale
		square += p.from[i] * p.from[i]
	}
	for i := range to {
		sum := mean[i]
		for j, z := range p.from[:i+1] {
			sum += p.factor[i*n+j] * z
		}
		to[i] = sum
	}
	p.proposal = p.logT(square, n)
}

// takes tells whether the proposal is taken, whose log density is this.
func (p *Independence) takes(s *Stream, log float64) bool {
	weight := log - p.proposal
	if p.learning {
		if p.learns(math.Exp(min(weight-p.weight, 0))); !p.taking {
			return false
		}
	}
	if weight-p.weight < -s.Exponential() {
		return false
	}
	p.weight = weight
	return true
}

// learns takes into account with which probability a proposal would be taken.
func (p *Independence) learns(rate float64) {
	p.refused *= 1 - rate
	p.Rate += (rate - p.Rate) * 2 / float64(independenceTrials*(p.Count+1)-p.left+1)
	if p.left == 0 {
		p.Count++
		p.Stuck += (p.refused - p.Stuck) * 2 / float64(p.Count+1)
	}
}
