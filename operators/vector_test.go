package operators

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"mpc/dist"
)

func vectorNear(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= tolerance*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// Of one component, messages about vectors are those about numbers.
func TestVectorsOfOneComponent(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		e := func() float64 { return math.Exp(3 * rng.NormFloat64()) }
		m, x, v := dist.NormalMeanVariance(rng.NormFloat64(), e()), dist.NormalMeanVariance(rng.NormFloat64(), e()), e()
		p := dist.Gamma{Shape: 0.5 + e(), Rate: e()}
		vm, vx := dist.MvNormal{H: []float64{m.H}, P: []float64{m.P}}, dist.MvNormal{H: []float64{x.H}, P: []float64{x.P}}
		vp := dist.Wishart{Shape: p.Shape, Rate: []float64{p.Rate}}
		var to dist.MvNormal
		var w dist.Wishart

		MvNormalPrecisionToX(vm, []float64{1 / v}, &to, nil)
		want, _ := NormalVarianceToX(m, v)
		vectorNear(t, "to x", to.H[0], want.H, 1e-12)
		vectorNear(t, "to x", to.P[0], want.P, 1e-12)
		MvNormalCovarianceToMean(vx, []float64{v}, &to, nil)
		want, _ = NormalVarianceToMean(x, v)
		vectorNear(t, "to mean", to.H[0], want.H, 1e-12)
		vectorNear(t, "to mean", to.P[0], want.P, 1e-12)

		MvNormalPrecisionToXAverage(vm, vp, &to, nil)
		average, _ := NormalPrecisionToXAverage(dist.NormalMomentsOf(m), dist.GammaMomentsOf(p))
		vectorNear(t, "to x, average", to.H[0], average.H, 1e-12)
		vectorNear(t, "to x, average", to.P[0], average.P, 1e-12)
		MvNormalPrecisionToPrecisionAverage(vx, vm, &w, nil)
		g, _ := NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m))
		vectorNear(t, "to precision", w.Shape, g.Shape, 1e-12)
		vectorNear(t, "to precision", w.Rate[0], g.Rate, 1e-12)
		vectorNear(t, "average log", MvNormalPrecisionAverageLog(vx, vm, vp, nil), NormalPrecisionAverageLog(dist.NormalMomentsOf(x), dist.NormalMomentsOf(m), dist.GammaMomentsOf(p)), 1e-10)
		known := dist.WishartPoint([]float64{1 / v})
		vectorNear(t, "average log", MvNormalCovarianceAverageLog(vx, vm, []float64{v}, nil), MvNormalPrecisionAverageLog(vx, vm, known, nil), 1e-10)

		// wishart(df, inverse = R) of one row is gamma(df/2, rate = R/2).
		r := dist.Gamma{Shape: 0.5 + e(), Rate: e()}
		vr := dist.Wishart{Shape: r.Shape, Rate: []float64{r.Rate}}
		df := 0.5 + e()
		WishartInverseToXAverage(df, vr, &w, nil)
		vectorNear(t, "to x of wishart", w.Shape, df/2, 1e-14)
		vectorNear(t, "to x of wishart", w.Rate[0], r.Mean()/2, 1e-13)
		WishartInverseToInverseAverage(vp, df, &w, nil)
		vectorNear(t, "to inverse", w.Shape, 1+df/2, 1e-14)
		vectorNear(t, "to inverse", w.Rate[0], p.Mean()/2, 1e-13)
		half := dist.Gamma{Shape: r.Shape, Rate: 2 * r.Rate} // of R/2
		want64 := df/2*half.MeanLog() - logGammaOf(df/2) + (df/2-1)*p.MeanLog() - half.Mean()*p.Mean()
		vectorNear(t, "average log of wishart", WishartInverseAverageLog(vp, df, vr, nil), want64, 1e-9)
		entropy := vp.Entropy(nil)
		for _, work := range []*dist.MvWork{nil, {}} { // with memory of its own and with what is shared
			vectorNear(t, "divergence of wishart", WishartInverseDivergence(vp, df, vr, work), want64+entropy, 1e-9)
			vectorNear(t, "divergence of scale", WishartScaleDivergence(vp, df, []float64{0.5}, work), WishartScaleAverageLog(vp, df, []float64{0.5}, nil)+entropy, 1e-9)
		}
	}
}

// TestWishartDivergenceWork: the divergence of matrices is the same with shared memory.
func TestWishartDivergenceWork(t *testing.T) {
	x := dist.Wishart{Shape: 4, Rate: []float64{2, 0.3, 0.3, 1}}
	r := dist.Wishart{Shape: 3, Rate: []float64{1, -0.2, -0.2, 2}}
	for _, inverse := range []dist.Wishart{r, {Rate: []float64{0.5, 0.1, 0.1, 1}, Point: true}} {
		want := WishartInverseAverageLog(x, 5, inverse, nil) + x.Entropy(nil)
		for _, work := range []*dist.MvWork{nil, {}} {
			vectorNear(t, "divergence", WishartInverseDivergence(x, 5, inverse, work), want, 1e-11)
		}
	}
}

func logGammaOf(x float64) float64 { l, _ := math.Lgamma(x); return l }

// The mean log density against draws.
func TestVectorAverageLogAgainstDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	x, err := dist.MvNormalMeanCovariance([]float64{1, -1}, []float64{2, 0.5, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	m, err := dist.MvNormalMeanCovariance([]float64{0, 2}, []float64{1, -0.3, -0.3, 0.5})
	if err != nil {
		t.Fatal(err)
	}
	p, err := dist.WishartDfScale(5, []float64{0.4, 0.1, 0.1, 0.3})
	if err != nil {
		t.Fatal(err)
	}
	r, err := dist.WishartDfScale(6, []float64{0.5, -0.1, -0.1, 0.4})
	if err != nil {
		t.Fatal(err)
	}
	const n = 40000
	mean := func(f func() float64) (float64, float64) {
		sum, square := 0.0, 0.0
		for range n {
			z := f()
			sum += z
			square += z * z
		}
		return sum / n, math.Sqrt((square/n - sum*sum/n/n) / n)
	}
	work := &dist.MvWork{}
	check := func(name string, got float64, f func() float64) {
		t.Helper()
		want, se := mean(f)
		if math.Abs(got-want) > 5*se {
			t.Errorf("%s: %v, draws say %v with a standard error of %v", name, got, want, se)
		}
	}
	check("mvnormal", MvNormalPrecisionAverageLog(x, m, p, nil), func() float64 {
		return MvNormalPrecisionEvidence(x.SampleTo(nil, rng, work), m.SampleTo(nil, rng, work), p.SampleTo(nil, rng, work), work)
	})
	check("mvnormal of covariance", MvNormalCovarianceAverageLog(x, m, []float64{3, 1, 1, 2}, nil), func() float64 {
		return MvNormalCovarianceEvidence(x.SampleTo(nil, rng, work), m.SampleTo(nil, rng, work), []float64{3, 1, 1, 2}, work)
	})
	check("wishart", WishartInverseAverageLog(p, 7, r, nil), func() float64 {
		return WishartInverseEvidence(p.SampleTo(nil, rng, work), 7, r.SampleTo(nil, rng, work), work)
	})
	check("wishart of scale", WishartScaleAverageLog(p, 7, []float64{1, 0.2, 0.2, 2}, nil), func() float64 {
		return WishartScaleEvidence(p.SampleTo(nil, rng, work), 7, []float64{1, 0.2, 0.2, 2}, work)
	})
	d := dist.Dirichlet{A: []float64{2, 3, 0.7}}
	check("dirichlet", DirichletAverageLog(d, []float64{1.5, 0.5, 4}), func() float64 {
		return DirichletEvidence(d.SampleTo(nil, rng), []float64{1.5, 0.5, 4})
	})
	s := dist.Gamma{Shape: 4, Rate: 3}
	var y dist.Wishart
	if fault := ProductWishartToOutAverage(p, s, &y, nil); fault != dist.NoFault {
		t.Fatal(fault)
	}
	check("log determinant of a product", y.MeanLogDet(nil), func() float64 {
		return dist.WishartPoint(p.SampleTo(nil, rng, work)).MeanLogDet(work) + 2*math.Log(s.Sample(rng))
	})
	vectorNear(t, "mean of a product", y.MeanTo(nil, nil)[1], p.MeanTo(nil, nil)[1]*s.Mean(), 1e-12)
}

// What comes back through a product is the density of the product in each argument.
func TestProductWishartBack(t *testing.T) {
	out := dist.Wishart{Shape: 3, Rate: []float64{2, 0.5, 0.5, 1}}
	a, b := dist.WishartPoint([]float64{2, 0.3, 0.3, 1}), 0.7
	var toA dist.Wishart
	ProductWishartToAAverage(out, dist.GammaPoint(b), &toA)
	toB, _ := ProductWishartToBAverage(out, a, nil)
	density := func(x []float64, s float64) float64 {
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = s * v
		}
		return out.LogProbIn(y, nil)
	}
	x := []float64{1.5, -0.2, -0.2, 2}
	vectorNear(t, "to a", toA.LogProbIn(x, nil)-toA.LogProbIn(a.Rate, nil), density(x, b)-density(a.Rate, b), 1e-12)
	vectorNear(t, "to b", toB.LogProb(1.9)-toB.LogProb(b), density(a.Rate, 1.9)-density(a.Rate, b), 1e-12)
	if _, fault := ProductWishartToBAverage(dist.WishartPoint(x), a, nil); fault != dist.NotFinite {
		t.Errorf("a point: fault %v", fault)
	}
}

// A dot product and a component, forward and back.
func TestDotVector(t *testing.T) {
	w, err := dist.MvNormalMeanCovariance([]float64{1, 2, -1}, []float64{2, 0.5, 0.1, 0.5, 1, 0, 0.1, 0, 3})
	if err != nil {
		t.Fatal(err)
	}
	out, fault := DotVectorToOut(w, []float64{1, -1, 2}, nil)
	vectorNear(t, "mean", out.Mean(), 1-2-2, 1e-14)
	vectorNear(t, "variance", out.Variance(), 2+1+12-2*0.5+4*0.1, 1e-13)
	if fault != dist.NoFault {
		t.Error(fault)
	}
	c, _ := ComponentToOut(w, 2, nil)
	vectorNear(t, "component", c.Mean(), -1, 1e-14)
	vectorNear(t, "component", c.Variance(), 3, 1e-13)
	to, same := dist.MvNormalUniform(3), dist.MvNormalUniform(3)
	ComponentToW(dist.Normal{H: 2, P: 5}, 1, &to)
	DotVectorToW(dist.Normal{H: 2, P: 5}, []float64{0, 1, 0}, &same)
	if !reflect.DeepEqual(to, same) {
		t.Errorf("%v and %v", to, same)
	}
	if zero, _ := DotVectorToOut(w, []float64{0, 0, 0}, nil); !zero.IsPoint() || zero.Mean() != 0 {
		t.Errorf("a dot product with 0: %v", zero)
	}
	improper := dist.MvNormalUniform(3)
	improper.AddDot([]float64{1, 0, 0}, dist.Normal{H: 1, P: 1})
	for _, fault := range []dist.Fault{
		DotVectorToW(dist.NormalPoint(1), []float64{1, 2, 3}, &to), ComponentToW(dist.NormalPoint(1), 0, &to),
		second(DotVectorToOut(improper, []float64{0, 1, 0}, nil)), second(ComponentToOut(improper, 1, nil)),
	} {
		if fault == dist.NoFault {
			t.Error("no fault")
		}
	}
}

func second(_ dist.Normal, fault dist.Fault) dist.Fault { return fault }

// Counts touch no other component, and impossible ones are contradictions.
func TestCounts(t *testing.T) {
	to := dist.DirichletUniform(4)
	for range 2 {
		if CategoricalToP(2, 1, &to) != dist.NoFault {
			t.Error("a fault")
		}
	}
	if MultinomialToP([]int{1, 0, 0, 3}, 4, 1, &to) != dist.NoFault {
		t.Error("a fault")
	}
	if !reflect.DeepEqual(to.A, []float64{2, 1, 3, 4}) {
		t.Errorf("%v", to.A)
	}
	for _, fault := range []dist.Fault{CategoricalToP(4, 1, &to), CategoricalToP(-1, 1, &to), MultinomialToP([]int{1, 1, 1, 1}, 5, 1, &to), MultinomialToP([]int{-1, 1, 1, 1}, 2, 1, &to), MultinomialToP([]int{1}, 1, 1, &to)} {
		if fault != dist.Contradiction {
			t.Errorf("fault %v", fault)
		}
	}
	p := []float64{0.2, 0, 0.3, 0.5}
	vectorNear(t, "multinomial", MultinomialEvidence([]int{1, 0, 0, 3}, 4, p), math.Log(4*0.2*0.125), 1e-14)
	vectorNear(t, "multinomial of 0", MultinomialEvidence([]int{1, 1, 0, 0}, 2, p), math.Inf(-1), 0)
	vectorNear(t, "categorical", CategoricalEvidence(2, p), math.Log(0.3), 1e-15)
	vectorNear(t, "no such value", CategoricalEvidence(4, p), math.Inf(-1), 0)
}

// Log Z of an observed vector is the density with the covariances added.
func TestMvNormalEvidence(t *testing.T) {
	mean, err := dist.MvNormalMeanCovariance([]float64{1, 2}, []float64{2, 0.5, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	x, s := []float64{0, 3}, []float64{1, 0.2, 0.2, 4}
	want, err := dist.MvNormalMeanCovariance([]float64{1, 2}, []float64{3, 0.7, 0.7, 5})
	if err != nil {
		t.Fatal(err)
	}
	vectorNear(t, "covariance", MvNormalCovarianceMeanEvidence(x, mean, s, nil), want.LogProbIn(x, nil), 1e-13)
	det := 1*4 - 0.2*0.2
	precision := []float64{4 / det, -0.2 / det, -0.2 / det, 1 / det}
	vectorNear(t, "precision", MvNormalPrecisionMeanEvidence(x, mean, precision, nil), want.LogProbIn(x, nil), 1e-13)
}

// Messages about vectors are written in place: once memory is there, nothing is
// allocated.
func TestVectorsAllocateNothing(t *testing.T) {
	work := &dist.MvWork{}
	mean := dist.MvNormalMeanVariance([]float64{1, 2, 3}, []float64{1, 2, 3})
	p := dist.Wishart{Shape: 4, Rate: []float64{2, 1, 0, 1, 2, 0, 0, 0, 2}}
	x, m := []float64{1, 2, 4}, []float64{2, 1, 0, 1, 2, 0, 0, 0, 2}
	v, w, d := dist.MvNormalUniform(3), dist.WishartUniform(3), dist.DirichletUniform(3)
	g := dist.Gamma{Shape: 2, Rate: 1}
	sum := 0.0
	for name, call := range map[string]func(){
		"MvNormalPrecisionToX":                func() { MvNormalPrecisionToX(mean, m, &v, work) },
		"MvNormalPrecisionToXKnown":           func() { MvNormalPrecisionToXKnown(x, m, &v) },
		"MvNormalCovarianceToX":               func() { MvNormalCovarianceToX(mean, m, &v, work) },
		"MvNormalCovarianceToXKnown":          func() { MvNormalCovarianceToXKnown(x, m, &v, work) },
		"MvNormalPrecisionMeanEvidence":       func() { sum += MvNormalPrecisionMeanEvidence(x, mean, m, work) },
		"MvNormalCovarianceMeanEvidence":      func() { sum += MvNormalCovarianceMeanEvidence(x, mean, m, work) },
		"MvNormalPrecisionToXAverage":         func() { MvNormalPrecisionToXAverage(mean, p, &v, work) },
		"MvNormalPrecisionToPrecisionAverage": func() { MvNormalPrecisionToPrecisionAverage(mean, mean, &w, work) },
		"MvNormalPrecisionAverageLog":         func() { sum += MvNormalPrecisionAverageLog(mean, mean, p, work) },
		"MvNormalCovarianceAverageLog":        func() { sum += MvNormalCovarianceAverageLog(mean, mean, m, work) },
		"WishartScaleToX":                     func() { WishartScaleToX(5, m, &w, work) },
		"WishartScaleAverageLog":              func() { sum += WishartScaleAverageLog(p, 5, m, work) },
		"WishartInverseToXAverage":            func() { WishartInverseToXAverage(5, p, &w, work) },
		"WishartInverseToInverseAverage":      func() { WishartInverseToInverseAverage(p, 5, &w, work) },
		"WishartInverseAverageLog":            func() { sum += WishartInverseAverageLog(p, 5, p, work) },
		"ProductWishartToOutAverage":          func() { ProductWishartToOutAverage(p, g, &w, work) },
		"ProductWishartToBAverage":            func() { ProductWishartToBAverage(p, p, work) },
		"DotVectorToOut":                      func() { DotVectorToOut(mean, x, work) },
		"DotVectorToW":                        func() { DotVectorToW(dist.Normal{H: 1, P: 2}, x, &v) },
		"ComponentToOut":                      func() { ComponentToOut(mean, 1, work) },
		"DirichletToX":                        func() { DirichletToX(x, &d) },
		"MultinomialToP":                      func() { MultinomialToP([]int{1, 2, 3}, 6, 1, &d) },
	} {
		call()
		if n := testing.AllocsPerRun(20, call); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	if math.IsNaN(sum) {
		t.Error("no number")
	}
}
