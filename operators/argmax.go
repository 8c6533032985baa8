package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func argmaxOps() []*Op {
	return []*Op{
		{
			Func: ArgmaxToOut, Factor: "argmax", To: "out", Algorithm: EP, Exact: true, Safe: true,
			Args: []Arg{{"terms", SkipIfUniform}, {"low", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: ArgmaxToTerms, Factor: "argmax", To: "terms", Algorithm: EP,
			Args: []Arg{{"out", SkipIfUniform}, {"terms", SkipIfUniform}, {"low", 0}, {"to", 0}, {"work", 0}},
		},
	}
}

// ArgmaxToOut sends out = argmax(terms), the place of the first of the largest, counted
// from low: for each term the integral of its density times the probabilities that the
// others are below, each by a quadrature of its own around its own peak, so that small
// probabilities keep their digits.
//
// Faults: dist.Contradiction where there is no term, dist.Improper where a term has no
// positive precision.
func ArgmaxToOut(terms []dist.Normal, low int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	a, fault := newArgmax(terms, work)
	for k := range to.LogP {
		to.LogP[k] = math.Inf(-1)
	}
	if fault != dist.NoFault {
		return fault
	}
	if a.uniform {
		to.SetUniform()
		return dist.NoFault
	}
	for k := range terms {
		if at := low + k; at >= 0 && at < len(to.LogP) {
			logZ, ok := a.logZ(k)
			if !ok {
				return dist.NotFinite
			}
			to.LogP[at] = logZ
		}
	}
	return discreteSend(to)
}

// ArgmaxToTerms sends to each term of out = argmax(terms) what gives it the mean and the
// variance that it has under all of them and out: a mixture over the values of out, in
// which the largest term has its density cut off by all others, and each other one is
// cut off at the largest. With a message that comes back about out the precision of one
// may be negative.
//
// Faults: as of ArgmaxToOut; dist.Contradiction too where out excludes all that is possible.
func ArgmaxToTerms(out dist.Categorical, terms []dist.Normal, low int, to []dist.Normal, work *dist.CategoricalWork) dist.Fault {
	a, fault := newArgmax(terms, work)
	clear(to)
	if fault != dist.NoFault || a.uniform || out.IsUniform() {
		return fault
	}
	n := len(terms)
	weight, alpha, shrink, left := work.Row(2, n), work.Row(3, n), work.Row(4, n), work.Row(5, n)
	for i := range terms {
		weight[i], alpha[i], shrink[i], left[i] = math.Inf(-1), 0, 0, 1
	}
	possible := false
	for k := range terms {
		says := discreteWeight(out.LogP, low+k)
		if math.IsInf(says, -1) {
			continue
		}
		var q argmaxCase
		logZ, ok := a.integrate(k, &q)
		if !ok {
			return dist.NotFinite
		}
		if math.IsInf(logZ, -1) {
			continue
		}
		possible = true
		for i := range terms {
			if terms[i].IsPoint() {
				continue
			}
			tilt := a.below(i, k, &q)
			if i == k {
				tilt = a.largest(k, &q)
			}
			argmaxMix(says+logZ, tilt, &weight[i], &alpha[i], &shrink[i], &left[i])
		}
	}
	if !possible {
		return dist.Contradiction
	}
	for i, x := range terms {
		if x.IsPoint() {
			continue
		}
		root := math.Sqrt(x.P)
		t := NormalTilt{Mean: (x.H/root + alpha[i]) / root, Variance: left[i] / x.P, Alpha: alpha[i] * root, Shrink: shrink[i]}
		if to[i] = t.Message(x); !to[i].IsFinite() {
			return dist.NotFinite
		}
	}
	return dist.NoFault
}

// An argmaxTilt is what one value of an argmax makes of a term, in its standard
// deviations: the step of the mean, the part of the variance that it loses, and the part
// that is left, each with its own digits.
type argmaxTilt struct{ alpha, shrink, left float64 }

// argmaxMix adds a case to a mixture.
func argmaxMix(logWeight float64, t argmaxTilt, weight, alpha, shrink, left *float64) {
	sum := logicLogSum(*weight, logWeight)
	old, add := math.Exp(*weight-sum), math.Exp(logWeight-sum)
	d := t.alpha - *alpha
	spread := old * add * d * d
	*alpha += add * d
	*shrink += add*(t.shrink-*shrink) - spread
	*left += add*(t.left-*left) + spread
	*weight = sum
}

// An argmax is what the integrals of all values of an argmax share.
type argmax struct {
	terms   []dist.Normal
	mean    []float64
	root    []float64 // of the precision
	uniform bool      // one of the terms is uniform, so that nothing is known
	best    int       // the first of the largest points; -1 where there is none
	floor   float64   // that point: no term below it is the largest
}

func newArgmax(terms []dist.Normal, work *dist.CategoricalWork) (argmax, dist.Fault) {
	a := argmax{terms: terms, mean: work.Row(0, len(terms)), root: work.Row(1, len(terms)), best: -1, floor: math.Inf(-1)}
	if len(terms) == 0 {
		return a, dist.Contradiction
	}
	for i, x := range terms {
		switch {
		case x.IsUniform():
			a.uniform = true
		case !(x.P > 0):
			return a, normalFault(x.P)
		case x.IsPoint():
			a.mean[i] = x.H
			if a.best < 0 || x.H > a.floor {
				a.best, a.floor = i, x.H
			}
		default:
			a.mean[i], a.root[i] = x.H/x.P, math.Sqrt(x.P)
		}
	}
	return a, dist.NoFault
}

// above is the derivative, at a step from a place, of the log probability that all normals
// but term k are below that, and minus the second one. Steps are added last, as a term's
// spread may be below a rounding of the place.
func (a argmax) above(k int, place, step float64) (slope, bend float64) {
	for j, root := range a.root {
		if j == k || a.terms[j].IsPoint() {
			continue
		}
		z := (place - a.mean[j] + step) * root
		w, _ := special.NormalHazardW(z)
		slope += root * special.NormalHazard(z)
		bend += root * root * w
	}
	return slope, bend
}

// logBelow is the log probability that all normals but term k are below t.
func (a argmax) logBelow(k int, t float64) float64 {
	log := 0.0
	for j, root := range a.root {
		if j != k && !a.terms[j].IsPoint() {
			log += special.NormalCdfLn((t - a.mean[j]) * root)
		}
	}
	return log
}

// step is what the log density of the largest, term k, gains by a step from a place, up to
// a constant, and a measure of how the others change there: parts of them that are cut off.
// Where the logs are large it is their differences that are added up.
func (a argmax) step(k int, place, step float64) (log, cut float64) {
	d := step * a.root[k]
	log = -d * ((place-a.mean[k])*a.root[k] + d/2)
	for j, root := range a.root {
		if j == k || a.terms[j].IsPoint() {
			continue
		}
		z := (place - a.mean[j]) * root
		d := step * root
		w, _ := special.NormalHazardW(z + d)
		cut += w
		switch {
		case z > -5:
			log += special.NormalCdfLn(z + d)
		case z+d > -5:
			log += special.NormalCdfLn(z+d) - special.NormalCdfLn(z)
		default: // log Phi = log phi - log v
			log -= d*(z+d/2) + math.Log(special.NormalHazard(z+d)/special.NormalHazard(z))
		}
	}
	return log, cut
}

// logZ is the log probability that term k is the first of the largest; false where no
// quadrature has it.
func (a argmax) logZ(k int) (float64, bool) {
	var q argmaxCase
	return a.integrate(k, &q)
}

// An argmaxCase is one value of an argmax: the nodes of the integral over what the largest
// is, as steps from a place, and its density at the floor, in its standard deviations.
type argmaxCase struct {
	grid
	place, edge float64
}

// integrate is logZ, with the nodes of the integral over what the largest, term k, is: of a
// point it is the one node.
func (a argmax) integrate(k int, q *argmaxCase) (float64, bool) {
	q.place, q.edge = a.floor, 0
	if a.terms[k].IsPoint() {
		if k != a.best {
			return math.Inf(-1), true
		}
		q.n, q.at[0], q.weight[0], q.total = 1, 0, 1, 1
		return a.logBelow(k, a.floor), true
	}
	root, mean := a.root[k], a.mean[k]
	q.place = a.mode(k)
	z := (q.place - mean) * root
	peak := a.logBelow(k, q.place) - z*z/2
	if math.IsInf(peak, -1) {
		return peak, true
	}
	here, _ := a.step(k, q.place, 0)
	// Where the floor cuts the peak off, the density falls from there by its slope.
	slope, bend := a.above(k, q.place, 0)
	drop := math.Abs(slope-(q.place-mean)*root*root) + math.Sqrt(bend+root*root)
	f := func(v float64) (float64, float64) {
		log, cut := a.step(k, q.place, v)
		return log - here, 1 + cut
	}
	low, high := a.floor-q.place, argmaxEnd(f, 1/drop)
	if low < 0 {
		low = math.Max(low, argmaxEnd(f, -1/drop))
	}
	cuts := a.cuts(k, q.place, low, high)
	if !q.fill(f, cuts[:]) {
		return 0, false
	}
	if a.best >= 0 {
		log, _ := a.step(k, q.place, a.floor-q.place)
		q.edge = math.Exp(log-here) / (q.total * root)
	}
	return peak + math.Log(q.total*root) - math.Log(2*math.Pi)/2, true
}

// cuts are where panels of the integral begin and end: beside the ends and the mode, around
// the narrowest of the cliffs by which others cut the density off, and where all of them
// are over.
func (a argmax) cuts(k int, place, low, high float64) [6]float64 {
	from, to, over := math.Inf(-1), 0.0, math.Inf(-1)
	for j, root := range a.root {
		if j == k || a.terms[j].IsPoint() {
			continue
		}
		at, wide := a.mean[j]-place, 6/root
		over = math.Max(over, at+wide)
		if at-wide > from {
			from, to = at-wide, at+wide
		}
	}
	cuts := [6]float64{low, from, 0, to, over, high}
	for i := range cuts {
		cuts[i] = math.Min(math.Max(cuts[i], low), high)
		for j := i; j > 0 && cuts[j-1] > cuts[j]; j-- {
			cuts[j-1], cuts[j] = cuts[j], cuts[j-1]
		}
	}
	return cuts
}

// argmaxEnd is gridEnd from the mode, at most twice as far off as need be: a term of small
// variance cuts off all that is below it, as a cliff which no node beside it sees.
func argmaxEnd(f integrand, step float64) float64 {
	end := gridEnd(f, 0, step)
	for end != 0 && gridHeight(f, end/2) <= -gridDrop {
		end /= 2
	}
	return end
}

// mode is where the density of the largest, term k, is highest: above its mean, and above
// the floor.
func (a argmax) mode(k int) float64 {
	root, mean := a.root[k], a.mean[k]
	top, reach := mean, 0.0
	for j, r := range a.root {
		if j != k && !a.terms[j].IsPoint() {
			top, reach = math.Max(top, a.mean[j]), reach+r
		}
	}
	mode := mean
	if reach > 0 {
		// Above all means each term pushes by less than 0.8 times its root.
		high := math.Max(top-mean, reach/(root*root))
		mode += rootFalling(func(u float64) (float64, float64) {
			slope, bend := a.above(k, mean, u)
			return slope - u*root*root, -bend - root*root
		}, 0, high)
	}
	return math.Max(mode, a.floor)
}

// below is what term i becomes where another, k, is the largest, of the nodes of that: each
// cuts it off.
func (a argmax) below(i, k int, q *argmaxCase) argmaxTilt {
	root, mean := a.root[i], a.mean[i]
	var t argmaxTilt
	for n := range q.n {
		p := q.weight[n] / q.total
		z := (q.place - mean + q.at[n]) * root
		w, rest := special.NormalHazardW(z)
		t.alpha -= p * special.NormalHazard(z)
		t.shrink += p * w
		t.left += p * rest
	}
	if q.n > 1 {
		spread := 0.0
		for n := range q.n {
			d := special.NormalHazard((q.place-mean+q.at[n])*root) + t.alpha
			spread += q.weight[n] / q.total * d * d
		}
		t.shrink -= spread
		t.left += spread
	}
	return t
}

// largest is what term k becomes where it is the largest: its nodes themselves. What is
// nearly nothing has no digits as a difference of moments, and is computed by Stein's
// identity: with s the derivative of the log of what the others say, in standard
// deviations, and b the density at the floor u, E x = E s + b and
// 1 - var = -E s' - var s - b (s(u) + u - 2 E s - b).
func (a argmax) largest(k int, q *argmaxCase) argmaxTilt {
	root, mean := a.root[k], a.mean[k]
	var t argmaxTilt
	for n := range q.n {
		t.alpha += q.weight[n] / q.total * (q.place - mean + q.at[n]) * root
	}
	for n := range q.n {
		d := (q.place-mean+q.at[n])*root - t.alpha
		t.left += q.weight[n] / q.total * d * d
	}
	if t.shrink = 1 - t.left; t.shrink > 1e-4 {
		return t
	}
	push, bend, spread := 0.0, 0.0, 0.0
	for n := range q.n {
		s, b := a.above(k, q.place, q.at[n])
		p := q.weight[n] / q.total
		push += p * s / root
		bend += p * b / (root * root)
	}
	for n := range q.n {
		s, _ := a.above(k, q.place, q.at[n])
		d := s/root - push
		spread += q.weight[n] / q.total * d * d
	}
	t.alpha, t.shrink = push+q.edge, bend-spread
	if q.edge > 0 {
		s, _ := a.above(k, a.floor, 0)
		t.shrink -= q.edge * (s/root + (a.floor-mean)*root - 2*push - q.edge)
	}
	return t
}
