package chains_test

import (
	"math"
	"reflect"
	"slices"
	"unsafe"

	"mpc/codegen/code/chains"
	"mpc/codegen/code/evaluate"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

type numbers = evaluate.Numbers

// watched are the samplers that draws call, by their names.
var watched = map[string]func(l *law, n evaluate.Native, in, out *numbers){
	"mcmc.DrawNormalNatural":          number(func(a []float64, x float64) float64 { return a[0]*x - a[1]*x*x/2 }),
	"mcmc.DrawTruncatedNormalNatural": number(func(a []float64, x float64) float64 { return a[0]*x - a[1]*x*x/2 }),
	"mcmc.DrawGamma":                  number(func(a []float64, x float64) float64 { return (a[0]-1)*math.Log(x) - a[1]*x }),
	"mcmc.DrawTruncatedGamma":         number(func(a []float64, x float64) float64 { return (a[0]-1)*math.Log(x) - a[1]*x }),
	"mcmc.DrawInverseGamma":           number(func(a []float64, x float64) float64 { return -(a[0]+1)*math.Log(x) - a[1]/x }),
	"mcmc.DrawTruncatedInverseGamma":  number(func(a []float64, x float64) float64 { return -(a[0]+1)*math.Log(x) - a[1]/x }),
	"mcmc.DrawBeta":                   number(func(a []float64, x float64) float64 { return (a[0]-1)*math.Log(x) + (a[1]-1)*math.Log1p(-x) }),
	"mcmc.DrawTruncatedBeta":          number(func(a []float64, x float64) float64 { return (a[0]-1)*math.Log(x) + (a[1]-1)*math.Log1p(-x) }),
	"mcmc.DrawCategorical":            categorical,
	"mcmc.DrawDirichlet":              dirichlet,
	"mcmc.DrawNormalVector":           normalVector,
	"mcmc.DrawWishartMatrix":          wishart,

	"Slice.Begin":             sliceBegins(1, 2),
	"Slice.Next":              sliceGoesOn,
	"AdaptiveRejection.Begin": sliceBegins(1, 2),
	"AdaptiveRejection.Next":  sliceGoesOn,
	"WholeSlice.Begin":        sliceBegins(-1, 1),
	"WholeSlice.Next":         sliceGoesOn,
	"Elliptical.Start":        stepsBegin("elliptical"),
	"Elliptical.Move":         sliceGoesOn,
	"Simplex.Start":           stepsBegin("simplex"),
	"Simplex.Move":            sliceGoesOn,
	"Directions.Begin":        directionsBegin,
	"Directions.Next":         directionsGoOn,
	"OneBlock.Begin":          oneBlockBegins,
	"OneBlock.Learns":         oneBlockLearns,
	"OneBlock.Stands":         oneBlockStands,
	"OneBlock.Decide":         sliceGoesOn,

	"NormalBlock.Draw": normals,
	"Normals2.Draw":    few,
	"Normals3.Draw":    few,
	"mcmc.DrawScale":   scale,
	"FiniteBlock.Draw": finiteDraws,
}

// conjugate tells whether the present draw is from a product of messages.
func (l *law) conjugate() bool { return l.now.Sampled.Method == conditional.Conjugate }

// number watches a draw of a number with a log density of parameters.
func number(log func(a []float64, x float64) float64) func(l *law, n evaluate.Native, in, out *numbers) {
	return func(l *law, n evaluate.Native, in, out *numbers) {
		if l.conjugate() {
			a, v := slices.Clone(in.Reals), l.now.Sampled.Variable()
			l.claims("conjugate", func(before, after map[*model.Variable][]float64) float64 {
				x, y := before[v], after[v]
				for i := range x {
					if x[i] != y[i] {
						return log(a, y[i]) - log(a, x[i])
					}
				}
				return 0
			})
		}
		n(in, out)
	}
}

// categorical watches a draw by the log densities of all values.
func categorical(l *law, n evaluate.Native, in, out *numbers) {
	d := l.now.Sampled
	if m := d.Method; m == conditional.Finite || m == conditional.Summed || m == conditional.Joint {
		logs := slices.Clone(in.Others[1].([]float64))
		what := m.String()
		if m == conditional.Joint {
			what = "finite"
		}
		l.claims(what, func(before, after map[*model.Variable][]float64) float64 {
			for _, v := range d.Variables {
				x, y := before[v], after[v]
				for i := range x {
					if x[i] != y[i] {
						return logs[int(y[i])] - logs[int(x[i])]
					}
				}
			}
			return 0
		})
		l.pending.early = true
	}
	n(in, out)
}

// element is where the vector begins that a draw has changed, and how long it is; -1 where none is changed.
func element(x, y []float64, size int) int {
	for i := range x {
		if x[i] != y[i] {
			return i / size * size
		}
	}
	return -1
}

func dirichlet(l *law, n evaluate.Native, in, out *numbers) {
	if l.conjugate() {
		a, v := slices.Clone(in.Others[1].([]float64)), l.now.Sampled.Variable()
		l.claims("conjugate", func(before, after map[*model.Variable][]float64) (log float64) {
			x, y := before[v], after[v]
			at := element(x, y, len(a))
			if at < 0 {
				return 0
			}
			for k := range a {
				log += (a[k] - 1) * (math.Log(y[at+k]) - math.Log(x[at+k]))
			}
			return log
		})
	}
	n(in, out)
}

func normalVector(l *law, n evaluate.Native, in, out *numbers) {
	if d := l.now.Sampled; l.conjugate() && d.Seen == nil {
		w := in.Beside(1).Others[0].(*mcmc.VectorWork)
		h, p := slices.Clone(w.H), slices.Clone(w.P)
		v := d.Variable()
		l.claims("conjugate", func(before, after map[*model.Variable][]float64) float64 {
			at := element(before[v], after[v], len(h))
			if at < 0 {
				return 0
			}
			said := func(x []float64) (log float64) {
				for i, a := range x {
					log += h[i] * a
					for j, b := range x {
						log -= p[i*len(x)+j] * a * b / 2
					}
				}
				return log
			}
			return said(after[v][at:][:len(h)]) - said(before[v][at:][:len(h)])
		})
	}
	n(in, out)
}

func wishart(l *law, n evaluate.Native, in, out *numbers) {
	if l.conjugate() {
		w := in.Beside(1).Others[0].(*mcmc.VectorWork)
		rate, shape, k := slices.Clone(w.P), in.Reals[len(in.Reals)-1], int(in.Wholes[len(in.Wholes)-1])
		v := l.now.Sampled.Variable()
		l.claims("conjugate", func(before, after map[*model.Variable][]float64) float64 {
			at := element(before[v], after[v], k*k)
			if at < 0 {
				return 0
			}
			said := func(x []float64) float64 {
				log := (shape - 0.5*float64(k+1)) * logDet(x, k)
				for i := range x {
					log -= rate[i] * x[i]
				}
				return log
			}
			return said(after[v][at:][:k*k]) - said(before[v][at:][:k*k])
		})
	}
	n(in, out)
}

// logDet is the log of the determinant of a positive definite matrix of k rows.
func logDet(entries []float64, k int) float64 {
	a, log := slices.Clone(entries), 0.0
	for i := range k {
		log += math.Log(a[i*k+i])
		for r := i + 1; r < k; r++ {
			by := a[r*k+i] / a[i*k+i]
			for c := i; c < k; c++ {
				a[r*k+c] -= by * a[i*k+c]
			}
		}
	}
	return log
}

// normals watches a draw of many normals. What a block says of a state is half the sum of the squares of the standard
// normals that lead there: so of two draws.
func normals(l *law, n evaluate.Native, in, out *numbers) {
	l.resolve()
	b, stream := in.Beside(0).Others[0].(*mcmc.NormalBlock), in.Others[1].(*mcmc.Stream)
	size := len(b.Step)
	standard := func() []float64 {
		copied := *stream
		list := make([]float64, size)
		for i := range list {
			list[i] = copied.Normal()
		}
		return list
	}
	linear := linearOf(b)
	before := slices.Clone(linear)
	first := standard()
	n(in, out)
	step, drawn, next := slices.Clone(b.Step), *stream, slices.Clone(out.Wholes)
	second := standard()
	copy(linear, before)
	b.Draw(stream)
	*stream = drawn
	other := slices.Clone(b.Step)
	copy(b.Step, step)
	copy(out.Wholes, next)

	state := l.state()
	at := func(step []float64) float64 {
		l.put(state)
		from := 0
		for _, part := range l.now.Sampled.Block.Parts {
			v := part.Variable()
			list := slices.Clone(state[v])
			for i := range list {
				list[i] += step[from+i]
			}
			from += len(list)
			l.Put(v, list)
		}
		return l.joint()
	}
	was, now := at(step), at(other)
	l.put(state)
	said := 0.0
	for i := range first {
		said += (first[i]*first[i] - second[i]*second[i]) / 2
	}
	l.differs("joint", said, now-was, true, math.Abs(was)+math.Abs(now))
}

// linearOf is what a block, which Draw overwrites, holds of means.
func linearOf(b *mcmc.NormalBlock) []float64 {
	list := reflect.ValueOf(b).Elem().FieldByName("linear")
	return unsafe.Slice((*float64)(list.UnsafePointer()), list.Len())
}

// few watches a draw of two or three normals, which are steps from where an element stands, as normals does.
func few(l *law, n evaluate.Native, in, out *numbers) {
	l.resolve()
	stream := in.Others[1].(*mcmc.Stream)
	draw := func() (step []float64, log float64) {
		copied := *stream
		n(in, out)
		for range out.Reals {
			z := copied.Normal()
			log -= z * z / 2
		}
		return slices.Clone(out.Reals), log
	}
	step, first := draw()
	drawn := *stream
	other, second := draw()
	*stream = drawn
	copy(out.Reals, step)
	d, before := l.now.Sampled, l.state()
	l.pending = &claim{what: "joint", before: before, both: func(after map[*model.Variable][]float64) (said, joint float64) {
		was := l.joint()
		for k, v := range d.Variables {
			i := element(before[v], after[v], 1)
			if i < 0 {
				return 0, 0
			}
			list := slices.Clone(after[v])
			list[i] = before[v][i] + other[k]
			l.Put(v, list)
		}
		now := l.joint()
		l.put(after)
		return second - first, now - was
	}}
}

// scale watches the move of a hierarchy and its precision, whose log density is in the comment of mcmc.DrawScale.
func scale(l *law, n evaluate.Native, in, out *numbers) {
	d := l.now.Sampled
	r := d.Block.Rescales[l.rescaled]
	l.rescaled++
	square, cross, shape, rate := in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3]
	x := d.Variables[r.Part]
	var factor float64
	l.claims("rescale", func(before, after map[*model.Variable][]float64) float64 {
		count := 0.0
		for i := range before[x] {
			if before[x][i] != after[x][i] {
				count++
			}
		}
		log, by := math.Log(factor), factor-1
		jacobian := (count - 2) * log
		if r.Inverse {
			jacobian = (count + 2) * log
		}
		return by*(cross-0.5*by*square) - 2*shape*log - rate*(1/(factor*factor)-1) - jacobian
	})
	n(in, out)
	factor = out.Reals[0]
}

// A said is a table of what a factor says of all values of some elements, the last changing fastest.
type said struct {
	elements []int
	logs     *[]float64
}

// A network is a pattern that is watched: how many values elements have, and which tables are said of them.
type network struct {
	sizes  []int
	own    []said
	shared map[int][]said
	at     int        // next of its own
	to     *[]float64 // that is said now
}

// networks watches what is said of whole numbers and truths that are drawn together.
var networks = map[string]func(l *law, in *numbers, out *numbers){
	"FinitePattern.Element": func(l *law, in, _ *numbers) {
		w := l.network(chains.Alias(in, 0))
		w.sizes = append(w.sizes, int(in.Wholes[0]))
	},
	"FinitePattern.Say": func(l *law, in, _ *numbers) {
		w := l.network(chains.Alias(in, 0))
		w.own = append(w.own, w.table(in.Wholes))
	},
	"FinitePattern.Share": func(l *law, in, _ *numbers) {
		w := l.network(chains.Alias(in, 0))
		x, number := w.table(in.Wholes[1:]), int(in.Wholes[0])
		if list := w.shared[number]; len(list) > 0 {
			x.logs = list[0].logs
		}
		w.shared[number] = append(w.shared[number], x)
	},
	"FiniteBlock.Reset": func(l *law, in, _ *numbers) {
		l.finite = l.network(in.Others[1])
		l.finite.at = 0
		for _, x := range l.finite.own {
			clear(*x.logs)
		}
		for _, list := range l.finite.shared {
			for _, x := range list {
				clear(*x.logs)
			}
		}
	},
	"FiniteBlock.Begin": func(l *law, in, _ *numbers) {
		l.finite.to = l.finite.own[l.finite.at].logs
		l.finite.at++
	},
	"FiniteBlock.BeginShared": func(l *law, in, out *numbers) {
		if out.Wholes[0] != 0 {
			l.finite.to = l.finite.shared[int(in.Wholes[0])][0].logs
		}
	},
	"FiniteBlock.Say": func(l *law, in, _ *numbers) { (*l.finite.to)[in.Wholes[0]] += in.Reals[0] },
}

// network is what is watched of a pattern.
func (l *law) network(pattern any) *network {
	w := l.networks[pattern]
	if w == nil {
		w = &network{shared: map[int][]said{}}
		l.networks[pattern] = w
	}
	return w
}

func (w *network) table(elements []int64) said {
	x, size := said{}, 1
	for _, e := range elements {
		x.elements = append(x.elements, int(e))
		size *= w.sizes[e]
	}
	logs := make([]float64, size)
	x.logs = &logs
	return x
}

// log is what all tables say of values of the elements.
func (w *network) log(values []int) (log float64) {
	list := w.own
	for _, x := range w.shared {
		list = slices.Concat(list, x)
	}
	for _, x := range list {
		at := 0
		for _, e := range x.elements {
			at = at*w.sizes[e] + values[e]
		}
		log += (*x.logs)[at]
	}
	return log
}

// finiteDraws compares what the tables say.
func finiteDraws(l *law, n evaluate.Native, in, out *numbers) {
	w, d := l.finite, l.now.Sampled
	all := func(state map[*model.Variable][]float64) (list []int) {
		for _, part := range d.Block.Parts {
			for _, x := range state[part.Variable()] {
				list = append(list, int(x))
			}
		}
		return list
	}
	l.claims("joint", func(before, after map[*model.Variable][]float64) float64 {
		return w.log(all(after)) - w.log(all(before))
	})
	n(in, out)
}
