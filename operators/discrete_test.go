package operators

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mpc/dist"
)

// A discreteFactor is the log of a factor as a function of the values in its slots, and
// how many values its first slot has, by the others'.
type discreteFactor struct {
	log func(v map[string]int, p float64) float64
	out func(size map[string]int) int
}

func logIf(b bool) float64 {
	if b {
		return 0
	}
	return math.Inf(-1)
}

// discreteFactors are the factors of whole numbers without arrays and vectors.
var discreteFactors = map[string]discreteFactor{
	"sum": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == v["a"]+v["b"]) },
		func(n map[string]int) int { return n["a"] + n["b"] - 1 }},
	"shift": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == v["a"]+v["k"]) },
		func(n map[string]int) int { return n["a"] + n["k"] }},
	"difference": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == v["a"]-v["b"]) },
		func(map[string]int) int { return 0 }},
	"max": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == max(v["a"], v["b"])) },
		func(n map[string]int) int { return max(n["a"], n["b"]+1) }},
	"min": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == min(v["a"], v["b"])) },
		func(n map[string]int) int { return max(n["a"], n["b"]) + 1 }},
	"copy": {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == v["a"]) },
		func(n map[string]int) int { return n["a"] + 1 }},
	"at_least":  {func(v map[string]int, _ float64) float64 { return logIf((v["out"] == 1) == (v["a"] >= v["b"]+v["k"])) }, nil},
	"equal_int": {func(v map[string]int, _ float64) float64 { return logIf((v["out"] == 1) == (v["a"] == v["b"])) }, nil},
	"constant":  {func(v map[string]int, _ float64) float64 { return logIf(v["out"] == v["value"]) }, func(map[string]int) int { return 6 }},
	"discrete_uniform": {func(v map[string]int, _ float64) float64 {
		if v["x"] < v["n"] {
			return -math.Log(float64(v["n"]))
		}
		return math.Inf(-1)
	}, func(n map[string]int) int { return n["n"] }},
	"poisson": {func(v map[string]int, rate float64) float64 {
		log := -rate
		for k := range v["x"] {
			log += math.Log(rate / float64(k+1))
		}
		return log
	}, func(map[string]int) int { return 6 }},
	"binomial": {func(v map[string]int, p float64) float64 {
		if v["x"] > v["n"] {
			return math.Inf(-1)
		}
		log := 0.0
		for k := range v["x"] {
			log += math.Log(float64(v["n"]-k)/float64(k+1)) + math.Log(p)
		}
		if v["x"] < v["n"] {
			log += float64(v["n"]-v["x"]) * math.Log1p(-p)
		}
		return log
	}, func(n map[string]int) int { return n["n"] + 1 }},
}

// randomCategorical has a point, zeros, weights far apart, or none of these.
func randomCategorical(rng *rand.Rand, size int) dist.Categorical {
	d := dist.CategoricalUniform(size)
	scale := []float64{0, 1, 1, 1, 50, 1e6}[rng.IntN(6)]
	for k := range d.LogP {
		d.LogP[k] = scale * rng.NormFloat64()
	}
	switch rng.IntN(5) {
	case 0:
		d.SetPoint(rng.IntN(size))
	case 1:
		keep := rng.IntN(size)
		for k := range d.LogP {
			if k != keep && rng.IntN(2) == 0 {
				d.LogP[k] = math.Inf(-1)
			}
		}
	}
	if scale > 1 { // next to -1e6 a number has no more than ten digits behind the point
		copy(d.LogP, relative(d.LogP))
	}
	return d
}

// A discreteSlot is what stands in a slot: the logs of the probabilities of its values
// from low on.
type discreteSlot struct {
	name string
	logs []float64
	low  int
}

// sumOver returns the log of the sum over all values of the slots from k on of the
// factor times the probabilities.
func sumOver(f discreteFactor, slots []discreteSlot, v map[string]int, p float64) float64 {
	if len(slots) == 0 {
		return f.log(v, p)
	}
	s := slots[0]
	total := math.Inf(-1)
	for k, l := range s.logs {
		v[s.name] = s.low + k
		total = logicLogSum(total, l+sumOver(f, slots[1:], v, p))
	}
	return total
}

// meanOver returns the mean over the slots of what g is at their values.
func meanOver(slots []discreteSlot, v map[string]int, g func() float64) float64 {
	if len(slots) == 0 {
		return g()
	}
	s := slots[0]
	mean := 0.0
	for k, l := range s.logs {
		if w := math.Exp(l); w > 0 {
			v[s.name] = s.low + k
			mean += w * meanOver(slots[1:], v, g)
		}
	}
	return mean
}

func relative(logs []float64) []float64 {
	top := discreteLargest(logs)
	out := make([]float64, len(logs))
	for k, l := range logs {
		out[k] = l - top
	}
	return out
}

func near(got, want float64) bool {
	return got == want || math.Abs(got-want) <= 1e-12*(1+math.Abs(want)) || math.IsInf(want, 0) && got == want
}

// Messages and evidence of whole numbers are sums over all values.
func TestDiscreteSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 17))
	checked := map[string]int{}
	for _, op := range Table() {
		f, ok := discreteFactors[op.Factor]
		if !ok || op.Algorithm != EP || !discreteOp(op) {
			continue
		}
		for range 400 {
			checkDiscrete(t, rng, op, f)
			checked[op.Name()]++
		}
		if t.Failed() {
			return
		}
	}
	if len(checked) < 60 {
		t.Errorf("only %d operators are checked", len(checked))
	}
}

// discreteOp tells whether an operator is about whole numbers, and has no slot of
// another family.
func discreteOp(op *Op) bool {
	found := false
	for _, in := range op.In() {
		switch in {
		case reflect.TypeFor[dist.Categorical](), reflect.TypeFor[*dist.Categorical]():
			found = true
		case reflect.TypeFor[dist.Beta](), reflect.TypeFor[dist.Gamma](), reflect.TypeFor[dist.GammaMoments](), reflect.TypeFor[dist.Normal](), reflect.TypeFor[[]float64](), reflect.TypeFor[dist.Dirichlet](), reflect.TypeFor[dist.DirichletMoments]():
			return false
		}
	}
	return found
}

func checkDiscrete(t *testing.T, rng *rand.Rand, op *Op, f discreteFactor) {
	t.Helper()
	size := map[string]int{"a": 1 + rng.IntN(5), "b": 1 + rng.IntN(5), "n": 1 + rng.IntN(6), "k": rng.IntN(3)}
	first := "out"
	if op.Factor == "binomial" || op.Factor == "discrete_uniform" || op.Factor == "poisson" {
		first = "x"
	}
	if f.out != nil {
		size[first] = f.out(size)
	}
	known := max(size["a"], size["b"]-1) // of a difference, so that none is negative
	if op.Factor == "difference" {
		size[first] = known + 1
	}
	p := []float64{0, 1, 0.5, 0.01, 0.9}[rng.IntN(5)]
	var slots []discreteSlot
	var args []reflect.Value
	var to *dist.Categorical
	for i, in := range op.In() {
		name := op.Args[i].Name
		switch in {
		case reflect.TypeFor[dist.Categorical]():
			d := randomCategorical(rng, size[name])
			logs := make([]float64, len(d.LogP))
			for k := range logs {
				logs[k] = d.LogProb(k)
			}
			slots = append(slots, discreteSlot{name, logs, 0})
			args = append(args, reflect.ValueOf(d))
		case reflect.TypeFor[dist.Bernoulli]():
			d := dist.Bernoulli{LogOdds: []float64{0, 1, -2, 800, math.Inf(1), math.Inf(-1)}[rng.IntN(6)]}
			slots = append(slots, discreteSlot{name, []float64{d.LogProb(false), d.LogProb(true)}, 0})
			args = append(args, reflect.ValueOf(d))
		case reflect.TypeFor[int]():
			v := rng.IntN(6)
			switch {
			case op.Factor == "shift" && name == "k":
				v = size["k"]
			case op.Factor == "difference" && name == "a":
				v = known
			case op.Factor == "max" && name == "b":
				v = size["b"]
			case name == "k":
				v = rng.IntN(5) - 2
			case op.Factor == "binomial" && name == "n" || op.Factor == "discrete_uniform" && name == "n":
				v = size["n"]
			}
			slots = append(slots, discreteSlot{name, []float64{0}, v})
			args = append(args, reflect.ValueOf(v))
		case reflect.TypeFor[float64]():
			args = append(args, reflect.ValueOf(p))
		case reflect.TypeFor[*dist.Categorical]():
			d := randomCategorical(rng, size[op.To])
			to = &d
			args = append(args, reflect.ValueOf(to))
		default:
			args = append(args, reflect.ValueOf(&dist.CategoricalWork{}))
		}
	}
	out := reflect.ValueOf(op.Func).Call(args)
	describe := func() string {
		var parts []string
		for i, a := range args {
			if a.Kind() != reflect.Pointer {
				parts = append(parts, op.Args[i].Name+" "+strings.TrimSpace(reflectText(a)))
			}
		}
		return op.Name() + " of " + strings.Join(parts, ", ")
	}
	if op.To == Evidence {
		want := sumOver(f, slots, map[string]int{}, p)
		if got := out[0].Float(); !near(got, want) {
			t.Errorf("%s: %v, want %v", describe(), got, want)
		}
		return
	}
	n := size[op.To]
	if to == nil {
		n = 2
	}
	want := make([]float64, n)
	for k := range want {
		want[k] = sumOver(f, append([]discreteSlot{{op.To, []float64{0}, k}}, slots...), map[string]int{}, p)
	}
	if to == nil {
		if got := out[0].Interface().(dist.Bernoulli).LogOdds; !near(got, want[1]-want[0]) {
			t.Errorf("%s: log odds %v, want %v", describe(), got, want[1]-want[0])
		}
		return
	}
	fault := dist.NoFault
	if len(out) > 0 {
		fault = out[0].Interface().(dist.Fault)
	}
	if math.IsInf(discreteLargest(want), -1) {
		if fault != dist.Contradiction {
			t.Errorf("%s: fault %d where nothing is possible", describe(), fault)
		}
		return
	}
	if fault != dist.NoFault {
		t.Errorf("%s: fault %d", describe(), fault)
		return
	}
	got, wanted := relative(to.LogP), relative(want)
	slack := 0.0 // differences of logs keep no more digits than the logs have
	for _, in := range slots {
		for _, l := range in.logs {
			if l := math.Abs(l); l <= math.MaxFloat64 {
				slack = math.Max(slack, 1e-15*l)
			}
		}
	}
	for k := range wanted {
		if !near(got[k], wanted[k]) && !(math.Abs(got[k]-wanted[k]) <= slack) {
			t.Errorf("%s: %v, want %v", describe(), got, wanted)
			return
		}
	}
}

func reflectText(v reflect.Value) string {
	if d, ok := v.Interface().(dist.Categorical); ok {
		return strings.Join(strings.Fields(asText(d.LogP)), " ")
	}
	return asText(v.Interface())
}

func asText(v any) string { return strings.TrimSpace(strings.ReplaceAll(fmt.Sprint(v), "\n", " ")) }

// In VMP a message about a is the mean over b, in logs, of what comes back about out.
func TestDiscreteMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 17))
	checked := 0
	for _, op := range Table() {
		f, ok := discreteFactors[op.Factor]
		if !ok || op.Algorithm != VMP || !strings.HasSuffix(op.Name(), "Average") || !discreteOp(op) || op.Factor == "binomial" || op.Factor == "poisson" {
			continue
		}
		checked++
		for range 300 {
			size := map[string]int{"a": 1 + rng.IntN(5), "b": 1 + rng.IntN(5), "k": rng.IntN(3)}
			if f.out != nil {
				size["out"] = f.out(size)
			}
			other := map[string]string{"a": "b", "b": "a"}[op.To]
			x := dist.CategoricalUniform(size[other])
			for k := range x.LogP {
				x.LogP[k] = 3 * rng.NormFloat64()
			}
			logs := make([]float64, len(x.LogP))
			for k := range logs {
				logs[k] = x.LogProb(k)
			}
			back := dist.CategoricalUniform(size["out"])
			for k := range back.LogP {
				back.LogP[k] = 5 * rng.NormFloat64()
			}
			odds := dist.Bernoulli{LogOdds: 5 * rng.NormFloat64()}
			shift := rng.IntN(4) - 1
			to := dist.CategoricalUniform(size[op.To])
			v := map[string]int{"k": shift}
			log := func() float64 { // of what comes back at the value of out
				if f.out == nil {
					v["out"] = 1
					return odds.LogProb(f.log(v, 0) == 0)
				}
				for k, l := range back.LogP {
					if v["out"] = k; f.log(v, 0) == 0 {
						return l
					}
				}
				return math.Inf(-1)
			}
			want := make([]float64, size[op.To])
			for k := range want {
				v[op.To] = k
				want[k] = meanOver([]discreteSlot{{other, logs, 0}}, v, log)
			}
			var args []reflect.Value
			for i, in := range op.In() {
				switch {
				case op.Args[i].Name == "out" && f.out == nil:
					args = append(args, reflect.ValueOf(odds))
				case op.Args[i].Name == "out":
					args = append(args, reflect.ValueOf(back))
				case op.Args[i].Name == "k":
					args = append(args, reflect.ValueOf(shift))
				case op.Args[i].Name == other:
					args = append(args, reflect.ValueOf(x))
				case op.Args[i].Role() == Into:
					args = append(args, reflect.ValueOf(&to))
				default:
					args = append(args, reflect.Zero(in))
				}
			}
			out := reflect.ValueOf(op.Func).Call(args)
			if len(out) > 0 && out[0].Interface() != dist.NoFault {
				t.Fatalf("%s: fault %v", op.Name(), out[0])
			}
			got, wanted := relative(to.LogP), relative(want)
			for k := range wanted {
				if !near(got[k], wanted[k]) {
					t.Fatalf("%s: %v, want %v", op.Name(), got, wanted)
				}
			}
		}
	}
	if checked < 6 {
		t.Errorf("only %d operators are checked", checked)
	}
}
