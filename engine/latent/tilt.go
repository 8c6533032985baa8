package latent

import (
	"math"

	"mpc/dist"
	"mpc/operators"
	"mpc/special"
)

// A Tilted is a normal, the cavity, times a density of rows: the log of its integral, its mean
// and variance, and the normal factor that gives the cavity these, linear and precision.
type Tilted struct {
	LogZ, Mean, Variance float64
	Linear, Precision    float64
}

// A tilt computes Tilteds; it is memory for nodes.
type tilt struct {
	x, z, base, log, shifted, same, work []float64 // base: without the cavity
	places, weights                      []float64 // of logitTilt

	edge  edgeMemory
	close closeMemory

	power float64 // the share of the density that counts; 0 is all of it

	kept  *kept // of the site whose turn it is; nil where nothing is kept
	keep  bool  // what is found now is to be kept
	stamp int

	nodes  int  // of the last density that was found
	uneven bool // they are not equidistant, and work has the weights
	jumps  bool // the last density had edges
}

const (
	tiltStep   = 0.55 // between nodes, in standard deviations
	tiltHalf   = 13   // nodes on either side
	tiltGraded = 110  // from so many on, nodes are dense where the density bends
	tiltMost   = 832  // and at most
	tiltDrop   = 20   // how far the log density is to have fallen at the ends
	tiltDigits = 1e-5 // to which every second node gives the moments; all of them then give 1e-10
)

// of finds the tilted moments of rows whose combination is at ref for 0, with a cavity around
// that, and near is about where the tilted density is. Known cases are closed forms; others are
// sums over equidistant nodes, whose error falls like exp(-c/step) for analytic densities
// (Trefethen and Weideman 2014, The exponentially convergent trapezoidal rule). Nodes are
// placed anew, refined and spread out until they carry the density. It is false where they
// never do. A cavity of variance 0 is a combination that is known, as of covariates that are all 0:
// nothing is said of it.
func (q *tilt) of(m Model, rows []row, order []int32, ref float64, cavity, near normal) (Tilted, bool) {
	if cavity.variance == 0 {
		return q.known(m, rows, order, ref, cavity.mean)
	}
	if !(cavity.variance > 0 && cavity.variance <= math.MaxFloat64) && cavity != flat {
		return Tilted{}, false
	}
	if t, ok, done := q.closed(m, rows, order, ref, cavity); done {
		return t, ok
	}
	center, step := begin(near, cavity)
	half := tiltHalf
	old, oldCenter, oldStep, again := q.again(ref)
	for range 60 {
		n := 2*half + 1
		top, best := 0.0, 0
		if !again {
			q.place(n, center, step)
			top, best = q.evaluate(m, rows, order, ref, n, cavity)
		} else {
			n, center, step, again = old, oldCenter, oldStep, false
			half = n / 2
			top, best = q.weigh(n, cavity)
			if best < 3 || best > n-4 {
				// The density has moved away: from its guess on, as if nothing was kept.
				center, step, half = near.mean, tiltStep*math.Sqrt(near.variance), tiltHalf
				continue
			}
		}
		if !(top > math.Inf(-1) && top < math.Inf(1)) {
			// Nothing is finite there: wider, toward the cavity.
			center = (center + cavity.mean) / 2
			step *= 4
			continue
		}
		log := q.log[:n]
		switch {
		case best == 0 || best == n-1:
			center += float64(best-half) * step
			step *= 2
			continue
		case min(top-log[best-1], top-log[best+1]) > 2:
			center += float64(best-half) * step
			step /= 6
			continue
		}
		special.ExpRow(q.work[:n], log, top)
		w := weighed(q.work[:n], half)
		sd := math.Sqrt(w.variance)
		low, high := top-log[0] < tiltDrop, top-log[n-1] < tiltDrop
		switch {
		case sd*tiltStep < 0.6 || low != high && math.Abs(w.mean) > sd/2 || (low || high) && half >= 4*tiltHalf && sd*tiltStep > 2:
			center += w.mean * step
			step *= tiltStep * sd
			half = max(half, tiltHalf)
			continue
		case low || high:
			if half = 2 * half; half > tiltMost {
				return Tilted{}, false
			}
			continue
		case !w.agrees(sd):
			if half == tiltMost {
				break // a density with an edge: what there is has a few digits
			}
			if half = 2 * half; half > tiltGraded {
				if t, ok := q.narrow(m, rows, order, ref, cavity, center, step, n); ok {
					return t, true
				}
			}
			step /= 2
			continue
		}
		q.note(ref, n, step)
		q.nodes, q.uneven = n, false
		return w.tilted(center, step, top, cavity), true
	}
	return Tilted{}, false
}

// narrow is of, of a density that has an edge, or a step that is far narrower than it is.
func (q *tilt) narrow(m Model, rows []row, order []int32, ref float64, cavity normal, center, step float64, n int) (Tilted, bool) {
	if t, ok := q.edged(m, rows, order, ref, cavity, n); ok {
		return t, true
	}
	q.place(n, center, step)
	q.evaluate(m, rows, order, ref, n, cavity)
	return q.graded(m, rows, order, ref, cavity, center, step, n)
}

// share is how much of the density counts.
func (q *tilt) share() float64 {
	if q.power == 0 {
		return 1
	}
	return q.power
}

// scale is the integral of exp(-d*d/2/variance), 1 of none.
func (c normal) scale() float64 {
	if c == flat {
		return 1
	}
	return math.Sqrt(2 * math.Pi * c.variance)
}

// begin is where nodes stand at first: about where the density is, if that is known.
func begin(near, cavity normal) (center, step float64) {
	center, scale := near.mean, math.Sqrt(near.variance)
	if !(scale > 0 && scale <= math.MaxFloat64 && math.Abs(center) <= math.MaxFloat64) {
		center, scale = cavity.mean, math.Sqrt(cavity.variance)
	}
	return center, tiltStep * scale
}

// place places nodes around a center.
func (q *tilt) place(n int, center, step float64) {
	q.resize(n)
	for k := range q.x[:n] {
		q.x[k] = center + float64(k-n/2)*step
	}
}

// closed is what rows say that have a closed form, or a table, or that jump; done is false of others.
func (q *tilt) closed(m Model, rows []row, order []int32, ref float64, cavity normal) (t Tilted, ok, done bool) {
	switch first := &rows[order[0]]; {
	case first.kind == interval: // which is 1 or 0, to any power
		return intervalTilt(rows, order, ref, cavity)
	case q.share() != 1:
		// No closed form.
	case first.kind == probit && len(order) == 1:
		return probitTilt(first.a, ref, cavity), true, true
	case first.kind == logit && len(order) == 1 && cavity.variance < logitWide*logitWide:
		return q.logitTilt(first.a, ref, cavity), true, true
	}
	t, ok = q.stepped(m, rows, order, ref, cavity)
	return t, ok, ok
}

// A weighing has the moments of nodes by their weights, in steps from the middle one, and those of every second node.
type weighing struct {
	all, mean, variance          float64
	even, evenMean, evenVariance float64
}

// weighed finds the moments of nodes, half of them on either side of the middle one.
func weighed(weights []float64, half int) weighing {
	all, mean, square := 0.0, 0.0, 0.0
	even, evenMean, evenSquare := 0.0, 0.0, 0.0
	for k, w := range weights {
		x := float64(k - half)
		all += w
		mean += w * x
		square += w * x * x
		if k&1 == half&1 {
			even += w
			evenMean += w * x
			evenSquare += w * x * x
		}
	}
	mean /= all
	variance := square/all - mean*mean
	if mean*mean > 4*variance { // the sum of squares has lost digits
		variance = 0
		for k, w := range weights {
			x := float64(k-half) - mean
			variance += w * x * x
		}
		variance /= all
	}
	evenMean /= even
	return weighing{all, mean, variance, even, evenMean, evenSquare/even - evenMean*evenMean}
}

// agrees tells whether every second node gives the moments of all.
func (w weighing) agrees(sd float64) bool {
	return !(math.Abs(w.evenMean-w.mean) > tiltDigits*sd || math.Abs(w.evenVariance-w.variance) > tiltDigits*w.variance || math.Abs(2*w.even-w.all) > tiltDigits*w.all)
}

// tilted is what nodes around a center say, whose largest log density is top.
func (w weighing) tilted(center, step, top float64, cavity normal) Tilted {
	t := Tilted{Mean: center + w.mean*step, Variance: w.variance * step * step}
	t.LogZ = top + math.Log(w.all*step/cavity.scale())
	t.Precision = 1/t.Variance - 1/cavity.variance
	t.Linear = t.Mean/t.Variance - cavity.mean/cavity.variance
	return t
}

// known is what rows say of a combination that is known.
func (q *tilt) known(m Model, rows []row, order []int32, ref, mean float64) (Tilted, bool) {
	q.resize(1)
	t := Tilted{Mean: mean}
	for _, i := range order {
		r := &rows[i]
		q.z[0], q.base[0] = ref+mean+r.shift, 0
		r.addLogDensity(m, q.z[:1], q.base[:1], q.work[:1])
		t.LogZ += q.share() * q.base[0]
	}
	return t, t.LogZ > math.Inf(-1) && t.LogZ < math.Inf(1)
}

func (q *tilt) resize(n int) {
	if len(q.z) >= n {
		return
	}
	n = max(n, 4*tiltHalf+1)
	q.x, q.z, q.base, q.log, q.shifted, q.same, q.work = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
}

// evaluate finds the log density at the first n of x, and which has the highest.
func (q *tilt) evaluate(m Model, rows []row, order []int32, ref float64, n int, cavity normal) (top float64, best int) {
	z, log := q.z[:n], q.base[:n]
	for k, x := range q.x[:n] {
		z[k] = ref + x
	}
	clear(log)
	for i := 0; i < len(order); {
		r, next := &rows[order[i]], i+1
		for next < len(order) && rows[order[next]] == *r {
			next++
		}
		at := z
		if r.shift != 0 {
			at = q.shifted[:n]
			for k, x := range z {
				at[k] = x + r.shift
			}
		}
		if count := float64(next - i); count > 1 {
			same := q.same[:n]
			clear(same)
			r.addLogDensity(m, at, same, q.work)
			for k, x := range same {
				log[k] += count * x
			}
		} else {
			r.addLogDensity(m, at, log, q.work)
		}
		i = next
	}
	return q.weigh(n, cavity)
}

// probitTilt is that of one row of a probit (Rasmussen and Williams 2006, section 3.9).
func probitTilt(sign, ref float64, cavity normal) Tilted {
	v := cavity.variance
	root := math.Sqrt(1 + v)
	t := sign * (ref + cavity.mean) / root
	hazard := sign * special.NormalHazard(t) / root
	w, less := special.NormalHazardW(t)
	shrunk := (1 + v*less) / (1 + v) // the variance, relative to the cavity's
	return Tilted{
		LogZ: special.NormalCdfLn(t), Mean: cavity.mean + v*hazard, Variance: v * shrunk,
		Precision: w / (1 + v*less),
		Linear:    hazard/shrunk + cavity.mean*w/(1+v*less),
	}
}

// intervalTilt is that of rows that are all intervals; it is not done where there are others.
func intervalTilt(rows []row, order []int32, ref float64, cavity normal) (t Tilted, ok, done bool) {
	low, high := math.Inf(-1), math.Inf(1)
	for _, i := range order {
		r := &rows[i]
		if r.kind != interval {
			return t, false, false
		}
		low, high = max(low, r.a-r.shift-ref), min(high, r.b-r.shift-ref)
	}
	x := dist.Normal{H: cavity.mean / cavity.variance, P: 1 / cavity.variance}
	moments, fault := operators.BetweenMoments(x, low, high)
	if fault != dist.NoFault {
		return t, false, true
	}
	message := moments.Message(x)
	t = Tilted{moments.LogZ, moments.Mean, moments.Variance, message.H, message.P}
	return t, !math.IsNaN(message.H + message.P), true
}
