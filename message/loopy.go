package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// booleans are the kinds of factors that are functions of booleans.
var booleans = []string{"and", "or", "not", "equal_bool", "all", "any"}

// observedFunctions finds the functions of booleans whose value is observed, directly or as that of
// a function of them: they restrict their arguments without any noise.
func observedFunctions(g *factor.Graph) map[*factor.Factor]bool {
	hard := map[*factor.Factor]bool{}
	for again := true; again; {
		again = false
		for _, f := range g.Factors {
			if hard[f] || !slices.Contains(booleans, f.Kind.Name) {
				continue
			}
			out := f.Slot("out").Edge
			hard[f] = out == nil || slices.ContainsFunc(out.Variable.Edges, func(e *factor.Edge) bool {
				return e.Factor != f && (hard[e.Factor] || e.Factor.Kind.Name == "is_true")
			})
			again = again || hard[f]
		}
	}
	return hard
}

// booleanLoops warns of loops of observed functions of booleans. No noise weakens what
// goes around them, so that EP may settle on one of several solutions, with a
// probability near 1.
func (l *lowering) booleanLoops() {
	up := map[string]string{} // what is joined: factors, and elements of variables
	top := func(x string) string {
		for up[x] != "" {
			x = up[x]
		}
		return x
	}
	hard := observedFunctions(l.program.Graph)
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || !hard[f] || l.program.NetworkOf(f) != nil {
			continue
		}
		here := fmt.Sprint(f.ID)
		met := map[string]bool{}
		for _, s := range f.Slots {
			if s.Edge == nil || s.Edge.Variable.Algorithm != operators.EP {
				continue
			}
			there := place(s)
			if met[there] {
				continue
			}
			met[there] = true
			if top(here) == top(there) {
				l.Warnf(f.At, CodeDependent, "%s closes a loop of conditions on booleans: EP may settle on one of several solutions, its posteriors far from the exact ones", f.Text).
					WithHint("write what they say together in one factor, as observe a != b, or as a table of probabilities")
				return
			}
			up[top(there)] = top(here)
		}
	}
}

// place names the elements of a variable that a slot reads: the same where two
// statements read the same ones, each over its own loops.
func place(s *factor.Slot) string {
	loops := s.Edge.Factor.Loops
	if s.Over != nil {
		loops = append(slices.Clone(loops), s.Over)
	}
	return placeOf(s.Edge.Variable, s.Edge.Index, loops)
}

// placeOf names elements of a variable, by indices in terms of loops.
func placeOf(v *factor.Variable, index []*model.Expr, loops []*model.Loop) string {
	var b strings.Builder
	b.WriteString(v.Name)
	for _, x := range index {
		text := x.String()
		if i, offset, ok := x.Affine(); ok {
			for _, l := range loops {
				if l.Index == i {
					text = fmt.Sprintf("%s..<%s + %d", l.Lo, l.Hi, offset)
				}
			}
		}
		b.WriteString("[" + text + "]")
	}
	return b.String()
}

// drawnFromOther finds two arguments of a function of which one is drawn from the other, or
// nil: EP takes them as independent. What only a draw reads, as the mean in a chain with
// an unknown drift, is as loopy as every hierarchical model.
func (l *lowering) drawnFromOther(f *factor.Factor) (from, to *root) {
	if !f.Kind.Deterministic || !named(f) {
		return nil, nil
	}
	var ids []int
	var arrays []root
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines || s.Silent() {
			continue
		}
		for _, id := range l.lineage.idsOf(s.Edge) {
			r := l.lineage.roots[id]
			if s.Over != nil {
				r.over = append(slices.Clip(r.over), s.Loops()...)
			}
			if !r.vague() {
				ids = append(ids, id)
				continue
			}
			arrays = append(arrays, r)
			if s.Over == nil || single(s.Over) {
				continue // what lies between tells of two elements of the array
			}
			if from := l.lineage.ancestorOf(r, r.meets); from != nil {
				return from, &root{variable: r.variable, index: r.index}
			}
		}
	}
	if a, b, ok := l.lineage.drawnFromAnother(ids); ok {
		return &l.lineage.roots[a], &l.lineage.roots[b]
	}
	return l.lineage.drawnFromArray(arrays, ids)
}

// single tells whether a loop is seen to run over one value at most.
func single(l *model.Loop) bool {
	return l.Lo.Op == model.OpNumber && l.Hi.Op == model.OpNumber && l.Hi.Value-l.Lo.Value <= 1
}

// named tells whether a function of random values is a variable of the program or a
// condition, of noise too as in observe b != z ~ bernoulli(0.9), or goes into one.
func named(f *factor.Factor) bool {
	out := f.Slot("out")
	if out == nil || out.Edge == nil || out.Edge.Variable.Source != nil {
		return true
	}
	return slices.ContainsFunc(out.Edge.Variable.Edges, func(e *factor.Edge) bool {
		switch {
		case e.Factor == f:
			return false
		case e.Factor.Kind.Deterministic:
			return named(e.Factor)
		}
		return !e.Defines && e.Slot == e.Factor.Slots[0]
	})
}
