package latent

import (
	"math"
	"slices"

	"mpc/special"
)

// A coordinate that conditions cut off, as observe mu > 0 does, is at each node its cavity between the bounds: EP has the moments
// of that, and here it has the shape.

// cutOffCost is how many coordinates times sites are looked through for these.
const cutOffCost = 1e7

// cutOffPairs is how many pairs of sites and of what is asked for are looked through for conditions on a combination.
const cutOffPairs = 100000

// A cutOff is what conditions say of a coordinate, relative to where it stands: its bounds, its marginal by EP, and the normal that EP has in
// place of the bounds.
type cutOff struct {
	low, high         float64
	marginal          normal
	linear, precision float64
	whole             shape // in place of these, of one that two conditions cut off which share a coordinate; nil of others
}

// cutOffs finds the coordinates that conditions on themselves alone cut off.
func (f *Fit) cutOffs() map[int]*cutOff {
	s := &f.Sites
	found := map[int]*cutOff{}
	if float64(len(s.list))*float64(f.Block.Size()) > cutOffCost {
		return nil
	}
	for i := range s.list {
		t := &s.list[i]
		low, high, ok := s.between(t)
		if !ok {
			continue
		}
		coordinates, slopes := f.Block.Coordinates(t.slot, s.slope[t.slope:t.slope+t.width])
		if len(coordinates) != 1 || slopes[0] == 0 {
			continue
		}
		x := found[coordinates[0]]
		if x == nil {
			x = &cutOff{low: math.Inf(-1), high: math.Inf(1), marginal: normal{t.mean / slopes[0], t.variance / (slopes[0] * slopes[0])}}
			found[coordinates[0]] = x
		}
		slope := slopes[0]
		if t.corner > 0 {
			x.whole = f.Sites.cornerShape(t).times(1/slope, 0)
			continue
		}
		low, high = low/slope, high/slope
		if slope < 0 {
			low, high = high, low
		}
		x.low, x.high = max(x.low, low), min(x.high, high)
		x.linear += t.linear * slope
		x.precision += t.precision * slope * slope
	}
	return found
}

// cutOffAs is what conditions say of a combination itself, as observe a + b > 0 does of a + b, which is slope times what the condition is on; nil where
// there is none.
func (f *Fit) cutOffAs(coordinates []int, slopes []float64) (x *cutOff, slope float64) {
	s := &f.Sites
	if len(s.list)*(len(s.asks)+1) > cutOffPairs {
		return nil, 0
	}
	for i := range s.list {
		t := &s.list[i]
		low, high, ok := s.between(t)
		if !ok || int(t.width) < len(coordinates) {
			continue
		}
		of, by := f.Block.Coordinates(t.slot, s.slope[t.slope:t.slope+t.width])
		if slope, ok = multiple(coordinates, slopes, of, by); ok {
			x = &cutOff{low: low, high: high, marginal: normal{t.mean, t.variance}, linear: t.linear, precision: t.precision}
			if t.corner > 0 {
				x.whole = s.cornerShape(t)
			}
			return x, slope
		}
	}
	return nil, 0
}

// multiple tells whether a combination is a multiple of another, and of how much.
func multiple(coordinates []int, slopes []float64, of []int, by []float64) (slope float64, ok bool) {
	if len(coordinates) != len(of) {
		return 0, false
	}
	for i, c := range coordinates {
		j := slices.Index(of, c)
		if j < 0 || by[j] == 0 || slopes[i] == 0 {
			return 0, false
		}
		share := slopes[i] / by[j]
		if i > 0 && math.Abs(share-slope) > 1e-12*math.Abs(slope) {
			return 0, false
		}
		if i == 0 {
			slope = share
		}
	}
	return slope, true
}

// between are the bounds that a site sets to its combination, relative to where that stands; it is not ok where rows say anything else.
func (s *Sites) between(t *site) (low, high float64, ok bool) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, i := range s.order[t.from:t.to] {
		r := &s.rows[i]
		if r.kind != interval {
			return 0, 0, false
		}
		low, high = max(low, r.a-r.shift-t.z), min(high, r.b-r.shift-t.z)
	}
	return low, high, true
}

// contradiction is what conditions say that cannot all hold, nil where nothing is seen of it.
func (s *Sites) contradiction() *Contradicted {
	if s.contradicted != nil {
		return s.contradicted
	}
	for i := range s.list {
		if low, high, ok := s.between(&s.list[i]); ok && !(low < high) {
			return &Contradicted{low, high}
		}
	}
	return nil
}

// shape is that of a coordinate of a mean; nil where its cavity is improper.
func (x *cutOff) shape(mean float64) shape {
	if x.whole != nil {
		return x.whole.times(1, mean-x.marginal.mean)
	}
	precision := 1/x.marginal.variance - x.precision
	if !(precision > 0 && precision <= math.MaxFloat64) {
		return nil
	}
	center, sd := (x.marginal.mean/x.marginal.variance-x.linear)/precision, 1/math.Sqrt(precision)
	low, high := (x.low-center)/sd, (x.high-center)/sd
	if !(low < high) {
		return nil
	}
	var s shape
	for u := -float64(shapeReach); u <= shapeReach; u += shapeStep {
		s = append(s, mean-x.marginal.mean+max(x.low, min(x.high, center+sd*quantileBetween(u, low, high))))
	}
	return s
}

// quantileBetween is the quantile of a standard normal between two bounds, at the probability that another standard normal is below u.
func quantileBetween(u, low, high float64) float64 {
	switch {
	case low > 0: // by what is above
		rest := math.Exp(special.NormalCdfLn(-high) - special.NormalCdfLn(-low))
		return -special.NormalQuantileLn(special.NormalCdfLn(-low) + math.Log(special.NormalCdf(-u)+special.NormalCdf(u)*rest))
	case high < 0:
		return -quantileBetween(-u, -high, -low)
	}
	all := special.NormalCdfInterval(low, high)
	if below := special.NormalCdf(low) + special.NormalCdf(u)*all; below < 0.5 {
		return special.NormalQuantile(below)
	}
	return -special.NormalQuantile(special.NormalCdf(-high) + special.NormalCdf(-u)*all)
}
