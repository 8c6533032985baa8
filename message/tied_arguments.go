package message

import (
	"slices"

	"mpc/factor"
	"mpc/operators"
)

// tiedArguments warns of functions by EP whose posterior nothing comes back from, as d = a - b, and
// whose arguments another statement ties to each other, as observe a > b: EP computes it from
// their marginals, as if they were independent. Of the factors in but something is said already.
func (l *lowering) tiedArguments(but map[*factor.Factor]bool) {
	heard := hearing(l.program.Graph, l.barren)
	ends := l.ends(heard)
	told := map[string]bool{} // statements
	for _, f := range l.program.Graph.Factors {
		if !f.Kind.Deterministic || l.barren[f] || l.program.NetworkOf(f) != nil || heard[f] || joins(f) || but[f] || told[f.Text] || !named(f) {
			continue
		}
		out := f.Slot("out")
		if out == nil || out.Edge == nil || out.Edge.Variable.Algorithm != operators.EP {
			continue
		}
		if g := l.tie(f, ends); g != nil {
			told[f.Text] = true
			d := l.Warnf(f.At, CodeDependent, "%s is computed as if its arguments were independent, and line %d ties them to each other: the answer is approximate", f.Text, g.At.Line)
			d.WithHint("where that line reads this very function, give it a name and write the name in both; algorithm: gibbs takes the ties into account")
		}
	}
}

// hearing finds the factors that say something of their arguments: what they draw or compute is
// observed, or another such factor reads it. Those that are barren do not.
func hearing(g *factor.Graph, barren map[*factor.Factor]bool) map[*factor.Factor]bool {
	heard := map[*factor.Factor]bool{}
	says := func(f *factor.Factor) bool {
		for _, s := range f.Slots {
			if s.Edge != nil && s.Edge.Defines {
				return slices.ContainsFunc(s.Edge.Variable.Edges, func(e *factor.Edge) bool { return !e.Defines && heard[e.Factor] })
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for _, f := range slices.Backward(g.Factors) { // what reads stands behind what is read
			if !heard[f] && !barren[f] && says(f) {
				heard[f], again = true, true
			}
		}
	}
	return heard
}

// An end is a factor that reads elements of a place: 1, or 2 of several.
type end struct {
	factor   *factor.Factor
	elements int
}

// ends lists by place the factors that tie what stands at it: those that hear something, and are no
// functions that others read.
func (l *lowering) ends(heard map[*factor.Factor]bool) map[string][]end {
	ends := map[string][]end{}
	for _, g := range l.program.Graph.Factors {
		if !heard[g] || joins(g) || g.Kind.Deterministic && g.Slots[0].Edge != nil {
			continue
		}
		for place, n := range l.places(g) {
			ends[place] = append(ends[place], end{g, n})
		}
	}
	return ends
}

// tie finds a factor that reads two of the elements that a function is of, and reads them not through
// the function.
func (l *lowering) tie(f *factor.Factor, ends map[string][]end) *factor.Factor {
	read := map[*factor.Factor]int{}
	for place, n := range l.places(f) {
		for _, end := range ends[place] {
			read[end.factor] += min(n, end.elements)
		}
	}
	for _, g := range l.program.Graph.Factors {
		if read[g] > 1 {
			return g
		}
	}
	return nil
}

// places lists the elements that the arguments of a factor are functions of, as text that is the
// same in all statements: 1 of each, 2 of an array of them.
func (l *lowering) places(f *factor.Factor) map[string]int {
	out := map[string]int{}
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines || s.Silent() {
			continue
		}
		for _, r := range l.lineage.rootsOf(s.Edge) {
			r.over = append(r.over[:len(r.over):len(r.over)], s.Loops()...)
			n := 1
			if r.vague() {
				n = 2
			}
			place := placeOf(r.variable, r.index, append(r.over, f.Loops...))
			out[place] = max(out[place], n)
		}
	}
	return out
}
