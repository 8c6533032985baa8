package draws

import (
	"math"
	"slices"
)

// A share is a statement that a model gives a probability: that the value of a column of
// the draws is below a number.
type share struct {
	Column string
	Below  float64
	p      float64
}

// places are where the distribution functions of reals are compared.
var (
	normalPlaces = []float64{-1.5, -0.6, 0, 0.4, 1, 1.9}
	gammaPlaces  = []float64{0.3, 0.7, 1.1, 1.7, 2.6}
)

// Nodes and weights of the Gauss-Legendre rule of 6 points on -1..1 (Abramowitz and Stegun
// 1964, table 25.4).
var (
	legendreAt     = [3]float64{0.238619186083196909, 0.661209386466264514, 0.932469514203152028}
	legendreWeight = [3]float64{0.467913934572691047, 0.360761573048138608, 0.171324492379170345}
)

// edges are the ends of the intervals that a real is integrated over.
func edges(v *smallVar) (list []float64) {
	if v.above {
		return append([]float64{0, 0.05, 0.2, 0.45, 0.85, 1.4, 2.1, 3, 4, 5.2, 6.6, 8.2, 10, 13, 17, 22, 30, 45}, gammaPlaces...)
	}
	for x := -5.0; x <= 5; x += 0.8 {
		list = append(list, x)
	}
	return append(list, append([]float64{-40, -22, -13, -9, -6.5, 6.5, 9, 13, 22, 40}, normalPlaces...)...)
}

// exact computes the probabilities of statements about all that is asked for: by
// enumeration of the discrete variables, and Gauss-Legendre rules between all places where
// a density jumps for the reals. The evidence is of arbitrary unit; 0 where the model is
// impossible.
func (m *smallModel) exact() (shares []*share, total float64) {
	of := make([][]*share, len(m.vars))
	for i, v := range m.vars {
		var at []float64
		switch {
		case v.above:
			at = gammaPlaces
		case v.values == 0:
			at = normalPlaces
		default:
			for k := range v.values - 1 {
				at = append(at, float64(k)+0.5)
			}
		}
		for _, x := range at {
			of[i] = append(of[i], &share{Column: v.name, Below: x})
		}
		shares = append(shares, of[i]...)
	}
	w := make(world, len(m.vars))
	add := func(volume float64) {
		log := 0.0
		for _, f := range m.factors {
			log += f(w)
		}
		p := volume * math.Exp(log)
		total += p
		for i, list := range of {
			for _, s := range list {
				if w[i] < s.Below {
					s.p += p
				}
			}
		}
	}
	var discrete func(i int)
	discrete = func(i int) {
		for i < len(m.vars) && m.vars[i].values == 0 {
			i++
		}
		if i == len(m.vars) {
			m.integrate(w, 0, 1, add)
			return
		}
		for k := range m.vars[i].values {
			w[i] = float64(k)
			discrete(i + 1)
		}
	}
	discrete(0)
	for _, s := range shares {
		s.p /= total
	}
	return shares, total
}

// integrate goes over the values of the k-th real and those after it.
func (m *smallModel) integrate(w world, k int, volume float64, add func(volume float64)) {
	if k == len(m.reals) {
		add(volume)
		return
	}
	v := m.reals[k]
	ends := edges(v)
	lo, hi := slices.Min(ends), slices.Max(ends)
	for _, c := range m.cuts {
		if c.a[k] == 0 || k == 0 && c.a[1] != 0 {
			continue
		}
		at := c.c
		if k == 1 {
			at += c.a[0] * w[m.reals[0].slot]
		}
		if at = -at / c.a[k]; at > lo && at < hi {
			ends = append(ends, at)
		}
	}
	slices.Sort(ends)
	for i := range len(ends) - 1 {
		a, b := ends[i], ends[i+1]
		if b-a < 1e-12 {
			continue
		}
		for j := range 6 {
			x := legendreAt[j%3]
			if j >= 3 {
				x = -x
			}
			w[v.slot] = (a+b)/2 + (b-a)/2*x
			m.integrate(w, k+1, volume*(b-a)/2*legendreWeight[j%3], add)
		}
	}
}
