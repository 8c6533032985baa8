package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// lattice adds arrays of one size, in one or two dimensions, and data that read sums of elements at the indices of each instance
// less fixed numbers: trees, chains and loops. It gives them in the order of their members.
func (m *joinedModel) lattice() {
	rng := m.rng
	dims := 1 + rng.IntN(2)
	sizes, loops, index := []int{1 + rng.IntN(6)}, []string{"i"}, []string{"i"}
	m.input("R", "range", sizes[0])
	kind := "real[R]"
	if dims == 2 {
		sizes, loops, index = append(sizes, 1+rng.IntN(4)), []string{"i", "j"}, []string{"i", "j"}
		m.input("C", "range", sizes[1])
		kind = "real[R,C]"
	}
	plate := func(body string) string {
		for d := dims - 1; d >= 0; d-- {
			body = fmt.Sprintf("for (%s in %s) { %s }", loops[d], []string{"R", "C"}[d], body)
		}
		return body
	}
	n := sizes[0]
	if dims == 2 {
		n *= sizes[1]
	}
	at := func(name string, i, j int) int {
		if dims == 1 {
			return m.first[name] + i
		}
		return m.first[name] + i*sizes[1] + j
	}
	all := func(visit func(i, j int)) {
		for i := range sizes[0] {
			if dims == 1 {
				visit(i, 0)
				continue
			}
			for j := range sizes[1] {
				visit(i, j)
			}
		}
	}
	for a := range 1 + rng.IntN(2) {
		name := string(rune('u' + a))
		m.member(name, n)
		m.lines = append(m.lines, plate(fmt.Sprintf("%s[%s] ~ normal(0.5, sd = 2)", name, strings.Join(index, ", "))))
	}
	for _, name := range m.names {
		all(func(i, j int) { m.row(map[int]float64{at(name, i, j): 1}, 0.5, 0.25) })
	}
	for s := range 1 + rng.IntN(3) {
		data := string(rune('a' + s))
		values := m.reals(n)
		if dims == 1 {
			m.input(data, `"`+kind+`"`, values)
		} else {
			rows := make([][]float64, sizes[0])
			for i := range rows {
				rows[i] = values[i*sizes[1] : (i+1)*sizes[1]]
			}
			m.input(data, `"`+kind+`"`, rows)
		}
		type term struct {
			name        string
			lag         [2]int
			coefficient float64
		}
		var terms []term
		var text []string
		most := [2]int{}
		for range 1 + rng.IntN(3) {
			x := term{m.names[rng.IntN(len(m.names))], [2]int{rng.IntN(3), 0}, float64(1 + rng.IntN(3))}
			at := []string{fmt.Sprintf("i - %d", x.lag[0])}
			if dims == 2 {
				x.lag[1] = rng.IntN(2)
				at = append(at, fmt.Sprintf("j - %d", x.lag[1]))
			}
			most = [2]int{max(most[0], x.lag[0]), max(most[1], x.lag[1])}
			terms = append(terms, x)
			text = append(text, fmt.Sprintf("%g * %s[%s]", x.coefficient, x.name, strings.Join(at, ", ")))
		}
		guard := fmt.Sprintf("i >= %d", most[0])
		if dims == 2 {
			guard += fmt.Sprintf(" && j >= %d", most[1])
		}
		m.lines = append(m.lines, plate(fmt.Sprintf("if (%s) { %s[%s] ~ normal(%s, sd = 0.8) }", guard, data, strings.Join(index, ", "), strings.Join(text, " + "))))
		all(func(i, j int) {
			if i < most[0] || j < most[1] {
				return
			}
			row := map[int]float64{}
			for _, x := range terms {
				row[at(x.name, i-x.lag[0], j-x.lag[1])] += x.coefficient
			}
			k := i
			if dims == 2 {
				k = i*sizes[1] + j
			}
			m.row(row, values[k], 1/(0.8*0.8))
		})
	}
}

// TestLattices: elements that are read at fixed distances have the posteriors of their joint normal by default, whether their
// rows make a forest, which messages go through, or close loops, which make a block.
func TestLattices(t *testing.T) {
	for seed := range uint64(300) {
		m := &joinedModel{rng: rand.New(rand.NewPCG(seed, 73)), inputs: map[string]any{}, first: map[string]int{}}
		m.lattice()
		mean, variance, evidence := m.posterior()
		text := fmt.Sprintf("model: lattice\ninputs:\n  %s\nprogram: |\n  %s\ninfer: [%s, evidence]\n",
			strings.Join(m.types, "\n  "), strings.Join(m.lines, "\n  "), strings.Join(m.names, ", "))
		r, err := interpretTree(t, text, m.inputs)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%v", seed, err, text, m.inputs)
		}
		const tolerance = 1e-9
		checked := 0
		for _, p := range r.Posteriors {
			for k, x := range flatNormals(p.Value) {
				checked++
				k += m.first[p.Name]
				if !(math.Abs(x.Mean()-mean[k]) <= tolerance*math.Max(math.Abs(mean[k]), math.Sqrt(variance[k]))) || !(math.Abs(x.Variance()-variance[k]) <= tolerance*variance[k]) {
					t.Errorf("seed %d: %s[%d] is N(%.12g, %.12g), want N(%.12g, %.12g)", seed, p.Name, k-m.first[p.Name], x.Mean(), x.Variance(), mean[k], variance[k])
				}
			}
		}
		if checked != m.n {
			t.Errorf("seed %d: %d elements, want %d", seed, checked, m.n)
		}
		if !(math.Abs(r.LogEvidence-evidence) <= tolerance*math.Max(1, math.Abs(evidence))) {
			t.Errorf("seed %d: evidence %.12g, want %.12g", seed, r.LogEvidence, evidence)
		}
		if t.Failed() {
			t.Fatalf("%s\n%v", text, m.inputs)
		}
	}
}
