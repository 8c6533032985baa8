package operators

import (
	"math"

	"mpc/dist"
)

// A ProductTilt is what the messages of c = a b need, all three normal. b and c
// are integrated in closed form, which leaves the weight
//
//	N(a; ma, va) N(mc; a mb, S),  S = vc + a^2 vb,
//
// of a, times |a| for a ratio. It may have two peaks.
type ProductTilt struct {
	Outer LinkedNormal // a
	// Means under that weight, with e = (mc - a mb)/S.
	Inverse  float64 // E[1/S]
	Linear   float64 // E[a/S]
	Square   float64 // E[a^2/S]
	Error    float64 // Var[e]
	Weighted float64 // Var[a e]
	LogZ     float64
	Fault    dist.Fault
}

// productFactor holds the moments of the three cavities.
type productFactor struct {
	ma, va, pa float64
	mb, vb     float64
	mc, vc     float64
	ratio      bool // weigh with |a|
}

// productTilt integrates the factor over a.
func productTilt(c, a, b dist.Normal, ratio bool) ProductTilt {
	if !(a.P > 0 && b.P > 0 && c.P > 0) {
		return ProductTilt{Fault: dist.Improper}
	}
	a = normalSharp(a)
	f := productFactor{ratio: ratio, pa: a.P}
	f.ma, f.va = normalMeanVariance(a)
	f.mb, f.vb = normalMeanVariance(b)
	f.mc, f.vc = normalMeanVariance(c)
	if f.vc == 0 && (f.mc == 0 || f.vb == 0) && !a.IsPoint() {
		return ProductTilt{Fault: dist.Improper} // not integrable over a near 0
	}
	var nodes grid
	if a.IsPoint() {
		nodes.n, nodes.total, nodes.weight[0] = 1, 1, 1
		tilt := f.collect(&nodes, f.ma, 0)
		tilt.LogZ = f.logLikelihood(f.ma)
		return tilt
	}
	center, ok := f.fill(&nodes)
	if !ok {
		return ProductTilt{Fault: dist.NotFinite}
	}
	tilt := f.collect(&nodes, f.ma+center, center)
	tilt.LogZ = normalLogDensity(center*center, f.va) + f.logLikelihood(f.ma+center) + math.Log(nodes.total)
	return tilt
}

// logLikelihood is the log of N(mc; a mb, S), and of |a| for a ratio.
func (f *productFactor) logLikelihood(a float64) float64 {
	s := f.vc + a*a*f.vb
	if s == 0 {
		return math.Inf(-1)
	}
	d := f.mc - a*f.mb
	l := normalLogDensity(d*d, s)
	if f.ratio {
		l += math.Log(math.Abs(a))
	}
	return l
}

// slopes returns the first two derivatives of logLikelihood, and the sizes of
// their terms.
func (f *productFactor) slopes(a float64) (l1, size1, l2, size2 float64) {
	s := f.vc + a*a*f.vb
	e := (f.mc - a*f.mb) / s
	w := a * f.vb
	terms1 := [4]float64{-w / s, f.mb * e, w * e * e, 0}
	de := -(f.mb + 2*w*e) / s
	terms2 := [6]float64{-f.vb / s, 2 * (w / s) * (w / s), f.mb * de, f.vb * e * e, 2 * w * e * de, 0}
	if f.ratio {
		terms1[3], terms2[5] = 1/a, -1/(a*a)
	}
	for _, t := range terms1 {
		l1 += t
		size1 += math.Abs(t)
	}
	for _, t := range terms2 {
		l2 += t
		size2 += math.Abs(t)
	}
	return l1, size1, l2, size2
}

// fill integrates over a about its highest mode, whose distance from ma it
// returns.
func (f *productFactor) fill(q *grid) (center float64, ok bool) {
	var cuts [9]float64 // distances from ma
	n := f.stationary(cuts[1:7])
	if n == 0 {
		return 0, false
	}
	best := math.Inf(-1)
	for _, d := range cuts[1 : 1+n] {
		if l := f.logLikelihood(f.ma+d) - f.pa*d*d/2; l > best {
			best, center = l, d
		}
	}
	if !(math.Abs(best) <= math.MaxFloat64) {
		return 0, false
	}
	peak := f.ma + center
	s0 := f.vc + peak*peak*f.vb
	e0 := f.mc - peak*f.mb
	weigh := func(v float64) (float64, float64) {
		a := peak + v
		s := f.vc + a*a*f.vb
		if s == 0 {
			return math.Inf(-1), 1
		}
		// Relative to the peak, term by term, so that no digits are lost to
		// what is constant.
		ds := v * (2*peak + v) * f.vb / s0
		d := e0 - v*f.mb
		g := -f.pa*v*(center+v/2) - v*(v*f.mb*f.mb-2*e0*f.mb)/s/2
		if e0 != 0 {
			g += e0 * e0 / s0 * (ds / (1 + ds)) / 2
		}
		if ds > -0.5 {
			g -= math.Log1p(ds) / 2
		} else {
			g -= math.Log(s/s0) / 2
		}
		if !(math.Abs(g) <= math.MaxFloat64) {
			g = -f.pa*v*(center+v/2) - (d*d/s-e0*e0/s0)/2 - math.Log(s/s0)/2
		}
		if f.ratio {
			g += math.Log(math.Abs(a / peak))
		}
		return g, 1
	}
	low, high := 0.0, 0.0
	for i := 1; i <= n; i++ {
		cuts[i] -= center
		low, high = math.Min(low, cuts[i]), math.Max(high, cuts[i])
	}
	_, _, l2, _ := f.slopes(peak)
	width := math.Sqrt(f.va)
	if curve := f.pa - l2; curve > f.pa {
		width = 1 / math.Sqrt(curve)
	}
	cuts[0] = gridEnd(weigh, low, -width)
	cuts[n+1] = gridEnd(weigh, high, width)
	n += 2
	if zero := -peak; zero > cuts[0] && zero < cuts[n-1] && f.vb > 0 {
		cuts[n] = zero // where S is smallest
		n++
	}
	for i := 1; i < n; i++ { // in order
		for j := i; j > 0 && cuts[j] < cuts[j-1]; j-- {
			cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
		}
	}
	return center, q.fill(weigh, cuts[:n])
}

// stationary writes the stationary points of the weight, as distances from ma,
// and returns their number. They are the roots of
//
//	-(a - ma) S^2/va - a vb S + mb (mc - a mb) S + a vb (mc - a mb)^2
//
// plus, times a, S^2 for a ratio.
func (f *productFactor) stationary(points []float64) int {
	scale := math.Sqrt(f.ma*f.ma + f.va)
	// All in units of a: S/s0 = k + r x^2, its derivative and the difference.
	s0 := f.vc + scale*scale*f.vb
	root := math.Sqrt(s0)
	k, r := f.vc/s0, scale*scale*f.vb/s0
	m, d := scale*f.mb/root, f.mc/root
	p, x0 := f.pa*scale*scale, f.ma/scale
	s := [3]float64{k, 0, r}
	e := [2]float64{d, -m}
	var c [7]float64
	add := func(weight float64, power int, u, v []float64) {
		for i := range u {
			for j := range v {
				c[power+i+j] += weight * u[i] * v[j]
			}
		}
	}
	add(p*x0, 0, s[:], s[:])
	add(-p, 1, s[:], s[:])
	add(-r, 1, s[:], []float64{1})
	add(m, 0, e[:], s[:])
	add(r, 1, e[:], e[:])
	if f.ratio {
		for i := 6; i > 0; i-- {
			c[i] = c[i-1]
		}
		c[0] = 0
		add(1, 0, s[:], s[:])
	}
	var roots [6]float64
	n := realRoots(c[:], &roots)
	for i := 0; i < n; i++ {
		points[i] = f.polish(roots[i]*scale - f.ma)
	}
	return n
}

// polish improves a stationary point by Newton steps, as long as they are small.
func (f *productFactor) polish(d float64) float64 {
	for i := 0; i < 6; i++ {
		l1, _, l2, _ := f.slopes(f.ma + d)
		step := (l1 - f.pa*d) / (f.pa - l2)
		if !(math.Abs(step) <= 1e-3*math.Max(math.Abs(d), math.Abs(f.ma+d))) {
			break
		}
		d += step
	}
	return d
}

// collect sums the statistics over a = peak + v; center is peak - ma.
func (f *productFactor) collect(q *grid, peak, center float64) ProductTilt {
	var mean, error1, weighted, l1, size1, l2, size2 float64
	var t ProductTilt
	for i := 0; i < q.n; i++ {
		w, a := q.weight[i]/q.total, peak+q.at[i]
		s := f.vc + a*a*f.vb
		e := (f.mc - a*f.mb) / s
		x1, y1, x2, y2 := f.slopes(a)
		t.Inverse += w / s
		t.Linear += w * a / s
		t.Square += w * a * a / s
		mean += w * q.at[i]
		error1 += w * e
		weighted += w * a * e
		l1, size1, l2, size2 = l1+w*x1, size1+w*y1, l2+w*x2, size2+w*y2
	}
	var spread, scores float64
	for i := 0; i < q.n; i++ {
		w, a := q.weight[i]/q.total, peak+q.at[i]
		s := f.vc + a*a*f.vb
		e := (f.mc - a*f.mb) / s
		x1, _, _, _ := f.slopes(a)
		spread += w * (q.at[i] - mean) * (q.at[i] - mean)
		t.Error += w * (e - error1) * (e - error1)
		t.Weighted += w * (a*e - weighted) * (a*e - weighted)
		scores += w * (x1 - l1) * (x1 - l1)
	}
	t.Outer = LinkedNormal{
		Mean: peak + mean, Variance: spread,
		Alpha: l1, AlphaSize: size1, Beta: -scores - l2, BetaSize: scores + size2,
	}
	if shift := center + mean; f.va > 0 && f.pa*(math.Abs(shift)+math.Sqrt(spread)) < size1 {
		t.Outer.Alpha, t.Outer.AlphaSize = f.pa*shift, f.pa*(math.Abs(shift)+math.Sqrt(spread))
	}
	return t
}

// toInner returns the message to b.
func (f *productFactor) toInner(t *ProductTilt) (dist.Normal, dist.Fault) {
	r := f.vc*t.Inverse + f.vb*t.Weighted // 1 - vb beta
	return normalFinite((f.mc*t.Linear-f.mb*t.Weighted)/r, (t.Square-t.Weighted)/r)
}

// toProduct returns the message to c.
func (f *productFactor) toProduct(t *ProductTilt) (dist.Normal, dist.Fault) {
	r := f.vb*t.Square + f.vc*t.Error // 1 - vc beta
	return normalFinite((f.mb*t.Linear-f.mc*t.Error)/r, (t.Inverse-t.Error)/r)
}
