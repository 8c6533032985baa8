package operators

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mpc/dist"
)

// A tableCase is what stands in the slots of a table: log probabilities of x, a and b, of
// which b has one value where there is no second parent, and the rows.
type tableCase struct {
	op      *Op
	size    map[string]int
	p       []float64
	columns int  // of p
	truth   bool // x is a truth, p the probabilities that it is true
	logs    map[string][]float64
	known   int // the value of an observed x, or -1
	args    []reflect.Value
	to      *dist.Categorical
}

// at is the log of the table.
func (c *tableCase) at(x, a, b int) float64 {
	row := a*c.size["b"] + b
	switch {
	case c.truth && x == 1:
		return math.Log(c.p[row])
	case c.truth:
		return math.Log1p(-c.p[row])
	}
	return math.Log(c.p[row*c.columns+x])
}

func newTableCase(rng *rand.Rand, op *Op, draw func(*rand.Rand, int) dist.Categorical) *tableCase {
	c := &tableCase{op: op, known: -1, logs: map[string][]float64{}, size: map[string]int{"x": 1 + rng.IntN(4), "a": 1 + rng.IntN(4), "b": 1}}
	if op.Factor == "table_two" {
		c.size["b"] = 1 + rng.IntN(4)
	}
	c.columns = c.size["x"]
	if strings.Contains(op.Name(), "Truth") {
		c.size["x"], c.columns, c.truth = 2, 1, true
	}
	rows := c.size["a"] * c.size["b"]
	for range rows {
		row := draw(rng, c.size["x"]).P(nil)
		if op.Algorithm == VMP { // nothing impossible
			for k := range row {
				row[k] = (row[k] + 1e-3) / (1 + 1e-3*float64(len(row)))
			}
		}
		if c.truth {
			row = row[1:]
		}
		c.p = append(c.p, row...)
	}
	for k := range c.size {
		c.logs[k] = make([]float64, c.size[k])
	}
	for i, in := range op.In() {
		name := op.Args[i].Name
		var arg any
		switch in {
		case reflect.TypeFor[dist.Categorical]():
			d := draw(rng, c.size[name])
			for k := range d.LogP {
				c.logs[name][k] = d.LogProb(k)
			}
			arg = d
		case reflect.TypeFor[dist.Bernoulli]():
			d := dist.Bernoulli{LogOdds: []float64{0, 1, -2, 30, 800, math.Inf(1), math.Inf(-1)}[rng.IntN(7)]}
			c.logs[name][0], c.logs[name][1] = d.LogProb(false), d.LogProb(true)
			arg = d
		case reflect.TypeFor[int]():
			switch name {
			case "m":
				arg = c.size["b"]
			case "n":
				arg = c.columns
			default:
				c.known = rng.IntN(c.size["x"])
				arg = c.known
			}
		case reflect.TypeFor[[]float64]():
			arg = c.p
		case reflect.TypeFor[*dist.Categorical]():
			d := randomCategorical(rng, c.size[op.To])
			c.to = &d
			arg = c.to
		default:
			arg = &dist.CategoricalWork{}
		}
		c.args = append(c.args, reflect.ValueOf(arg))
	}
	return c
}

// each calls f for all values of the slots but the target, with the log of their
// probability.
func (c *tableCase) each(target string, value int, f func(x, a, b int, log float64)) {
	for x := range c.size["x"] {
		for a := range c.size["a"] {
			for b := range c.size["b"] {
				at := map[string]int{"x": x, "a": a, "b": b}
				if target != Evidence && at[target] != value || c.known >= 0 && x != c.known {
					continue
				}
				log := 0.0
				for name, v := range at {
					if name != target {
						log += c.logs[name][v]
					}
				}
				f(x, a, b, log)
			}
		}
	}
}

// Messages and evidence of tables are sums over all values in EP, and means of logs in VMP.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 17))
	checked := 0
	for _, op := range append(append(tableOps(), tableTwoOps()...), tableVMPOps()...) {
		checked++
		draw := randomCategorical
		if op.Algorithm == VMP {
			draw = func(rng *rand.Rand, n int) dist.Categorical {
				d := dist.CategoricalUniform(n)
				for k := range d.LogP {
					d.LogP[k] = 3 * rng.NormFloat64()
				}
				return d
			}
		}
		for range 400 {
			c := newTableCase(rng, op, draw)
			c.check(t)
			if t.Failed() {
				return
			}
		}
	}
	if checked < 36 {
		t.Errorf("only %d operators are checked", checked)
	}
}

func (c *tableCase) value(target string, k int) float64 {
	if c.op.Algorithm == EP {
		sum := math.Inf(-1)
		c.each(target, k, func(x, a, b int, log float64) { sum = logicLogSum(sum, log+c.at(x, a, b)) })
		return sum
	}
	mean := 0.0
	c.each(target, k, func(x, a, b int, log float64) {
		if w := math.Exp(log); w > 0 {
			mean += w * c.at(x, a, b)
		}
	})
	return mean
}

func (c *tableCase) check(t *testing.T) {
	t.Helper()
	out := reflect.ValueOf(c.op.Func).Call(c.args)
	if c.op.To == Evidence {
		if got, want := out[0].Float(), c.value(Evidence, 0); !near(got, want) {
			t.Errorf("%s: %v, want %v: %v", c.op.Name(), got, want, c)
		}
		return
	}
	want := make([]float64, c.size[c.op.To])
	for k := range want {
		want[k] = c.value(c.op.To, k)
	}
	fault := out[len(out)-1].Interface().(dist.Fault)
	if math.IsInf(discreteLargest(want), -1) {
		if fault != dist.Contradiction {
			t.Errorf("%s: fault %d where nothing is possible", c.op.Name(), fault)
		}
		return
	}
	if fault != dist.NoFault {
		t.Errorf("%s: fault %d: %v", c.op.Name(), fault, c)
		return
	}
	if c.to == nil {
		if got := out[0].Interface().(dist.Bernoulli).LogOdds; !near(got, want[1]-want[0]) {
			t.Errorf("%s: log odds %v, want %v: %v", c.op.Name(), got, want[1]-want[0], c)
		}
		return
	}
	got, wanted := relative(c.to.LogP), relative(want)
	for k := range wanted {
		if !near(got[k], wanted[k]) {
			t.Errorf("%s: %v, want %v: %v", c.op.Name(), got, wanted, c)
			return
		}
	}
}

// Loops over tables allocate nothing.
func TestTableAllocations(t *testing.T) {
	a, x := dist.CategoricalLogWeights(0, -1, -2), dist.CategoricalLogWeights(-3, 0)
	p := []float64{0.2, 0.8, 0.5, 0.5, 0, 1}
	work := &dist.CategoricalWork{}
	toX, toA := dist.CategoricalUniform(2), dist.CategoricalUniform(3)
	run := func() {
		TableToX(a, p, 2, &toX, work)
		TableToA(x, p, 2, &toA, work)
		TableToAObserved(1, p, 2, &toA, work)
	}
	run()
	if n := testing.AllocsPerRun(10, run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
