package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// message is what every family has, with X the type of its variable.
type message[T any, X any] interface {
	comparable
	Times(T) T
	Power(float64) T
	Damp(T, float64) T
	MakeProper(T) T
	IsUniform() bool
	IsProper() bool
	IsPoint() bool
	IsFinite() bool
	Mean() float64
	Variance() float64
	LogProb(X) float64
	LogIntegral(T) float64
	Change(T) float64
	Sample(*rand.Rand) X
	String() string
	MarshalJSON() ([]byte, error)
}

// laws checks what holds for each family. Messages have parameters that are sums
// of few powers of 2, so that equalities are exact; points are two different
// point masses.
func laws[T message[T, X], X any](t *testing.T, uniform T, messages []T, points [2]T) {
	t.Helper()
	if !uniform.IsUniform() || !uniform.IsFinite() || uniform.IsPoint() {
		t.Errorf("%v: not uniform", uniform)
	}
	if s := points[0].Times(points[1]); s.IsFinite() {
		t.Errorf("%v: product of two points", s)
	}
	all := append([]T{uniform, points[0]}, messages...)
	for _, a := range all {
		if !a.IsFinite() {
			t.Errorf("%v: not finite", a)
		}
		if got := a.Times(uniform); got != a {
			t.Errorf("%v times uniform: %v", a, got)
		}
		if got := a.Power(1); got != a {
			t.Errorf("%v to the power 1: %v", a, got)
		}
		if got := a.Power(2); got != a.Times(a) {
			t.Errorf("%v to the power 2: %v, want %v", a, got, a.Times(a))
		}
		if got := a.Power(0); !got.IsUniform() {
			t.Errorf("%v to the power 0: %v", a, got)
		}
		if got := a.Power(-1); !a.IsPoint() && !got.Times(a).IsUniform() {
			t.Errorf("%v to the power -1: %v", a, got)
		}
		if c := a.Change(a); c != 0 {
			t.Errorf("%v: change %v from itself", a, c)
		}
		if got := a.Damp(a, 0.3); got != a {
			t.Errorf("%v damped to itself: %v", a, got)
		}
		if c := a.Change(points[1]); a != points[0] && !(c > 0) {
			t.Errorf("%v: change %v from a point", a, c)
		}
		for _, b := range all {
			if a.Times(b) != b.Times(a) {
				t.Errorf("%v, %v do not commute", a, b)
			}
			if l, m := a.LogIntegral(b), b.LogIntegral(a); l == l && !near(l, m, 1e-14) || (l == l) != (m == m) {
				t.Errorf("%v, %v: log integrals %v, %v", a, b, l, m)
			}
			if got := a.Damp(b, 0); got != a {
				t.Errorf("%v undamped from %v: %v", a, b, got)
			}
			if !a.IsPoint() && !b.IsPoint() {
				if got, want := a.Damp(b, 0.25), b.Power(0.25).Times(a.Power(0.75)); got != want {
					t.Errorf("%v damped from %v: %v, want %v", a, b, got, want)
				}
			}
			for _, c := range all {
				if a.Times(b).Times(c) != a.Times(b.Times(c)) {
					t.Errorf("%v, %v, %v: not associative", a, b, c)
				}
			}
			checkMakeProper[T, X](t, a, b)
		}
	}
}

// checkMakeProper checks that making d proper keeps the mean of its product with
// cavity.
func checkMakeProper[T message[T, X], X any](t *testing.T, d, cavity T) {
	t.Helper()
	product := d.Times(cavity)
	if !product.IsProper() || cavity.IsPoint() {
		return
	}
	r := d.MakeProper(cavity)
	if again := r.MakeProper(cavity); again != r {
		t.Errorf("%v with cavity %v: made proper %v, and again %v", d, cavity, r, again)
	}
	if got, want := r.Times(cavity).Mean(), product.Mean(); !math.IsInf(want, 0) && math.Abs(got-want) > 1e-14*math.Abs(want) {
		t.Errorf("%v with cavity %v: made proper %v of mean %v, want %v", d, cavity, r, got, want)
	}
}

func TestNormalLaws(t *testing.T) {
	laws[Normal, float64](t, NormalUniform(),
		[]Normal{{1, 2}, {-3, 0.5}, {4, 0}, {0, 8}, {2, -1}, {1.5, -0.25}},
		[2]Normal{NormalPoint(3), NormalPoint(-1)})
}

func TestGammaLaws(t *testing.T) {
	laws[Gamma, float64](t, GammaUniform(),
		[]Gamma{{2, 2}, {0.5, 0.25}, {4, 0}, {8, 16}, {-0.5, 1}, {2.5, -0.25}, {0.25, -0.125}},
		[2]Gamma{GammaPoint(3), GammaPoint(0)})
}

func TestInverseGammaLaws(t *testing.T) {
	laws[InverseGamma, float64](t, InverseGammaUniform(),
		[]InverseGamma{{2, 2}, {0.5, 0.25}, {4, 0}, {8, 16}, {-1.5, 1}, {2.5, -0.25}, {-1.25, -0.125}},
		[2]InverseGamma{InverseGammaPoint(3), InverseGammaPoint(1)})
}

func TestBetaLaws(t *testing.T) {
	laws[Beta, float64](t, BetaUniform(),
		[]Beta{{2, 2}, {0.5, 0.25}, {4, 1}, {8, 16}, {-0.5, 2}, {2.5, -0.25}, {0.25, -0.125}},
		[2]Beta{BetaPoint(0.25), BetaPoint(0)})
}

func TestBernoulliLaws(t *testing.T) {
	laws[Bernoulli, bool](t, BernoulliUniform(),
		[]Bernoulli{{2}, {-0.5}, {40}, {-512}},
		[2]Bernoulli{BernoulliPoint(true), BernoulliPoint(false)})
}

// The message that is made proper is the limit of ever narrower cavities.
func TestMakeProperAtPointCavity(t *testing.T) {
	if got, want := (Normal{2, -1}).MakeProper(NormalPoint(3)), (Normal{5, 0}); got != want {
		t.Errorf("normal: %v, want %v", got, want)
	}
	if got, want := (Gamma{0.5, 1}).MakeProper(GammaPoint(2)), (Gamma{1, 1.25}); got != want {
		t.Errorf("gamma: %v, want %v", got, want)
	}
	if got, want := (Gamma{0.5, -1}).MakeProper(GammaPoint(2)), (Gamma{2.5, 0}); got != want {
		t.Errorf("gamma: %v, want %v", got, want)
	}
	if got, want := (Beta{0.5, 2}).MakeProper(BetaPoint(0.5)), (Beta{1, 2.5}); got != want {
		t.Errorf("beta: %v, want %v", got, want)
	}
	if got, want := (InverseGamma{-1.5, 2}).MakeProper(InverseGammaPoint(2)), (InverseGamma{-1, 3}); got != want {
		t.Errorf("inverse gamma: %v, want %v", got, want)
	}
}

func TestProperPredicates(t *testing.T) {
	for name, bad := range map[string]bool{
		"zero gamma point":    GammaPoint(0).IsProper(),
		"beta point at 0":     BetaPoint(0).IsProper(),
		"normal tilt":         !Normal{1, 0}.IsProper(),
		"gamma shape 0":       !Gamma{0, 1}.IsProper(),
		"NaN bernoulli":       !BernoulliP(1.5).IsProper(),
		"NaN normal":          !Normal{math.NaN(), 1}.IsFinite(),
		"overflowed normal":   !Normal{math.Inf(1), 1}.IsFinite(),
		"overflowed product":  !Normal{0, 1.5e308}.Times(Normal{0, 1.5e308}).IsFinite(),
		"overflowed power":    !Gamma{1, 1e308}.Power(3).IsFinite(),
		"NaN times point":     !Normal{math.NaN(), 1}.Times(NormalPoint(1)).IsFinite(),
		"negative gamma gap":  !GammaMeanLog(1, 0.5).IsFinite(),
		"impossible logs":     !BetaMeanLogs(-0.1, -0.1).IsFinite(),
		"two infinite counts": !BetaCounts(math.Inf(1), math.Inf(1)).IsFinite(),
	} {
		if !bad {
			t.Errorf("%s: not seen", name)
		}
	}
}

func TestChange(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"normal mean by 1/4 sd", NormalMeanVariance(1.5, 4).Change(NormalMeanVariance(1, 4)), 0.25},
		{"normal variance doubled", NormalMeanVariance(1, 4).Change(NormalMeanVariance(1, 2)), 1},
		{"normal variance halved", NormalMeanVariance(1, 2).Change(NormalMeanVariance(1, 4)), 1},
		{"normal points", NormalPoint(4).Change(NormalPoint(3)), 0.25},
		{"from uniform", NormalMeanVariance(1, 2).Change(Normal{}), math.Inf(1)},
		{"NaN", Normal{math.NaN(), 1}.Change(Normal{1, 1}), math.Inf(1)},
		{"gamma scaled", Gamma{4, 2}.Change(Gamma{4, 4}), 3},
		{"gamma mean by 1/10 sd", GammaMeanVariance(10, 1e-4).Change(GammaMeanVariance(10.001, 1e-4)), 0.1},
		{"inverse gamma scaled", InverseGamma{4, 2}.Change(InverseGamma{4, 1}), 3},
		{"inverse gamma without a variance", InverseGamma{1, 2}.Change(InverseGamma{1, 4}), 3},
		{"beta mean near 1", BetaMeanVariance(1-0x1p-20, 0x1p-50).Change(BetaMeanVariance(1-0x1p-19, 0x1p-50)), 32},
		{"bernoulli", BernoulliP(0.25).Change(BernoulliP(0.75)), 0.5},
		{"bernoulli NaN", BernoulliP(0.25).Change(BernoulliP(2)), math.Inf(1)},
	} {
		if !near(c.got, c.want, 1e-9) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func allocations[T message[T, X], X any](t *testing.T, a, b T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var sink T
	var total float64
	if n := testing.AllocsPerRun(100, func() {
		x := a.Sample(rng)
		sink = a.Times(b).Power(0.5).Damp(a, 0.5).MakeProper(b)
		total += a.Mean() + a.Variance() + a.LogProb(x) + a.LogIntegral(b) + a.Change(b)
	}); n != 0 {
		t.Errorf("%v: %v allocations", sink, n)
	}
}

func TestNoAllocations(t *testing.T) {
	allocations[Normal, float64](t, Normal{1, 2}, Normal{2, 1})
	allocations[Gamma, float64](t, Gamma{1, 2}, Gamma{2, 1})
	allocations[InverseGamma, float64](t, InverseGamma{1, 2}, InverseGamma{2, 1})
	allocations[Beta, float64](t, Beta{1, 2}, Beta{2, 1})
	allocations[Bernoulli, bool](t, Bernoulli{1}, Bernoulli{2})
	if n := testing.AllocsPerRun(10, func() { GammaMeanLog(2, 0.1); BetaMeanLogs(-1, -1.5) }); n != 0 {
		t.Errorf("projections: %v allocations", n)
	}
}
