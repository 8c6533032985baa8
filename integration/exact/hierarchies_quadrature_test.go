package exact

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/mat"
)

// A hyperPrior is a hyperparameter's log density, and the precision that it gives normals.
type hyperPrior struct {
	text      string // what it is drawn from, in the language
	argument  string // of normal: precision = NAME, sd = NAME
	log       func(x float64) float64
	precision func(x float64) float64
	high      float64 // its upper bound, 0 of none
}

// at is the hyperparameter at a real coordinate, its log, or its logit where it has an upper bound, and the log density of
// the coordinate.
func (p *hyperPrior) at(x float64) (value, log float64) {
	if p.high > 0 {
		value = p.high / (1 + math.Exp(-x))
		return value, p.log(value) + math.Log(value/(1+math.Exp(x)))
	}
	value = math.Exp(x)
	return value, p.log(value) + x
}

// moments are sums of weights, values and squares.
type moments struct{ weight, sum, square float64 }

func (m *moments) add(weight, mean, variance float64) {
	m.weight += weight
	m.sum += weight * mean
	m.square += weight * (variance + mean*mean)
}

// meanSd gives the mean and the standard deviation.
func (m *moments) meanSd() [2]float64 {
	mean := m.sum / m.weight
	return [2]float64{mean, math.Sqrt(m.square/m.weight - mean*mean)}
}

// A density is that of a coordinate, by the weights of equidistant points.
type density map[float64]float64

// quantiles are those at 5, 50 and 95 %: the log density is a cubic spline through the points.
func (d density) quantiles() (q [3]float64) {
	points := slices.Sorted(maps.Keys(d))
	var log []float64
	for _, x := range points {
		log = append(log, math.Log(d[x]))
	}
	var spline interp.NaturalCubic
	if err := spline.Fit(points, log); err != nil {
		panic(err)
	}
	const parts = 10000
	low := points[0]
	step := (points[len(points)-1] - low) / parts
	var below [parts + 1]float64
	for i := range parts {
		below[i+1] = below[i] + math.Exp(spline.Predict(low+(float64(i)+0.5)*step))
	}
	for i, p := range []float64{0.05, 0.5, 0.95} {
		k := slices.IndexFunc(below[:], func(x float64) bool { return x >= p*below[parts] })
		q[i] = low + step*(float64(k)-(below[k]-p*below[parts])/(below[k]-below[k-1]))
	}
	return q
}

// A grid sums over points of some dimensions: first over rough steps, to find where the log density is
// within gridDepth of its maximum, then over fine ones within this box.
type grid struct {
	low, high, rough []float64
	fine             []int // points along each dimension
}

// gridDepth is large, as squares of effects grow where precisions are small.
const gridDepth = 28

// run calls visit with the weight of each point, and gives the log of what the sum of weights is to be multiplied by for
// the integral.
func (g grid) run(log func(x []float64) float64, visit func(x []float64, weight float64)) float64 {
	d := len(g.low)
	most, x := math.Inf(-1), make([]float64, d)
	low, high := make([]float64, d), make([]float64, d)
	type point struct {
		x   []float64
		log float64
	}
	var points []point
	var walk func(k int, low, high, step []float64, f func())
	walk = func(k int, low, high, step []float64, f func()) {
		if k == d {
			f()
			return
		}
		for i := range int((high[k]-low[k])/step[k] + 1.5) {
			x[k] = low[k] + float64(i)*step[k]
			walk(k+1, low, high, step, f)
		}
	}
	walk(0, g.low, g.high, g.rough, func() {
		l := log(x)
		points = append(points, point{append([]float64(nil), x...), l})
		most = max(most, l)
	})
	for k := range d {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	for _, p := range points {
		for k, v := range p.x {
			if p.log > most-gridDepth {
				low[k], high[k] = min(low[k], v-g.rough[k]), max(high[k], v+g.rough[k])
			}
		}
	}
	step, scale := make([]float64, d), most
	for k := range d {
		step[k] = (high[k] - low[k]) / float64(g.fine[k]-1)
		scale += math.Log(step[k])
	}
	walk(0, low, high, step, func() {
		if l := log(x); l > most-gridDepth-4 {
			visit(x, math.Exp(l-most))
		}
	})
	return scale
}

// A quadraticForm is a normal density of some numbers, but for its precision: -(x'Qx/2 - b'x + c/2) times it, and rows
// times half of its log.
type quadraticForm struct {
	q    *mat.SymDense
	b    []float64
	c    float64
	rows float64
}

func newQuadraticForm(n int) *quadraticForm {
	return &quadraticForm{q: mat.NewSymDense(n, nil), b: make([]float64, n)}
}

// add adds (slopes of coordinates - y)^2/2.
func (f *quadraticForm) add(at []int, slope []float64, y float64) {
	for i, a := range at {
		for j, b := range at {
			if a <= b {
				f.q.SetSym(a, b, f.q.At(a, b)+slope[i]*slope[j])
			}
		}
		f.b[a] += slope[i] * y
	}
	f.c += y * y
	f.rows++
}

// exactNormals integrates a hierarchy of normal data: given its hyperparameters all normals are one dense normal. The first
// form is of precision 1; each of the others has a hyperparameter. It gives the moments of normals and of hyperparameters, and the quantiles of these.
func exactNormals(forms []*quadraticForm, priors []hyperPrior) (normals, hypers [][2]float64, quantiles [][3]float64) {
	n, d := len(forms[0].b), len(priors)
	var chol mat.Cholesky
	q, b, mean := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	log := func(x []float64) float64 {
		sum, c := 0.0, 0.0
		for i := range n {
			b.SetVec(i, 0)
			for j := i; j < n; j++ {
				q.SetSym(i, j, 0)
			}
		}
		for k, f := range forms {
			p := 1.0
			if k > 0 {
				v, l := priors[k-1].at(x[k-1])
				p = priors[k-1].precision(v)
				sum += l + 0.5*f.rows*math.Log(p)
			}
			for i := range n {
				b.SetVec(i, b.AtVec(i)+p*f.b[i])
				for j := i; j < n; j++ {
					q.SetSym(i, j, q.At(i, j)+p*f.q.At(i, j))
				}
			}
			c += p * f.c
		}
		if !chol.Factorize(q) || chol.SolveVecTo(mean, b) != nil {
			return math.Inf(-1)
		}
		return sum - 0.5*c + 0.5*mat.Dot(b, mean) - 0.5*chol.LogDet()
	}
	all, of, marginals := make([]moments, n), make([]moments, d), make([]density, d)
	for k := range marginals {
		marginals[k] = density{}
	}
	inverse := mat.NewSymDense(n, nil)
	g := grid{}
	for range d {
		g.fine = append(g.fine, []int{0, 121, 61, 31}[d])
		g.low, g.high, g.rough = append(g.low, -14), append(g.high, 10), append(g.rough, 0.6)
	}
	g.run(log, func(x []float64, weight float64) {
		_ = chol.InverseTo(inverse)
		for i := range n {
			all[i].add(weight, mean.AtVec(i), inverse.At(i, i))
		}
		for k := range x {
			v, _ := priors[k].at(x[k])
			of[k].add(weight, v, 0)
			marginals[k][x[k]] += weight
		}
	})
	for k, m := range marginals {
		q := m.quantiles()
		for i, x := range q {
			q[i], _ = priors[k].at(x)
		}
		quantiles = append(quantiles, q)
	}
	return moment(all), moment(of), quantiles
}

func moment(list []moments) (out [][2]float64) {
	for i := range list {
		out = append(out, list[i].meanSd())
	}
	return out
}

// exactEffects integrates a hierarchy of data that are not normal: effects around m, each with a log likelihood of its own,
// over a hyperparameter and m, and over each effect: at points that are equidistant in the hyperbolic sine, where the density
// given m and the hyperparameter is wider than these are apart, else at points of that density.
func exactEffects(likelihoods []func(u float64) float64, variance float64, prior hyperPrior) (m, hyper [2]float64, effects [][2]float64) {
	const reach, step, narrow, nodes = 8.5, 0.012, 0.1, 8.0 // sinh(8.5) = 2457
	var u, width []float64
	for s := -reach; s <= reach; s += step {
		u, width = append(u, math.Sinh(s)), append(width, math.Cosh(s)*step)
	}
	table, most := make([][]float64, len(likelihoods)), make([]float64, len(likelihoods))
	for j, f := range likelihoods {
		most[j] = math.Inf(-1)
		for _, x := range u {
			most[j] = max(most[j], f(x))
		}
		for i, x := range u {
			table[j] = append(table[j], math.Exp(f(x)-most[j])*width[i])
		}
	}
	at := make([]moments, len(likelihoods))
	log := func(x []float64) float64 {
		v, sum := prior.at(x[0])
		sd := 1 / math.Sqrt(prior.precision(v))
		sum -= x[1] * x[1] / (2 * variance)
		clear(at)
		if sd < narrow {
			for z := -nodes; z <= nodes; z += 0.25 {
				w := math.Exp(-0.5*z*z) * 0.25 * sd
				for j, f := range likelihoods {
					u := x[1] + sd*z
					at[j].add(w*math.Exp(f(u)-most[j]), u, 0)
				}
			}
		} else {
			for i, u := range u {
				z := (u - x[1]) / sd
				if math.Abs(z) > nodes+3 {
					continue
				}
				w := math.Exp(-0.5 * z * z)
				for j := range at {
					at[j].add(w*table[j][i], u, 0)
				}
			}
		}
		for j := range at {
			sum += math.Log(at[j].weight / sd)
		}
		if math.IsNaN(sum) {
			return math.Inf(-1)
		}
		return sum
	}
	all := make([]moments, 2+len(likelihoods))
	g := grid{low: []float64{-14, -14}, high: []float64{10, 14}, rough: []float64{0.7, 0.35}, fine: []int{71, 71}}
	g.run(log, func(x []float64, weight float64) {
		v, _ := prior.at(x[0])
		all[0].add(weight, x[1], 0)
		all[1].add(weight, v, 0)
		for j := range at {
			mean, square := at[j].sum/at[j].weight, at[j].square/at[j].weight
			all[2+j].add(weight, mean, max(0, square-mean*mean))
		}
	})
	list := moment(all)
	return list[0], list[1], list[2:]
}
