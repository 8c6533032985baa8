package message

import (
	"slices"

	"mpc/factor"
	"mpc/lang"
	"mpc/model"
	"mpc/operators"
)

// CodeDependent marks a factor of VMP whose arguments depend on one variable.
const CodeDependent = lang.CodeDependent

// dependent reports the factors of which several arguments are functions of one
// variable that is drawn. VMP takes the expectation over each argument alone, so
// that what is between them would be lost, the bound be no bound: an error. EP sends
// messages around the loop: a warning, as the answer is approximate even where no
// iteration is needed.
func (l *lowering) dependent() {
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || joins(f) || slices.ContainsFunc(l.table[f.Kind.Name], func(op *operators.Op) bool { return op.Apart }) {
			continue // refused tells of those that mind
		}
		if r := shared(f); r != nil {
			l.tellDependent(f, *r)
		} else if from, to := drawnFrom(f); from != nil && to.variable.Algorithm == operators.EP {
			l.Warnf(f.At, CodeDependent, "%s is drawn from %s, and %s reads both as independent: the answer is approximate", to, from, f.Text)
		}
	}
	l.dependentGates()
	l.booleanLoops()
}

// shared finds a root of several arguments of a factor, or nil.
func shared(f *factor.Factor) *root {
	var seen []root
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines && (f.Kind.Deterministic || s.Edge.Variable.Derived) {
			continue // what f defines, also an element that is drawn where others are derived
		}
		roots := rootsOf(s.Edge, nil)
		for _, r := range roots {
			if s.Over != nil && s.Edge.Variable.Derived && !uses(r.index, s.Over.Index) {
				return &r
			}
			for _, other := range seen {
				if other.same(r) {
					return &r
				}
			}
		}
		seen = append(seen, roots...)
	}
	return nil
}

func (l *lowering) tellDependent(f *factor.Factor, r root) {
	if r.variable.Algorithm != operators.VMP {
		l.Warnf(f.At, CodeDependent, "several arguments of %s are functions of %s: EP takes them as independent at first and then passes messages around the loop, so that the answer is approximate", f.Text, r.variable.Name)
		return
	}
	l.Errorf(f.At, CodeDependent, "VMP takes the arguments of %s as independent, but several are functions of %s", f.Text, r.variable.Name).
		WithHint("write it with one use of %s; or draw what lies between, y ~ normal(..., variance = v); or choose algorithm: ep", r.variable.Name)
}

// A root is an element of a drawn variable that an argument is a function of, with
// the index in terms of the loops of the factor that reads it.
type root struct {
	variable *factor.Variable
	index    []*model.Expr
}

// same tells whether two roots are seen to be one element.
func (r root) same(o root) bool {
	if r.variable != o.variable || len(r.index) != len(o.index) {
		return false
	}
	for k := range r.index {
		if r.index[k] == nil || o.index[k] == nil || !r.index[k].Equal(o.index[k]) {
			return false
		}
	}
	return true
}

// rootsOf lists the drawn variables that the element at an edge is a function of:
// itself, or those of its definition's arguments. path holds the derived variables
// that led here.
func rootsOf(e *factor.Edge, path []*factor.Variable) []root {
	v := e.Variable
	if !v.Derived {
		return []root{{v, e.Index}}
	}
	for _, w := range path {
		if w == v {
			return nil // a chain of functions, x[t] = f(x[t-1])
		}
	}
	path = append(path[:len(path):len(path)], v)
	var out []root
	for _, def := range v.Edges {
		if !def.Defines || elsewhereDefined(def, e) {
			continue
		}
		if def.Factor.Kind.Name == "exit" && len(out) == 0 {
			out = append(out, root{v, e.Index}) // also drawn, in branches
		}
		for _, s := range def.Factor.Slots {
			if s.Edge == nil || s.Edge.Defines || s.Silent() {
				continue
			}
			for _, r := range rootsOf(s.Edge, path) {
				index := make([]*model.Expr, len(r.index))
				for k, x := range r.index {
					index[k] = translate(x, def, e, s)
				}
				out = append(out, root{r.variable, index})
			}
		}
	}
	return out
}

// elsewhereDefined tells whether it is seen that a definition is of other elements than
// the one that is read: of x[1], or of x[t] for t in 1..<T, where x[0] is read.
func elsewhereDefined(def, use *factor.Edge) bool {
	for k, d := range def.Index {
		x := use.Index[k]
		if x.Op != model.OpNumber {
			continue
		}
		if d.Op == model.OpNumber && d.Value != x.Value {
			return true
		}
		i, c, ok := d.Affine()
		for _, l := range def.Factor.Loops {
			if ok && l.Index == i && l.Lo.Op == model.OpNumber && x.Value < l.Lo.Value+float64(c) {
				return true
			}
		}
	}
	return false
}

// translate writes an index of the factor that defines an element in terms of what
// reads the element; nil where it is not seen what it is.
func translate(x *model.Expr, def, use *factor.Edge, s *factor.Slot) *model.Expr {
	if x == nil || s.Over != nil && x.Uses(s.Over.Index) {
		return nil // one of an array
	}
	return moved(x, def, use.Index)
}

// moved writes an index of the factor that defines an element in terms of the index that the
// element is read at.
func moved(x *model.Expr, def *factor.Edge, at []*model.Expr) *model.Expr {
	for k, d := range def.Index {
		i, c, ok := d.Affine()
		if !ok {
			if x.Equal(d) {
				return at[k]
			}
			continue
		}
		to := at[k]
		if c != 0 {
			to = model.Call("-", model.Type{Kind: model.Int}, to, model.Number(float64(c)))
		}
		x = x.Subst(i, to)
	}
	return x
}

func uses(index []*model.Expr, i *model.Index) bool {
	for _, x := range index {
		if x == nil || x.Uses(i) {
			return true
		}
	}
	return false
}
