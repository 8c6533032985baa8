package latent

import (
	"math"

	"mpc/mcmc"
	"mpc/special"
)

// A corner is two sites, of bounds alone, that share a coordinate which no other site reads: an ordinal
// number between two cut points that are drawn, and the middle one of three in a ranking. Sites of
// their own would each be blind to what the other says of it: means of cut points were 0.07 sd off. They
// are one site of two combinations, with a precision of their product.
type corner struct {
	sites           [2]int32
	cross, oldCross float64
	covariance      float64 // of the marginal
	cavity          bivariate
	tilted          bivariate
	logZ, next      float64 // of tilted, and the cross that it asks for
	toCovariance    float64
}

// A bivariate is a normal of two numbers.
type bivariate struct {
	mean     [2]float64
	variance [2]float64
	cross    float64 // covariance
}

// determinant is that of the covariance.
func (p *bivariate) determinant() float64 { return p.variance[0]*p.variance[1] - p.cross*p.cross }

// natural are the precision times the mean, and the precision: its diagonal, and the other entry.
func (p *bivariate) natural() (h, precision [2]float64, cross float64) {
	d := p.determinant()
	precision, cross = [2]float64{p.variance[1] / d, p.variance[0] / d}, -p.cross/d
	h = [2]float64{precision[0]*p.mean[0] + cross*p.mean[1], cross*p.mean[0] + precision[1]*p.mean[1]}
	return h, precision, cross
}

// bivariateOf is the inverse of natural.
func bivariateOf(h, precision [2]float64, cross float64) (p bivariate, ok bool) {
	d := precision[0]*precision[1] - cross*cross
	if !(precision[0] > 0 && precision[1] > 0 && d > 0) {
		return p, false
	}
	p.variance, p.cross = [2]float64{precision[1] / d, precision[0] / d}, -cross/d
	p.mean = [2]float64{p.variance[0]*h[0] + p.cross*h[1], p.cross*h[0] + p.variance[1]*h[1]}
	return p, true
}

// logScale is the log of the density at its mean times exp(h m/2), but for a constant.
func (p *bivariate) logScale() float64 {
	h, _, _ := p.natural()
	return -0.5 * (math.Log(p.determinant()) + h[0]*p.mean[0] + h[1]*p.mean[1])
}

// findCorners pairs sites, once all are known.
func (s *Sites) findCorners(b *mcmc.NormalBlock) {
	s.corners = nil
	bounds := make([]bool, len(s.list))
	any := false
	for i := range s.list {
		t := &s.list[i]
		bounds[i] = true
		for _, r := range s.order[t.from:t.to] {
			bounds[i] = bounds[i] && s.rows[r].kind == interval
		}
		any = any || bounds[i]
	}
	if !any {
		return
	}
	readers := make([][2]int32, b.Size()) // sites, from 1; -1 of more than two
	for i := range s.list {
		t := &s.list[i]
		for k, at := range b.Places(t.slot) {
			if int(at) >= len(readers) || s.slope[int(t.slope)+k] == 0 {
				continue
			}
			switch r := &readers[at]; {
			case r[0] == int32(i+1) || r[1] == int32(i+1):
			case r[0] == 0:
				r[0] = int32(i + 1)
			case r[1] == 0:
				r[1] = int32(i + 1)
			default:
				r[0] = -1
			}
		}
	}
	for _, r := range readers {
		if r[0] <= 0 || r[1] == 0 {
			continue
		}
		i, j := r[0]-1, r[1]-1
		x, y := &s.list[i], &s.list[j]
		if !bounds[i] || !bounds[j] || x.corner > 0 || y.corner > 0 || !b.TiesRows(x.slot, y.slot) || s.parallel(b, x, y) {
			continue
		}
		s.corners = append(s.corners, corner{sites: [2]int32{min(i, j), max(i, j)}})
		x.corner, y.corner = int32(len(s.corners)), int32(len(s.corners))
	}
}

// parallel tells whether one combination is a multiple of the other: they have no covariance to be inverted.
func (s *Sites) parallel(b *mcmc.NormalBlock, x, y *site) bool {
	slopes := map[int32]float64{}
	for k, at := range b.Places(y.slot) {
		if slope := s.slope[int(y.slope)+k]; slope != 0 {
			slopes[int32(at)] += slope
		}
	}
	ratio, seen := 0.0, 0
	for k, at := range b.Places(x.slot) {
		slope := s.slope[int(x.slope)+k]
		if slope == 0 {
			continue
		}
		other := slopes[int32(at)]
		if other == 0 || ratio != 0 && slope/other != ratio {
			return false
		}
		ratio = slope / other
		seen++
	}
	return seen == len(slopes)
}

// row is a site's, as a block knows it.
func (s *Sites) row(t *site) mcmc.SlotSlope {
	return mcmc.SlotSlope{Slot: t.slot, Slope: s.slope[t.slope : t.slope+t.width]}
}

// sayCorner says what both sites of a corner do, whose combinations moved by their shares since.
func (s *Sites) sayCorner(b *mcmc.NormalBlock, c *corner) {
	x, y := &s.list[c.sites[0]], &s.list[c.sites[1]]
	x.linear -= x.precision*x.moved + c.cross*y.moved
	y.linear -= y.precision*y.moved + c.cross*x.moved
	x.old.linear -= x.old.precision*x.moved + c.oldCross*y.moved
	y.old.linear -= y.old.precision*y.moved + c.oldCross*x.moved
	if !b.AddPair(s.row(x), s.row(y), x.linear, y.linear, x.precision, c.cross, y.precision) {
		s.refused = true
	}
}

// updateCorner finds the tilted distribution of a corner, whose sites have their marginals: how far it is from
// these.
func (f *Fit) updateCorner(c *corner) (change float64, ok bool) {
	s := &f.Sites
	x, y := &s.list[c.sites[0]], &s.list[c.sites[1]]
	c.covariance = f.Block.PairCovariance(s.row(x), s.row(y))
	c.next = c.cross
	x.tilted, y.tilted = Tilted{Linear: x.linear, Precision: x.precision}, Tilted{Linear: y.linear, Precision: y.precision}
	marginal := bivariate{[2]float64{x.mean, y.mean}, [2]float64{x.variance, y.variance}, c.covariance}
	if c.cavity, ok = s.without(c, &marginal, f.power); !ok {
		return 0, false
	}
	if c.logZ, c.tilted, ok = s.cornerTilt(c, &c.cavity, -1); !ok {
		return 0, false
	}
	h, precision, cross := c.tilted.natural()
	ch, cp, cc := c.cavity.natural()
	if bad := h[0] + h[1] + precision[0] + precision[1]; bad-bad != 0 {
		return 0, false
	}
	x.tilted.Linear, x.tilted.Precision = (h[0]-ch[0])/f.power, max(0, (precision[0]-cp[0])/f.power)
	y.tilted.Linear, y.tilted.Precision = (h[1]-ch[1])/f.power, max(0, (precision[1]-cp[1])/f.power)
	c.next = (cross - cc) / f.power
	for k, t := range []*site{x, y} {
		toMean, toVariance := (c.tilted.mean[k]-t.mean)/math.Sqrt(t.variance), c.tilted.variance[k]/t.variance-1
		change = max(change, math.Abs(toMean), math.Abs(toVariance))
		f.turn += toMean*t.toMean + toVariance*t.toVariance
		t.toMean, t.toVariance = toMean, toVariance
	}
	to := (c.tilted.cross - c.covariance) / math.Sqrt(x.variance*y.variance)
	f.turn += to * c.toCovariance
	c.toCovariance = to
	return max(change, math.Abs(to)), true
}

// without takes a share of what a corner's sites say out of a normal.
func (s *Sites) without(c *corner, p *bivariate, share float64) (cavity bivariate, ok bool) {
	if !(p.variance[0] > 0 && p.variance[1] > 0 && p.determinant() > 1e-13*p.variance[0]*p.variance[1]) {
		return cavity, false
	}
	x, y := &s.list[c.sites[0]], &s.list[c.sites[1]]
	h, precision, cross := p.natural()
	return bivariateOf([2]float64{h[0] - share*x.linear, h[1] - share*y.linear},
		[2]float64{precision[0] - share*x.precision, precision[1] - share*y.precision}, cross-share*c.cross)
}

// cornerTilt is the integral of a normal within the bounds of a corner's rows, but one, and its moments there.
func (s *Sites) cornerTilt(c *corner, p *bivariate, but int32) (logZ float64, tilted bivariate, ok bool) {
	var low, high [2]float64
	for k, i := range c.sites {
		low[k], high[k] = s.boundsOf(&s.list[i], but)
	}
	return withinBounds(p, low, high)
}

// boundsOf are those of all rows of a site but one.
func (s *Sites) boundsOf(t *site, but int32) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, i := range s.order[t.from:t.to] {
		if r := &s.rows[i]; i != but {
			low, high = max(low, r.a-r.shift-t.z), min(high, r.b-r.shift-t.z)
		}
	}
	return low, high
}

// cornerPoints is of how many numbers the density is found.
const cornerPoints = 1000

// cornerShape is the shape of the combination of a corner's site, relative to where it stands: the cavity between its bounds, times the probability
// of the other bounds given it.
func (s *Sites) cornerShape(t *site) shape {
	c := &s.corners[t.corner-1]
	own, other := 0, 1
	if &s.list[c.sites[1]] == t {
		own, other = 1, 0
	}
	p := &c.cavity
	sd := math.Sqrt(p.variance[own])
	low, high := s.boundsOf(t, -1)
	otherLow, otherHigh := s.boundsOf(&s.list[c.sites[other]], -1)
	left := math.Sqrt(p.determinant() / p.variance[own]) // the sd of the other one given this
	first, last := max(low, min(p.mean[own], t.mean)-cornerReach*sd), min(high, max(p.mean[own], t.mean)+cornerReach*sd)
	var v []weighted
	top := math.Inf(-1)
	for k := range cornerPoints {
		z := first + (last-first)*(float64(k)+0.5)/cornerPoints
		u := (z - p.mean[own]) / sd
		mean := p.mean[other] + p.cross/p.variance[own]*(z-p.mean[own])
		log := -0.5*u*u + special.NormalCdfIntervalLn((otherLow-mean)/left, (otherHigh-mean)/left)
		top = max(top, log)
		v = append(v, weighted{value: z, weight: log})
	}
	for i := range v {
		v[i].weight = math.Exp(v[i].weight - top)
	}
	return shapeOf(v)
}

// cornerReach is how far from the cavity its density matters, in standard deviations.
const cornerReach = 9
