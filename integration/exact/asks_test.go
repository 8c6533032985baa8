package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/dist"
)

// TestAsksOfTied: linear functions, comparisons and predictions of normals of random trees and chains, which messages about single
// normals have the marginals of, and not what is between them: all are those of the dense joint normal.
func TestAsksOfTied(t *testing.T) { checkAsked(t, 40) }

// A askedModel is a tree of normals and chains, with asks of linear functions of its elements.
type askedModel struct {
	joinedModel
	asks []asked
	data int
}

// An asked is a linear function by its name: of a prediction noise is added, of a comparison its probability of being above 0 is
// wanted.
type asked struct {
	name  string
	row   map[int]float64
	mean  float64
	noise float64
	kind  string
}

func newAskedModel(rng *rand.Rand) *askedModel {
	m := &askedModel{joinedModel: joinedModel{rng: rng, inputs: map[string]any{}, first: map[string]int{}}}
	groups := 2 + rng.IntN(4)
	m.input("group", "range", groups)
	scalars, arrays := []string{}, []string{}
	for k := range 1 + rng.IntN(3) {
		name := fmt.Sprintf("s%d", k)
		m.scalar(name, scalars)
		scalars = append(scalars, name)
	}
	for k := range 1 + rng.IntN(3) {
		name := fmt.Sprintf("a%d", k)
		m.array(name, groups, scalars, arrays)
		arrays = append(arrays, name)
	}
	for _, name := range scalars {
		if rng.IntN(2) == 0 {
			m.seen(name, 1)
		}
	}
	for _, name := range arrays {
		if rng.IntN(4) > 0 {
			m.seen(name, groups)
		}
	}
	for range 1 + rng.IntN(4) {
		m.ask(groups, scalars, arrays)
	}
	return m
}

func (m *askedModel) number() float64 { return math.Round(100*m.rng.NormFloat64()) / 100 }
func (m *askedModel) precision() float64 {
	return math.Round(100*math.Exp(m.rng.NormFloat64()))/100 + 0.05
}

func (m *askedModel) line(format string, args ...any) {
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

// scalar draws a number, around 0 or a multiple of one before.
func (m *askedModel) scalar(name string, before []string) {
	p, at := m.precision(), m.number()
	m.member(name, 1)
	row, around := map[int]float64{m.first[name]: 1}, ""
	if len(before) > 0 && m.rng.IntN(3) > 0 {
		of, slope := before[m.rng.IntN(len(before))], m.number()+2
		around = fmt.Sprintf("%g * %s + ", slope, of)
		row[m.first[of]] = -slope
	}
	m.line("%s ~ normal(%s%g, precision = %g)", name, around, at, p)
	m.row(row, at, p)
}

// array draws numbers around 0, one number or the elements of an array before, or as a walk.
func (m *askedModel) array(name string, size int, scalars, before []string) {
	p := m.precision()
	m.member(name, size)
	first := m.first[name]
	switch kind := m.rng.IntN(4); {
	case kind == 0:
		at := m.number()
		m.line("for (i in group) { %s[i] ~ normal(%g, precision = %g) }", name, at, p)
		for i := range size {
			m.row(map[int]float64{first + i: 1}, at, p)
		}
	case kind == 1 && len(before) > 0:
		of := before[m.rng.IntN(len(before))]
		m.line("for (i in group) { %s[i] ~ normal(%s[i], precision = %g) }", name, of, p)
		for i := range size {
			m.row(map[int]float64{first + i: 1, m.first[of] + i: -1}, 0, p)
		}
	case kind == 2:
		of := scalars[m.rng.IntN(len(scalars))]
		m.line("%s[0] ~ normal(%s, precision = %g)\n  for (i in 1..<group) { %s[i] ~ normal(0.9 * %s[i-1], precision = 0.8) }", name, of, p, name, name)
		m.row(map[int]float64{first: 1, m.first[of]: -1}, 0, p)
		for i := 1; i < size; i++ {
			m.row(map[int]float64{first + i: 1, first + i - 1: -0.9}, 0, 0.8)
		}
	default:
		of := scalars[m.rng.IntN(len(scalars))]
		m.line("for (i in group) { %s[i] ~ normal(%s, precision = %g) }", name, of, p)
		for i := range size {
			m.row(map[int]float64{first + i: 1, m.first[of]: -1}, 0, p)
		}
	}
}

// seen has data of a number, or of elements of an array.
func (m *askedModel) seen(name string, size int) {
	k, p, n := m.data, m.precision(), m.rng.IntN(2*size+1)
	m.data++
	m.input(fmt.Sprintf("n%d", k), "range", n)
	y, at := m.reals(n), m.indices(n, size)
	m.input(fmt.Sprintf("y%d", k), fmt.Sprintf(`"real[n%d]"`, k), y)
	element := name
	if size > 1 {
		m.input(fmt.Sprintf("g%d", k), fmt.Sprintf(`"index(group)[n%d]"`, k), at)
		element = fmt.Sprintf("%s[g%d[j]]", name, k)
	}
	m.line("for (j in n%d) { y%d[j] ~ normal(%s, precision = %g) }", k, k, element, p)
	for j := range n {
		m.row(map[int]float64{m.first[name] + at[j]: 1}, y[j], p)
	}
}

// ask asks for a linear function of several elements.
func (m *askedModel) ask(groups int, scalars, arrays []string) {
	a := asked{name: fmt.Sprintf("d%d", len(m.asks)), row: map[int]float64{}}
	var terms []string
	for range 1 + m.rng.IntN(3) {
		slope := m.number()
		array := arrays[m.rng.IntN(len(arrays))]
		first := m.first[array]
		switch m.rng.IntN(4) {
		case 0:
			of := scalars[m.rng.IntN(len(scalars))]
			terms = append(terms, fmt.Sprintf("%g * %s", slope, of))
			a.row[m.first[of]] += slope
		case 1:
			terms = append(terms, fmt.Sprintf("%g * sum(%s[i] : i in group) / group", slope, array))
			for i := range groups {
				a.row[first+i] += slope / float64(groups)
			}
		default:
			i, j := m.rng.IntN(groups), m.rng.IntN(groups)
			terms = append(terms, fmt.Sprintf("(%s[%d] - %g * %s[%d])", array, i, slope, array, j))
			a.row[first+i]++
			a.row[first+j] -= slope
		}
	}
	a.mean = m.number()
	of := fmt.Sprintf("%s + %g", strings.Join(terms, " + "), a.mean)
	switch a.kind = []string{"function", "truth", "drawn", "through"}[m.rng.IntN(4)]; a.kind {
	case "function":
		m.line("%s = %s", a.name, of)
	case "truth":
		m.line("%s = %s > 0", a.name, of)
	case "drawn":
		a.noise = m.precision()
		m.line("%s ~ normal(%s, precision = %g)", a.name, of, a.noise)
	default:
		a.noise = m.precision()
		m.line("e%s ~ normal(%s, precision = %g)\n  %s = -e%s", a.name, of, a.noise, a.name, a.name)
	}
	m.asks = append(m.asks, a)
}

func (m *askedModel) model() string {
	var names []string
	for _, a := range m.asks {
		names = append(names, a.name)
	}
	return fmt.Sprintf("model: linear\ninputs:\n  %s\nprogram: |\n  %s\ninfer: [%s]\n", strings.Join(m.types, "\n  "), strings.Join(m.lines, "\n  "), strings.Join(names, ", "))
}

func checkAsked(t *testing.T, models uint64) {
	for seed := range models {
		m := newAskedModel(rand.New(rand.NewPCG(seed, 79)))
		mean, covariance, _ := m.dense()
		r, err := interpretTree(t, m.model(), m.inputs)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, m.model(), m.inputs)
		}
		found := map[string]any{}
		for _, p := range r.Posteriors {
			found[p.Name] = p.Value
		}
		for _, a := range m.asks {
			at, variance := a.mean, 0.0
			for i, x := range a.row {
				at += x * mean[i]
				for j, y := range a.row {
					variance += x * y * covariance.At(i, j)
				}
			}
			if a.noise > 0 {
				variance += 1 / a.noise
			}
			if a.kind == "through" {
				at = -at
			}
			switch x := found[a.name].(type) {
			case dist.Bernoulli:
				if want := 0.5 * math.Erfc(-at/math.Sqrt(2*variance)); !(math.Abs(x.P()-want) <= 1e-9) {
					t.Errorf("seed %d: %s is true with %.12g, want %.12g", seed, a.name, x.P(), want)
				}
			case dist.Normal:
				if !(math.Abs(x.Mean()-at) <= 1e-9*(1+math.Abs(at))) || !(math.Abs(x.Variance()-variance) <= 1e-9*(variance+1e-6)) {
					t.Errorf("seed %d: %s is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, a.name, x.Mean(), x.Variance(), at, variance)
				}
			default:
				t.Errorf("seed %d: %s is %T %v, want mean %.12g, variance %.12g", seed, a.name, x, x, at, variance)
			}
		}
		if t.Failed() {
			t.Fatalf("%s\n%v", m.model(), m.inputs)
		}
	}
}
