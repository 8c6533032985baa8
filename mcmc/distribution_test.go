package mcmc

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"mpc/special"
)

// A law is a row at parameters, and perhaps between bounds.
type law struct {
	row        *Distribution
	parameters []float64
	bounds     []float64
}

func (l law) String() string { return fmt.Sprint(l.row.Name, l.parameters, l.bounds) }

func (l law) call(f any, first []any, rest ...float64) float64 {
	v, t := reflect.ValueOf(f), reflect.TypeOf(f)
	var in []reflect.Value
	for _, x := range first {
		in = append(in, reflect.ValueOf(x))
	}
	for _, x := range rest {
		in = append(in, reflect.ValueOf(x))
	}
	for k := range in {
		in[k] = in[k].Convert(t.In(k))
	}
	return v.Call(in)[0].Convert(reflect.TypeOf(0.0)).Float()
}

func (l law) density(x float64) float64 {
	if l.bounds != nil {
		return l.call(l.row.TruncatedDensity, []any{x}, slices.Concat(l.parameters, l.bounds)...)
	}
	return l.call(l.row.Density, []any{x}, l.parameters...)
}

func (l law) mass(lo, hi float64) float64 {
	if l.bounds == nil {
		return l.call(l.row.Mass, []any{lo, hi}, l.parameters...)
	}
	lo, hi = max(lo, l.bounds[0]), min(hi, l.bounds[1])
	if lo > hi {
		return math.Inf(-1)
	}
	return l.call(l.row.Mass, []any{lo, hi}, l.parameters...) - l.call(l.row.Mass, []any{l.bounds[0], l.bounds[1]}, l.parameters...)
}

func (l law) draw(s *Stream) float64 {
	if l.bounds != nil {
		return l.call(l.row.TruncatedDraw, []any{s}, slices.Concat(l.parameters, l.bounds)...)
	}
	return l.call(l.row.Draw, []any{s}, l.parameters...)
}

// laws are all rows at all parameters, also between bounds of which one may be in a tail.
func laws(t *testing.T) (list []law) {
	for _, d := range Distributions() {
		if len(d.Tried) == 0 {
			t.Errorf("%s: no parameters to test it at", d.Name)
		}
		for _, p := range d.Tried {
			l := law{row: d, parameters: p}
			s, x := NewStream(1, 2), []float64(nil)
			for range 51 {
				x = append(x, l.draw(s))
			}
			slices.Sort(x)
			list = append(list, l, law{d, p, []float64{x[10], x[35]}}, law{d, p, []float64{x[50], math.Inf(1)}}, law{d, p, []float64{math.Inf(-1), x[3]}})
		}
	}
	return list
}

// TestDistributionMass: the probability of an interval is the integral of the density over it,
// or the sum, and that of the line is 1.
func TestDistributionMass(t *testing.T) {
	for _, l := range laws(t) {
		if all := l.mass(math.Inf(-1), math.Inf(1)); math.Abs(all) > 1e-12 {
			t.Errorf("%v: the log probability of the line is %g", l, all)
		}
		s, x := NewStream(3, 4), []float64(nil)
		for range 12 {
			x = append(x, l.draw(s))
		}
		slices.Sort(x)
		x = slices.Compact(x)
		for k := range x[1:] {
			lo, hi := x[k], x[k+1]
			want := 0.0
			if l.row.Whole {
				for n := lo; n <= hi && hi-lo < 1e4; n++ {
					want += math.Exp(l.density(n))
				}
			} else {
				want = integral(func(x float64) float64 { return math.Exp(l.density(x)) }, lo, hi, 0)
			}
			if got := math.Exp(l.mass(lo, hi)); math.Abs(got-want) > 1e-9*want+1e-13 {
				t.Errorf("%v: the probability of [%g, %g] is %.12g, not %.12g", l, lo, hi, got, want)
				break
			}
		}
	}
}

// integral is by Gauss-Legendre, halving until halves agree.
func integral(f func(float64) float64, lo, hi float64, depth int) float64 {
	rule := func(lo, hi float64) (sum float64) {
		for i, node := range special.LegendreNodes24 {
			sum += special.LegendreWeights24[i] * f(lo+(hi-lo)*(node+1)/2)
		}
		return sum * (hi - lo) / 2
	}
	middle := lo + (hi-lo)/2
	whole, halves := rule(lo, hi), rule(lo, middle)+rule(middle, hi)
	if math.Abs(whole-halves) <= 1e-12*math.Abs(halves) || depth > 12 {
		return halves
	}
	return integral(f, lo, middle, depth+1) + integral(f, middle, hi, depth+1)
}

// TestDistributionSupport: there is no density outside of the support, some inside, and draws
// lie in it. Parameters out of their domain have no density, and no draws.
func TestDistributionSupport(t *testing.T) {
	for _, l := range laws(t) {
		low, high := math.Inf(-1), math.Inf(1)
		for k, end := range []any{l.row.Low, l.row.High} {
			at := []*float64{&low, &high}[k]
			switch end := end.(type) {
			case int:
				*at = float64(end)
			case float64:
				*at = end
			case string:
				*at = l.parameters[slices.IndexFunc(l.row.Parameters, func(p Parameter) bool { return p.Name == end })]
			}
		}
		for _, x := range []float64{low - 1, high + 1} {
			if !math.IsInf(x, 0) && l.density(x) != math.Inf(-1) {
				t.Errorf("%v: log density %g at %g, outside of [%g, %g]", l, l.density(x), x, low, high)
			}
		}
		s := NewStream(5, 6)
		for range 200 {
			x := l.draw(s)
			if !(low <= x && x <= high) || l.bounds != nil && !(l.bounds[0] <= x && x <= l.bounds[1]) || !(l.density(x) > math.Inf(-1)) {
				t.Errorf("%v: draw %g of the log density %g", l, x, l.density(x))
				break
			}
		}
		for k, p := range l.row.Parameters {
			if p.Of == Anywhere || l.bounds != nil && (l.row.Name == "gamma" || l.row.Name == "inversegamma") {
				continue // between bounds there are draws of what is no gamma, too
			}
			bad := law{l.row, slices.Clone(l.parameters), l.bounds}
			bad.parameters[k] = -1
			if x := l.draw(NewStream(7, 8)); bad.density(x) != math.Inf(-1) {
				t.Errorf("%v: log density %g at %g", bad, bad.density(x), x)
			}
			if x := bad.draw(NewStream(7, 8)); x == x && x != -1 {
				t.Errorf("%v: draw %g", bad, x)
			}
		}
	}
}

// TestDistributionReference compares log densities with those of R and SciPy.
func TestDistributionReference(t *testing.T) {
	for _, c := range []struct {
		name       string
		parameters []float64
		x, want    float64
	}{
		{"studentt", []float64{4, 1, 2}, 0.3, -1.7493899694009873},
		{"studentt", []float64{0.7, -3, 0.1}, 50, -9.886495220294698},
		{"cauchy", []float64{2, 3}, -7, -4.545927267511556},
		{"halfcauchy", []float64{2.5}, 4, -2.637633982027549},
		{"laplace", []float64{2, 3}, 7, -3.4584261358947215},
		{"logistic", []float64{2, 3}, -7, -4.195786991815594},
		{"lognormal", []float64{1, 4}, 2.5, -1.1560965676592116},
		{"weibull", []float64{2, 3}, 1.7, -1.2945602568252148},
		{"pareto", []float64{2.5, 3}, 4, -1.1892088103751879},
		{"generalizedpareto", []float64{1, 2, 0.4}, 3.5, -2.11227505893852},
		{"generalizedextremevalue", []float64{1, 2, 0.4}, 3.5, -2.475162428239732},
		{"generalizedgamma", []float64{2, 3, 1.5}, 0.7, -0.05523703046475337},
		{"f", []float64{3, 5}, 1.3, -1.313650924240835},
		{"inversegaussian", []float64{2, 3}, 1.7, -1.185427706640344},
		{"inversegaussian", []float64{0.5, 20}, 0.61, 0.5269294633436741},
		{"geometric", []float64{0.3}, 4, -2.6306725800808657},
		{"negbinomial", []float64{3, 0.4}, 5, -2.258477876728995},
		{"negbinomial", []float64{0.2, 0.05}, 17, -5.266500073010686},
		{"betabinomial", []float64{10, 2, 3}, 4, -1.967112356705917},
		{"hypergeometric", []float64{7, 8, 6, 0.4}, 2, -0.8891869098915387},
		{"hypergeometric", []float64{5, 20, 10, 1}, 2, -0.9535371107237185},
	} {
		k := slices.IndexFunc(Distributions(), func(d *Distribution) bool { return d.Name == c.name })
		l := law{row: Distributions()[k], parameters: c.parameters}
		if got := l.density(c.x); math.Abs(got-c.want) > 1e-12*math.Max(1, math.Abs(c.want)) {
			t.Errorf("%v at %g: %.15g, not %.15g", l, c.x, got, c.want)
		}
	}
}

// TestNaturalForms: where a row says that two sums are of a distribution, a draw from it is a number within the support, and
// one that is cut off lies between its bounds.
func TestNaturalForms(t *testing.T) {
	for _, row := range Rows() {
		n := row.Natural
		if n == nil {
			continue
		}
		s := NewStream(1, 1)
		for _, x := range [][2]float64{{0.5, 2}, {3, 0.25}, {1.5, 10}, {-0.5, 1}, {-2, 1}, {1, 0}, {2, -0.5}} {
			a, b := x[0]+n.More[0], x[1]+n.More[1]
			if !n.Holds(x[0], x[1]) {
				continue
			}
			if !n.HoldsBetween(x[0], x[1], n.Low, n.High) {
				t.Errorf("%s: %v are sums of a distribution, and not between the ends of its support", row.Name, x)
			}
			mean, inside := 0.0, 0
			for range 200 {
				v := n.Draw(s, a, b)
				if !(v >= n.Low && v <= n.High) || math.IsInf(v, 0) {
					t.Fatalf("%s: %v is drawn of %v", row.Name, v, x)
				}
				mean += v / 200
			}
			lo, hi := math.Max(n.Low, mean/2), math.Min(n.High, mean*1.5)
			if lo > hi {
				lo, hi = hi, lo
			}
			for range 200 {
				if v := n.Cut(s, a, b, lo, hi); v >= lo && v <= hi {
					inside++
				}
			}
			if inside != 200 {
				t.Errorf("%s: %d of 200 draws of %v lie between %v and %v", row.Name, inside, x, lo, hi)
			}
		}
	}
}
