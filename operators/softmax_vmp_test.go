package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// A softmaxBound is one way to bound E log p.
type softmaxBound struct {
	name   string
	bounds func(x []dist.Normal, origin, curve float64, to []float64)
	curve  func(n int) float64
	out    func(x []dist.Normal, to *dist.Dirichlet) dist.Fault
	x      func(out dist.Dirichlet, x []dist.Normal, index int) (dist.Normal, dist.Fault)
	bound  bool // no step lowers it
}

var softmaxBounds = []softmaxBound{
	{"tangent", softmaxTangentLogs, softmaxBohning, SoftmaxToOutAverageTangent, SoftmaxToXAverageTangent, false},
	{"tilted", softmaxTiltedLogs, softmaxBohning, SoftmaxToOutAverage, SoftmaxToXAverage, false},
	{"bohning", softmaxBohningLogs, softmaxBohning, SoftmaxToOutAverageBohning, SoftmaxToXAverageBohning, true},
	{"bohning, dependent", softmaxBohningLogs, func(int) float64 { return 0.5 }, SoftmaxToOutAverageBohningDependent, SoftmaxToXAverageBohningDependent, true},
}

// logs writes the bounds of E log p.
func (b softmaxBound) logs(x []dist.Normal, to []float64) dist.Fault {
	origin, fault := softmaxOrigin(x)
	if fault == dist.NoFault {
		b.bounds(x, origin, b.curve(len(x)), to)
	}
	return fault
}

// to is the message to an element of x of a product of powers of p.
func (b softmaxBound) to(counts []float64, x []dist.Normal, index int) (dist.Normal, dist.Fault) {
	return b.x(softmaxCounts(counts), x, index)
}

func softmaxCounts(counts []float64) dist.Dirichlet {
	out := dist.DirichletUniform(len(counts))
	for k, c := range counts {
		out.A[k] += c
	}
	return out
}

// softmaxAscend updates x one after the other until nothing changes, and returns
// the posteriors and the bound, without the multinomial coefficient.
func softmaxAscend(t *testing.T, b softmaxBound, prior []dist.Normal, counts []float64, damp float64, steps int) ([]dist.Normal, float64) {
	t.Helper()
	x := make([]dist.Normal, len(prior))
	for k, d := range prior {
		if d.IsPoint() {
			x[k] = d
		}
	}
	logs := make([]float64, len(x))
	last := math.Inf(-1)
	total := 0.0
	for range steps {
		for k := range x {
			if x[k].IsPoint() {
				continue
			}
			m, fault := b.to(counts, x, k)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			if next := prior[k].Times(m); x[k].IsUniform() {
				x[k] = next
			} else {
				x[k] = next.Damp(x[k], damp)
			}
		}
		if fault := b.logs(x, logs); fault != dist.NoFault {
			t.Fatal(fault)
		}
		total = 0
		for k := range x {
			total += counts[k] * logs[k]
			if !x[k].IsPoint() {
				total += normalCross(prior[k], x[k]) + normalEntropy(x[k].P)
			}
		}
		if total < last-1e-9 && b.bound {
			t.Fatalf("%s: the bound falls from %v to %v", b.name, last, total)
		}
		last = total
	}
	return x, total
}

func softmaxSame(prior dist.Normal, n int) []dist.Normal {
	x := make([]dist.Normal, n)
	for k := range x {
		x[k] = prior
	}
	return x
}

// One draw of three values; three bounds of the same evidence.
func TestSoftmaxOneDraw(t *testing.T) {
	prior := softmaxSame(dist.NormalMeanVariance(0, 1), 3)
	counts := []float64{0, 1, 0}
	x, total := softmaxAscend(t, softmaxBounds[1], prior, counts, 0, 200)
	for k, want := range [][2]float64{{-0.26135749058700497, 0.8381880116365614}, {0.5227149811740099, 0.8003303574003348}, {-0.26135749058700497, 0.8381880116365614}} {
		checkClose(t, "mean", x[k].Mean(), want[0], 1e-12, 0)
		checkClose(t, "variance", x[k].Variance(), want[1], 1e-12, 0)
	}
	checkClose(t, "tilted", total, -1.1373882773436128, 1e-13, 0)
	_, total = softmaxAscend(t, softmaxBounds[0], prior, counts, 0.3, 300)
	checkClose(t, "tangent", total, -1.27810506273509, 1e-12, 0)
	_, bohning := softmaxAscend(t, softmaxBounds[2], prior, counts, 0, 300)
	if exact := -math.Log(3); !(bohning < exact && total < exact) {
		t.Errorf("bounds %v and %v of %v", total, bohning, exact)
	}
}

func TestSoftmaxCounts(t *testing.T) {
	prior := softmaxSame(dist.NormalMeanVariance(0, 4), 4)
	counts := []float64{1000, 100, 10, 1}
	choose := special.GammaLn(1112)
	for _, c := range counts {
		choose -= special.GammaLn(c + 1)
	}
	x, total := softmaxAscend(t, softmaxBounds[1], prior, counts, 0, 6000)
	for k, want := range [][2]float64{
		{3.376317213425931, 0.00991721455359373}, {1.0634476643381197, 0.010985264614911986},
		{-1.2481279749373668, 0.09554458206651012}, {-3.1916369028266844, 0.4889976255691781},
	} {
		checkClose(t, "mean", x[k].Mean(), want[0], 1e-6, 0)
		checkClose(t, "variance", x[k].Variance(), want[1], 1e-6, 0)
	}
	checkClose(t, "tilted", total+choose, -18.154891887813392, 1e-9, 0)
	for _, b := range []softmaxBound{softmaxBounds[0], softmaxBounds[2]} {
		damp := 0.5
		if b.bound {
			damp = 0
		}
		if _, other := softmaxAscend(t, b, prior, counts, damp, 3000); !(other < total) {
			t.Errorf("%s: %v above the tilted bound %v", b.name, other, total)
		}
	}
}

// A weight that is fixed at 0: two values.
func TestSoftmaxFixedWeight(t *testing.T) {
	prior := []dist.Normal{dist.NormalMeanVariance(1.2, 3.4), dist.NormalPoint(0)}
	counts := []float64{3, 7}
	x, total := softmaxAscend(t, softmaxBounds[1], prior, counts, 0.2, 300)
	checkClose(t, "mean", x[0].Mean(), -0.6553292305936598, 1e-10, 0)
	checkClose(t, "variance", x[0].Variance(), 0.38720452374026315, 1e-10, 0)
	checkClose(t, "evidence", total+math.Log(120), -2.949695887221891, 1e-12, 0)
}

// Each bound's message is the gradient of it; for the quadratic bound in the mean
// alone, at the touching point.
func TestSoftmaxGradient(t *testing.T) {
	counts := []float64{3, 0.5, 0, 2}
	for _, v := range []float64{0.1, 1, 30} {
		x := []dist.Normal{dist.NormalMeanVariance(1, v), dist.NormalMeanVariance(-2, 2*v), dist.NormalMeanVariance(0.5, 0.3), dist.NormalPoint(0.2)}
		logs := make([]float64, len(x))
		for _, b := range softmaxBounds {
			for k := range 3 {
				got, fault := b.to(counts, x, k)
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				old := x[k]
				checkNormalGradient(t, b.name, got, old, func(m, v float64) float64 {
					x[k] = dist.NormalMeanVariance(m, v)
					if fault := b.logs(x, logs); fault != dist.NoFault {
						t.Fatal(fault)
					}
					x[k] = old
					var sum float64
					for j, c := range counts {
						sum += c * logs[j]
					}
					return sum
				})
			}
		}
	}
}

// The a of the tilted bound are its best, and each bound is above E log sum exp.
func TestSoftmaxBoundsOrder(t *testing.T) {
	for _, v := range []float64{0, 1e-6, 0.1, 1, 10, 1e3, 1e6} {
		for _, gap := range []float64{0, 1, 10, 100, 1e4} {
			x := []dist.Normal{dist.NormalMeanVariance(gap, v), dist.NormalMeanVariance(0, v), dist.NormalMeanVariance(-1, v/3)}
			var logs [4][3]float64
			for i, b := range softmaxBounds {
				if fault := b.logs(x, logs[i][:]); fault != dist.NoFault {
					t.Fatal(fault)
				}
				for k, d := range x {
					if l := logs[i][k]; l > 0 || l != l {
						t.Errorf("%s: log probability %v", b.name, l)
					}
					checkClose(t, "difference", logs[i][k]-logs[i][0], d.Mean()-gap, 1e-13, math.Abs(logs[i][k]))
				}
			}
			if logs[0][0] > logs[1][0]*(1-1e-14) {
				t.Errorf("variance %g gap %g: tangent %v above tilted %v", v, gap, logs[0][0], logs[1][0])
			}
			level := softmaxTilt(x, gap)
			value := func(scale [3]float64) float64 {
				var loss float64
				var y []dist.Normal
				for k, d := range x {
					a, _ := softmaxShare(d, gap, level)
					a *= scale[k]
					m, w, _ := softmaxTerm(d, 0)
					loss += a * a * w / 2
					y = append(y, dist.NormalPoint(m+(1-2*a)*w/2))
				}
				total, _ := softmaxLogTotal(y, 0, 0)
				return total + loss
			}
			best := value([3]float64{1, 1, 1})
			checkClose(t, "tilted bound", gap-logs[1][0], best, 1e-12, 1)
			for k := range x {
				for _, f := range []float64{0.99, 1.01} {
					scale := [3]float64{1, 1, 1}
					scale[k] = f
					if other := value(scale); other < best-1e-13*math.Max(1, math.Abs(best)) {
						t.Errorf("variance %g gap %g: %v is not the least, %v", v, gap, best, other)
					}
				}
			}
		}
	}
	// Of two values, one fixed, it is the logistic function.
	for _, m := range []float64{-3, 0, 0.4, 6} {
		a := dist.NormalMeanVariance(m, 2)
		exact := logisticMeanLogs(m, 2)
		for _, b := range softmaxBounds {
			var logs [2]float64
			b.logs([]dist.Normal{a, dist.NormalPoint(0)}, logs[:])
			if logs[0] > exact.logS || logs[1] > exact.logR {
				t.Errorf("%s: %v above %v %v", b.name, logs, exact.logS, exact.logR)
			}
		}
	}
}
