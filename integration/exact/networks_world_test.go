package exact

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/dist"
	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
	"mpc/model/joint/evaluate"
	"mpc/run/interp"
)

// A network is a program of truths and whole numbers, with data.
type network struct {
	text string
	data map[string]any
}

// A networkGen writes random networks with loops.
type networkGen struct {
	*rand.Rand
	b      strings.Builder
	states int      // how many values of all draws there are
	truths []string // arrays over n
	wholes []string
	loops  int
}

// loop is a new index of a loop, last the one that it gave last.
func (g *networkGen) loop() string {
	g.loops++
	return g.last()
}

func (g *networkGen) last() string { return fmt.Sprint("j", g.loops) }

// index is an element of an array, in a loop over an index.
func (g *networkGen) index(i string) string {
	switch g.IntN(6) {
	case 0:
		return "0"
	case 1, 2:
		return fmt.Sprintf("g[%s]", i)
	case 3:
		return fmt.Sprintf("h[%s]", i)
	}
	return i
}

func (g *networkGen) whole(i string) string {
	return g.wholes[g.IntN(len(g.wholes))] + "[" + g.index(i) + "]"
}

// truth is a random expression of truths.
func (g *networkGen) truth(i string, depth int) string {
	if depth == 0 || g.IntN(4) == 0 {
		x := g.truths[g.IntN(len(g.truths))] + "[" + g.index(i) + "]"
		if g.IntN(4) == 0 {
			x = "!" + x
		}
		return x
	}
	x, y := g.truth(i, depth-1), g.truth(i, depth-1)
	kinds := 7
	if len(g.wholes) > 0 {
		kinds = 9
	}
	switch g.IntN(kinds) {
	case 0, 1:
		return "(" + x + " && " + y + ")"
	case 2:
		return "(" + x + " || " + y + ")"
	case 3:
		return "(" + x + " != " + y + ")"
	case 4:
		return "any(" + g.truth(g.loop(), 0) + " : " + g.last() + " in n)"
	case 5:
		return "all(" + g.truth(g.loop(), 0) + " || " + x + " : " + g.last() + " in n)"
	case 6:
		return "(count(" + g.truth(g.loop(), 0) + " : " + g.last() + " in n) >= 1)"
	case 7:
		return "(" + g.whole(i) + " > 0)"
	}
	a, b := g.whole(i), g.whole(i)
	if a == b {
		return "(" + a + " == 0)"
	}
	return fmt.Sprintf("(%s %s %s)", a, []string{"==", ">", "<="}[g.IntN(3)], b)
}

// randomNetwork is a network, and false where it would be too large to enumerate.
func randomNetwork(seed uint64) (network, bool) {
	g := &networkGen{Rand: rand.New(rand.NewPCG(seed, 77)), states: 1}
	n, s := 1+g.IntN(4), 2+g.IntN(2)
	m := g.IntN(n + 1)
	line := func(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }
	grow := func(each int) {
		for range n {
			g.states *= each
		}
	}
	line("for (i in n) { a[i] ~ bernoulli(p[i]) }")
	grow(2)
	g.truths = append(g.truths, "a")
	if g.IntN(3) > 0 {
		switch g.IntN(3) {
		case 0:
			line("for (i in n) { z[i] ~ categorical(root) }")
		case 1:
			line("z[0] ~ categorical(root)\n  for (i in 1..<n) { z[i] ~ categorical(table[z[before[i]]]) }")
		case 2:
			line("z[0] ~ categorical(root)\n  for (i in 1..<n) { z[i] ~ categorical(two[z[i - 1], z[before[i]]]) }")
		}
		grow(s)
		g.wholes = append(g.wholes, "z")
		if g.states < 100 && g.IntN(2) == 0 {
			line("for (i in n) { u[i] ~ bernoulli(yes[z[g[i]]]) }")
			grow(2)
			g.truths = append(g.truths, "u")
		}
		if g.states < 100 && g.IntN(2) == 0 {
			line("for (i in n) { w[i] ~ categorical(two[z[g[i]], z[h[i]]]) }")
			grow(s)
			g.wholes = append(g.wholes, "w")
		}
	}
	if g.IntN(2) == 0 {
		line("for (i in n) { c[i] = %s }", g.truth("i", 2))
		g.truths = append(g.truths, "c")
	}
	for range 1 + g.IntN(3) {
		switch g.IntN(6) {
		case 0:
			line("for (k in m) { observe %s }", g.truth("k", 1))
		case 1, 2:
			line("for (k in m) { observe %s ~ bernoulli(0.8) }", g.truth("k", 2))
		case 3:
			line("for (i in n) { t%d[i] = %s; if (t%d[i]) { seen[i] ~ bernoulli(0.9) } else { seen[i] ~ bernoulli(0.2) } }", g.b.Len(), g.truth("i", 1), g.b.Len())
		case 4:
			line("observe %s != %s", g.truth("0", 0), g.truth("0", 0))
		case 5:
			if len(g.wholes) == 0 {
				continue
			}
			line("for (k in m) { value[k] ~ categorical(table[%s]) }", g.whole("k"))
		}
	}
	infer := []string{"a"}
	for _, v := range []string{"z", "u", "w"} {
		if strings.Contains(g.b.String(), " "+v+"[i] ~") {
			infer = append(infer, v)
		}
	}
	simplex := func() []float64 {
		list, sum := make([]float64, s), 0.0
		for k := range list {
			list[k] = g.ExpFloat64()
			sum += list[k]
		}
		for k := range list {
			list[k] /= sum
		}
		return list
	}
	rows := func() (list [][]float64) {
		for range s {
			list = append(list, simplex())
		}
		return list
	}
	d := map[string]any{"n": n, "m": m, "s": s, "root": simplex(), "table": rows()}
	var two [][][]float64
	var p, yes []float64
	for range s {
		two, yes = append(two, rows()), append(yes, g.Float64())
	}
	var first, second, before, value []int
	var seen []bool
	for i := range n {
		p, before, seen = append(p, g.Float64()), append(before, g.IntN(max(1, i))), append(seen, g.IntN(2) == 0)
	}
	for range n {
		first, second, value = append(first, g.IntN(n)), append(second, g.IntN(n)), append(value, g.IntN(s))
	}
	d["two"], d["yes"], d["p"], d["before"], d["seen"] = two, yes, p, before, seen
	d["g"], d["h"], d["value"] = first, second, value
	program := strings.ReplaceAll(g.b.String(), "in m)", "in 0..<m)")
	inputs := ""
	for _, in := range [][2]string{{"g", "index(n)[n]"}, {"h", "index(n)[n]"}, {"value", "index(s)[n]"}, {"p", "real[n]"}, {"root", "vector(s)"},
		{"table", "vector(s)[s]"}, {"two", "vector(s)[s][s]"}, {"yes", "real[s]"}, {"before", "index(n)[n]"}, {"seen", "bool[n]"}, {"n", "range"}, {"m", "int"}, {"s", "range"}} {
		if used := regexp.MustCompile(`\b` + in[0] + `\b`); used.MatchString(program) || used.MatchString(inputs) {
			inputs += fmt.Sprintf("  %s: %q\n", in[0], in[1])
		} else {
			delete(d, in[0])
		}
	}
	text := "model: network\ninputs:\n" + inputs + "program: |\n" + program + "infer: [" + strings.Join(infer, ", ") + ", evidence]\n"
	return network{text, d}, g.states <= 1500
}

// enumerate sums over all values of what is drawn: the log of the sum, and the chances of the values of each
// element of the variables that are asked for.
func (w network) enumerate(t *testing.T) (logZ float64, chances map[string][][]float64) {
	t.Helper()
	f, d := lang.Parse("m.yaml", []byte(w.text))
	if d.HasErrors() {
		t.Fatalf("%v\n%s", d, w.text)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatalf("%v\n%s", d, w.text)
	}
	b, err := json.Marshal(w.data)
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("d.json", b, m)
	if d.HasErrors() {
		t.Fatal(d)
	}
	density := evaluate.New(joint.Build(m), set)
	type place struct {
		variable *model.Variable
		index    int
	}
	var places []place
	var sizes []int
	chances = map[string][][]float64{}
	for _, v := range m.Infer {
		for i := range w.data["n"].(int) {
			size := 2
			if v.Type.Kind != model.Bool {
				size = len(w.data["root"].([]float64))
			}
			places, sizes = append(places, place{v, i}), append(sizes, size)
			chances[v.Name] = append(chances[v.Name], make([]float64, size))
		}
	}
	now := map[place]int{}
	total := 0.0
	var visit func(k int)
	visit = func(k int) {
		if k < len(places) {
			for x := range sizes[k] {
				now[places[k]] = x
				visit(k + 1)
			}
			return
		}
		l, err := density.Log(func(v *model.Variable, index, _ []int) (float64, error) {
			return float64(now[place{v, index[0]}]), nil
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, w.text)
		}
		z := math.Exp(l)
		total += z
		for p, x := range now {
			chances[p.variable.Name][p.index][x] += z
		}
	}
	visit(0)
	for _, list := range chances {
		for _, c := range list {
			for k := range c {
				c[k] /= total
			}
		}
	}
	return math.Log(total), chances
}

// check compares a network with the sum over all its values. It tells whether its messages are one
// network's, and whether its data are possible.
func (w network) check(t *testing.T, name string) (solved, possible bool) {
	t.Helper()
	logZ, chances := w.enumerate(t)
	c, err := mpc.Plan("m.yaml", []byte(w.text))
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, w.text)
		return false, false
	}
	b, _ := json.Marshal(w.data)
	set, d := data.ReadJSON("d.json", b, c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
	if math.IsInf(logZ, -1) {
		var e *interp.Error
		if !errors.As(err, &e) || e.Kind != interp.Contradiction || e.At.Line == 0 {
			t.Errorf("%s: the data are impossible: %v\n%s", name, err, w.text)
		}
		return len(c.Program.Networks) > 0, false
	}
	if err != nil {
		t.Errorf("%s: %v\n%s%s", name, err, w.text, b)
		return false, true
	}
	wrong := ""
	if math.Abs(r.LogEvidence-logZ) > 1e-10*max(1, math.Abs(logZ)) {
		wrong += fmt.Sprintf("log evidence %v, want %v\n", r.LogEvidence, logZ)
	}
	for _, p := range r.Posteriors {
		list, _ := p.Value.([]any)
		if len(list) != len(chances[p.Name]) {
			wrong += fmt.Sprintf("%s has %d elements\n", p.Name, len(list))
			continue
		}
		for i, x := range list {
			var got []float64
			switch x := x.(type) {
			case dist.Bernoulli:
				got = []float64{x.Q(), x.P()}
			case dist.Categorical:
				got = x.P(nil)
			}
			for k, want := range chances[p.Name][i] {
				if k >= len(got) || math.Abs(got[k]-want) > 1e-10 {
					wrong += fmt.Sprintf("%s[%d] has %v, want %v\n", p.Name, i, got, chances[p.Name][i])
					break
				}
			}
		}
	}
	if wrong != "" {
		t.Errorf("%s:\n%s%d networks, %v\n%s%s", name, wrong, len(c.Program.Networks), c.Warnings, w.text, b)
	}
	return len(c.Program.Networks) > 0, true
}

// TestNetworks compares random networks of truths and whole numbers with the sum over all their values.
func TestNetworks(t *testing.T) {
	const models = 500
	tried, solved, possible := 0, 0, 0
	for seed := uint64(0); tried < models/(share*share) && !t.Failed(); seed++ {
		w, ok := randomNetwork(seed)
		if !ok {
			continue
		}
		tried++
		s, p := w.check(t, fmt.Sprint("seed ", seed))
		if s {
			solved++
		}
		if p {
			possible++
		}
	}
	t.Logf("of %d models %d have networks, and %d data that are possible", tried, solved, possible)
	if solved < tried/2 || possible < tried/2 {
		t.Errorf("of %d models %d have networks, and %d data that are possible", tried, solved, possible)
	}
}
