package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// TestBetweenRandomGrid compares with sums over a grid of x and low, high
// integrated out.
func TestBetweenRandomGrid(t *testing.T) {
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	for _, c := range []struct {
		out          dist.Bernoulli
		x, low, high dist.Normal
	}{
		{out: dist.BernoulliPoint(true), x: dist.NormalMeanVariance(0.5, 1), low: dist.NormalMeanVariance(0, 2), high: dist.NormalMeanVariance(1, 0.5)},
		{out: dist.Bernoulli{LogOdds: 1.5}, x: dist.NormalMeanVariance(-1, 2), low: dist.NormalMeanVariance(-0.5, 1), high: dist.NormalMeanVariance(2, 3)},
		{out: dist.Bernoulli{LogOdds: -2}, x: dist.NormalMeanVariance(0.2, 0.7), low: dist.NormalMeanVariance(-1, 0.4), high: dist.NormalMeanVariance(1.5, 0.3)},
		{out: dist.BernoulliPoint(false), x: dist.NormalMeanVariance(0.2, 0.7), low: dist.NormalMeanVariance(-1, 0.4), high: dist.NormalMeanVariance(0.5, 1)},
		{out: dist.BernoulliPoint(true), x: dist.NormalMeanVariance(0.3, 1), low: dist.NormalMeanVariance(-0.5, 1), high: dist.NormalPoint(0.8)},
		{out: dist.Bernoulli{LogOdds: -1}, x: dist.NormalMeanVariance(0.3, 1), low: dist.NormalMeanVariance(-0.5, 1), high: dist.NormalPoint(math.Inf(1))},
	} {
		const n = 1200
		var z, z1 float64
		var sum, square [2]float64
		for i := range n {
			x := c.x.Mean() + math.Sqrt(c.x.Variance())*9*((2*float64(i)+1)/n-1)
			for j := range n {
				low := c.low.Mean() + math.Sqrt(c.low.Variance())*9*((2*float64(j)+1)/n-1)
				above := 1.0
				switch {
				case c.high.IsPoint() && x >= c.high.H:
					above = 0
				case !c.high.IsPoint():
					above = phi((c.high.Mean() - x) / math.Sqrt(c.high.Variance()))
				}
				in := above
				if x < low {
					in = 0
				}
				w := math.Exp(c.x.LogProb(x) + c.low.LogProb(low))
				f := w * (c.out.P()*in + c.out.Q()*(1-in))
				z += f
				z1 += w
				for k, y := range [2]float64{x, low} {
					sum[k] += f * y
					square[k] += f * y * y
				}
			}
		}
		logZ := math.Log(z / z1)
		if got := BetweenRandomEvidence(c.out, c.x, c.low, c.high); !boolClose(got, logZ, 0, 4e-3) {
			t.Errorf("out %v: log Z %v, grid %v", c.out, got, logZ)
		}
		toX, faultX := BetweenRandomToX(c.out, c.x, c.low, c.high)
		toLow, faultLow := BetweenRandomToLow(c.out, c.x, c.low, c.high)
		if faultX != dist.NoFault || faultLow != dist.NoFault {
			t.Fatalf("faults %v %v", faultX, faultLow)
		}
		for k, post := range [2]dist.Normal{c.x.Times(toX), c.low.Times(toLow)} {
			mean := sum[k] / z
			variance := square[k]/z - mean*mean
			if !boolClose(post.Mean(), mean, 0, 4e-3) || !boolClose(post.Variance(), variance, 8e-3, 0) {
				t.Errorf("out %v, edge %d: mean %v variance %v, grid %v %v", c.out, k, post.Mean(), post.Variance(), mean, variance)
			}
		}
		// Mirror image: high is the low bound of -x.
		neg := func(d dist.Normal) dist.Normal { return dist.Normal{H: -d.H, P: d.P} }
		mirror, _ := BetweenRandomToHigh(c.out, neg(c.x), neg(c.high), neg(c.low))
		if !boolClose(mirror.H, -toLow.H, 1e-9, 1e-12) || !boolClose(mirror.P, toLow.P, 1e-9, 1e-12) {
			t.Errorf("out %v: to low %v, mirror image %v", c.out, toLow, mirror)
		}
	}
}

// TestBetweenRandomLimits: bounds and x that tend to point masses.
func TestBetweenRandomLimits(t *testing.T) {
	hit := dist.BernoulliPoint(true)
	x := dist.NormalMeanVariance(0, 1)
	for _, out := range []dist.Bernoulli{hit, {LogOdds: 1}, {LogOdds: -2}, dist.BernoulliPoint(false)} {
		want, _ := BetweenToX(out, x, -1, 1)
		for _, v := range []float64{1e-8, 1e-12, 1e-20, 0} {
			got, fault := BetweenRandomToX(out, x, dist.NormalMeanVariance(-1, v), dist.NormalMeanVariance(1, v))
			if fault != dist.NoFault || !boolClose(got.P, want.P, 1e-6, 1e-12) || !boolClose(got.H, want.H, 1e-6, 1e-7) {
				t.Errorf("out %v, variance %g: to x %v %v (fault %v), fixed bounds %v %v", out, v, got.H, got.P, fault, want.H, want.P)
			}
		}
		low, high := dist.NormalMeanVariance(-1, 2), dist.NormalMeanVariance(2, 1)
		pointX, fault := BetweenRandomToX(out, dist.NormalPoint(0.3), low, high)
		pointLow, _ := BetweenRandomToLow(out, dist.NormalPoint(0.3), low, high)
		if fault != dist.NoFault {
			t.Fatalf("fault %v", fault)
		}
		for _, v := range []float64{1e-8, 1e-12} {
			got, _ := BetweenRandomToX(out, dist.NormalMeanVariance(0.3, v), low, high)
			if !boolClose(got.P, pointX.P, 1e-5, 0) || !boolClose(got.H, pointX.H, 1e-5, 0) {
				t.Errorf("out %v, x variance %g: to x %v, point %v", out, v, got, pointX)
			}
			got, _ = BetweenRandomToLow(out, dist.NormalMeanVariance(0.3, v), low, high)
			if !boolClose(got.P, pointLow.P, 1e-5, 0) || !boolClose(got.H, pointLow.H, 1e-5, 0) {
				t.Errorf("out %v, x variance %g: to low %v, point %v", out, v, got, pointLow)
			}
		}
	}
	if _, fault := BetweenRandomToX(hit, x, dist.NormalPoint(2), dist.NormalPoint(1)); fault != dist.Contradiction {
		t.Errorf("bounds in the wrong order: fault %v", fault)
	}
	if m, fault := BetweenRandomToX(hit, dist.NormalMeanVariance(83.2575, 0.2299), dist.NormalPoint(math.Inf(-1)), dist.NormalMeanVariance(0, 4)); fault != dist.NoFault || !m.IsFinite() {
		t.Errorf("an infinite bound: %v, fault %v", m, fault)
	}
	// From the far side: bounds around -200 and 255, x ever narrower, and a bound
	// far below a fixed one.
	lastP := 0.0
	for i := 10; i < 300; i += 5 {
		m, fault := BetweenRandomToLow(hit, dist.NormalMeanVariance(1.2, math.Pow(10, -0.1*float64(i))), dist.NormalMeanVariance(-200, 100), dist.NormalMeanVariance(255, 147))
		if fault != dist.NoFault || m.P < 0 || m.P > lastP*(1+1e-9) && i > 10 {
			t.Errorf("x variance 1e-%g: to low %v, fault %v", 0.1*float64(i), m, fault)
		}
		lastP = m.P
	}
	last := math.Inf(1)
	for i := range 40 {
		x := dist.NormalMeanVariance(813.98, 1.059)
		m, fault := BetweenRandomToX(hit, x, dist.NormalPoint(0), dist.NormalMeanVariance(-math.Pow(10, float64(i+2)), 9))
		if fault != dist.NoFault {
			t.Errorf("high -1e%d: fault %v", i+2, fault)
			continue
		}
		mean := m.H
		if !m.IsPoint() {
			mean = x.Times(m).Mean()
		}
		if !(mean >= 0 && mean <= last*(1+1e-9)) {
			t.Errorf("high -1e%d: mean %v after %v", i+2, mean, last)
		}
		last = mean
	}
}

func TestBetweenSpecial(t *testing.T) {
	inf := math.Inf(1)
	unit := dist.NormalMeanVariance(0, 1)
	for _, c := range []struct {
		x         dist.Normal
		low, high float64
		want      float64
	}{
		{unit, 1, 0, -inf}, {dist.NormalPoint(0), 1, 0, -inf}, {dist.NormalPoint(0), 0, 1, inf}, {dist.NormalPoint(1), 0, 1, -inf},
		{unit, -inf, inf, inf}, {unit, 0, inf, 0}, {unit, -inf, 0, 0}, {dist.Normal{}, 0, 1, -inf}, {dist.Normal{}, 0, inf, 0}, {unit, inf, inf, -inf},
	} {
		got, fault := BetweenToOut(c.x, c.low, c.high)
		if fault != dist.NoFault || got.LogOdds != c.want {
			t.Errorf("%v in [%g, %g): log odds %v (fault %v), want %v", c.x, c.low, c.high, got.LogOdds, fault, c.want)
		}
	}
	if _, fault := BetweenToXObserved(true, unit, 1, 0); fault != dist.Contradiction {
		t.Errorf("an empty interval: fault %v", fault)
	}
	if _, fault := BetweenToXObserved(true, dist.NormalPoint(1), 0, 1); fault != dist.Contradiction {
		t.Errorf("a point outside: fault %v", fault)
	}
	if m, fault := BetweenToXObserved(true, dist.NormalPoint(0), 0, 1); fault != dist.NoFault || !m.IsUniform() {
		t.Errorf("a point inside is sent %v", m)
	}
	if m, fault := BetweenToXObserved(true, dist.Normal{}, 1, 3); fault != dist.NoFault || !boolClose(m.H, 6, 1e-14, 0) || !boolClose(m.P, 3, 1e-14, 0) {
		t.Errorf("uniform x in [1, 3): %v", m)
	}
	for _, out := range []dist.Bernoulli{{LogOdds: 2}, dist.BernoulliPoint(false)} {
		if m, fault := BetweenToX(out, dist.Normal{}, 1, 3); fault != dist.NoFault || !m.IsUniform() {
			t.Errorf("uniform x, out %v: %v", out, m)
		}
	}
	if m, fault := BetweenToXObserved(true, dist.Normal{}, 1, inf); fault != dist.NoFault || !m.IsUniform() {
		t.Errorf("uniform x above 1: %v", m)
	}
	// The same as x > 0 after a shift, far away too.
	for _, low := range []float64{2, 10, 100, 1000} {
		m, _ := BetweenMoments(unit, low, inf)
		v := special.NormalHazardExcess(-low)
		if !boolClose(m.Mean, low+v, 1e-15, 0) || !boolClose(m.Variance, 1-(low+v)*v, 1e-7, 1e-12) {
			t.Errorf("above %g: mean %v variance %v", low, m.Mean, m.Variance)
		}
	}
	// Moments of a product of a normal and an indicator: the draw of two players.
	skill := dist.NormalMeanVariance(-5, 2*(60+17))
	m, _ := BetweenToXObserved(true, skill, -1.5, 1.5)
	difference := skill.Times(m)
	gain := (difference.Mean() + 5) / skill.Variance() * 60
	variance := 60 - 60*60*(1-difference.Variance()/skill.Variance())/skill.Variance()
	if !boolClose(25+gain, 26.93858464, 1e-9, 0) || !boolClose(variance, 36.7369485, 1e-8, 0) {
		t.Errorf("a draw: mean %v variance %v", 25+gain, variance)
	}
	if got := BetweenEvidence(dist.BernoulliPoint(true), skill, -1.5, 1.5); !boolClose(got, -2.42200956899, 1e-11, 0) {
		t.Errorf("a draw: log Z %v", got)
	}
	if allocs := testing.AllocsPerRun(10, func() { BetweenToX(dist.Bernoulli{LogOdds: -1}, skill, -1.5, 1.5) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	if allocs := testing.AllocsPerRun(10, func() { BetweenRandomToX(dist.Bernoulli{LogOdds: -1}, skill, unit, unit) }); allocs != 0 {
		t.Errorf("%v allocations with random bounds", allocs)
	}
}

// TestBetweenLaws: means inside the interval, mirror images to the last bit, and
// monotone in a bound, over normals and intervals of all sizes.
func TestBetweenLaws(t *testing.T) {
	for _, variance := range []float64{1e-36, 1e-12, 1e-3, 1, 40, 1e6, 1e12, 1e36} {
		for _, mean := range []float64{-1e34, -1e6, -30, -1, 0, 0.3, 8, 1e3, 1e12} {
			x := dist.NormalMeanVariance(mean, variance)
			if math.IsInf(x.H, 0) {
				continue
			}
			last, lastP := math.Inf(-1), math.Inf(1)
			for _, width := range []float64{1e-8, 1e-3, 0.1, 0.5, 1, 1.5, 2, 3, 5, 6.4, 6.6, 8, 13, 20, 40, 1e3, 1e9} {
				m, fault := BetweenMoments(x, 0, width)
				if fault != dist.NoFault {
					t.Fatalf("%v in [0, %g): fault %v", x, width, fault)
				}
				if !(m.Mean >= 0 && m.Mean <= width) || !(m.Variance >= 0 && m.Variance <= width*width/4*(1+1e-12)) || m.LogZ > 0 {
					t.Errorf("%v in [0, %g): mean %v variance %v log Z %v", x, width, m.Mean, m.Variance, m.LogZ)
				}
				if m.Mean < last*(1-1e-11) {
					t.Errorf("%v in [0, %g): mean %v after %v", x, width, m.Mean, last)
				}
				message := m.Message(x)
				if message.P > lastP*(1+1e-9) || !(message.P >= 0) {
					t.Errorf("%v in [0, %g): precision %v after %v", x, width, message.P, lastP)
				}
				mirror, _ := BetweenToXObserved(true, dist.Normal{H: -x.H, P: x.P}, -width, 0)
				if width > 0 && (mirror.H != -message.H && mirror.H != message.H || mirror.P != message.P) {
					t.Errorf("%v in [0, %g): %v, mirror image %v", x, width, message, mirror)
				}
				last, lastP = m.Mean, message.P
			}
		}
	}
}

// TestBetweenPeerRows holds the numbers that Infer.NET's operator tests assert, by
// their more exact values.
func TestBetweenPeerRows(t *testing.T) {
	x := dist.NormalMeanVariance(0, 1)
	for _, c := range []struct {
		out            dist.Bernoulli
		mean, variance float64
	}{
		{dist.BernoulliPoint(true), 1.51004951324398387054, 0.173452904924122053848},
		{dist.BernoulliPoint(false), -0.2818801303298286445194, 0.6491817401373125885875},
		{dist.BernoulliP(0.6), 0.1101090652084003376765, 1.093876369949509738999},
	} {
		m, fault := BetweenToX(c.out, x, 1, 3)
		post := x.Times(m)
		if fault != dist.NoFault || !boolClose(post.Mean(), c.mean, 1e-13, 0) || !boolClose(post.Variance(), c.variance, 1e-13, 0) {
			t.Errorf("out %v: %v, want mean %v variance %v", c.out, post, c.mean, c.variance)
		}
	}
}
