package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// A Meeting is where a statement reads a variable several times, directly or through the
// intermediate values that it computes, and the data may make two of these one element.
// Messages take what a factor reads as independent, so that such data are refused. What the
// text itself reads twice is told of when the model is compiled.
type Meeting struct {
	Factor   *factor.Factor // with which the statement ends
	Loops    []*model.Loop
	Variable *factor.Variable
	Readings []*Reading
}

// A Reading is an element that a statement reads, with its index in terms of the loops of the
// statement, and of those of the arrays on the way.
type Reading struct {
	Edge  *factor.Edge
	Index []*model.Expr
	Loops []*model.Loop
	Named bool // whether a derived variable with a name lies between
}

// Meetings lists those of the statement that ends with f: none where what f computes is an
// intermediate value, which is part of another.
func Meetings(f *factor.Factor) []*Meeting {
	if slices.ContainsFunc(f.Slots, func(s *factor.Slot) bool { return s.Edge != nil && s.Edge.Defines && isIntermediate(s.Edge.Variable) }) {
		return nil
	}
	return meetingsOf(f, false)
}

// meetingsOf lists the meetings of a statement. Where all that it leads to is read at constants there are
// none: the text tells what is one element.
func meetingsOf(f *factor.Factor, named bool) []*Meeting {
	w := &meetings{end: f, named: named, seen: map[*factor.Variable]bool{}}
	if !w.moving(f) {
		return nil
	}
	w.statement(f, f.Loops)
	return w.list
}

// NamedMeetings lists those that a statement of EP has through derived variables with names,
// which other statements define: messages go around the loop, and the answer is approximate.
func NamedMeetings(f *factor.Factor) []*Meeting {
	return slices.DeleteFunc(meetingsOf(f, true), func(m *Meeting) bool {
		return m.Variable.Algorithm != operators.EP || !slices.ContainsFunc(m.Readings, func(r *Reading) bool { return r.Named })
	})
}

// Repeats tells whether some of the readings are of arrays.
func (m *Meeting) Repeats() bool {
	return slices.ContainsFunc(m.Readings, func(r *Reading) bool { return len(r.Loops) > 0 })
}

// Hint says what to write instead, where two readings lead to one element.
func (m *Meeting) Hint(a, b *Reading) string {
	if m.Repeats() {
		return "let each element be in the array once, with what its uses weigh together"
	}
	var same []string
	for k := range a.Index {
		if !a.Index[k].Equal(b.Index[k]) {
			same = append(same, a.Index[k].String()+" == "+b.Index[k].String())
		}
	}
	within := func(x *model.Expr) bool { // whether x reads an index of the expression, as of an argmax
		found := false
		x.Walk(func(e *model.Expr) { found = found || e.Op == model.OpIndex && m.Factor.At.Before(e.Index.At) })
		return found
	}
	unsaid := slices.ContainsFunc(slices.Concat(a.Index, b.Index), within)
	if len(same) == 0 || unsaid || a.Edge.Defines || b.Edge.Defines || a.Edge.Variable.Depth > 0 {
		return "leave such rows out of the data, or give each use a variable of its own"
	}
	return fmt.Sprintf("write what holds there with one use of %s: if (%s) {...} else {...}; or leave such rows out of the data", a.Edge.Element(), strings.Join(same, " && "))
}

// meetings collects the meetings of a statement.
type meetings struct {
	end   *factor.Factor
	named bool // whether derived variables of EP that have names are followed
	list  []*Meeting
	seen  map[*factor.Variable]bool // whose definition was looked at
	// followed holds the elements that the statement leads to, but those of arrays.
	followed map[string]bool
}

// moving tells whether a factor, or a definition that leads to what it reads, has an index that is no
// constant, or an array.
func (w *meetings) moving(f *factor.Factor) bool {
	for _, s := range f.Slots {
		if s.Edge == nil {
			continue
		}
		if s.Over != nil || slices.ContainsFunc(s.Edge.Index, func(x *model.Expr) bool { return x.Op != model.OpNumber }) {
			return true
		}
		v := s.Edge.Variable
		if def := definitionOf(s.Edge, w.named); def != nil && !w.seen[v] {
			w.seen[v] = true
			if w.moving(def.Factor) {
				return true
			}
		}
	}
	return false
}

// statement adds the meetings of what ends with f, in a plate.
func (w *meetings) statement(f *factor.Factor, plate []*model.Loop) {
	var variables []*factor.Variable
	readings := map[*factor.Variable][]*Reading{}
	add := func(r *Reading) {
		v := r.Edge.Variable
		if readings[v] == nil {
			variables = append(variables, v)
		}
		if !slices.ContainsFunc(readings[v], r.told) {
			readings[v] = append(readings[v], r)
		}
	}
	w.followed = map[string]bool{}
	for _, s := range f.Slots {
		if s.Edge != nil {
			w.read(&Reading{Edge: s.Edge, Index: s.Edge.Index, Loops: s.Loops()}, plate, nil, add)
		}
	}
	for _, v := range variables {
		if m := (&Meeting{w.end, plate, v, readings[v]}); m.possible() {
			w.list = append(w.list, m)
		}
	}
}

// read adds what an edge leads to: an element, or all that the intermediate value is computed
// from which it is.
func (w *meetings) read(r *Reading, plate []*model.Loop, path []*factor.Variable, add func(*Reading)) {
	v := r.Edge.Variable
	def := definitionOf(r.Edge, w.named)
	if def == nil || slices.Contains(path, v) {
		add(r)
		return
	}
	if len(r.Loops) == 0 {
		// An element that is read twice through one definition is told of with the text.
		key := elementKey(v, r.Index)
		if w.followed[key] {
			return
		}
		w.followed[key] = true
	}
	path = append(path[:len(path):len(path)], v)
	if separate(r.Edge.Slot) {
		w.statement(def.Factor, slices.Concat(plate, r.Loops))
		return
	}
	var inner []*Reading
	for _, s := range def.Factor.Slots {
		if s.Edge == nil || s.Edge == def {
			continue
		}
		index := make([]*model.Expr, len(s.Edge.Index))
		for k, x := range s.Edge.Index {
			index[k] = moved(x, def, r.Index)
		}
		in := &Reading{s.Edge, index, slices.Concat(r.Loops, movedLoops(s.Loops(), def, r.Index)), r.Named || !isIntermediate(v)}
		if !in.within(plate) {
			add(r) // where it leads is not seen
			return
		}
		inner = append(inner, in)
	}
	for _, in := range inner {
		w.read(in, plate, path, add)
	}
}

// movedLoops are the loops of a definition's arrays, where the element that it defines is at.
func movedLoops(list []*model.Loop, def *factor.Edge, at []*model.Expr) []*model.Loop {
	out := make([]*model.Loop, len(list))
	for k, l := range list {
		out[k] = &model.Loop{Index: l.Index, Lo: moved(l.Lo, def, at), Hi: moved(l.Hi, def, at), Full: l.Full}
	}
	return out
}

// separate tells whether each value that a slot takes may depend on the others: of softmax,
// whose operators are chosen for that; and of what is known to be true or false as a whole,
// where each argument is, as if it had a statement of its own.
func separate(s *factor.Slot) bool {
	f := s.Edge.Factor
	truth := func(v float64) bool {
		out := f.Slot("out")
		return out != nil && out.Data != nil && out.Data.Op == model.OpBool && out.Data.Value == v
	}
	switch {
	case f.Kind.Logic == operators.AllOf:
		return truth(1)
	case f.Kind.Logic == operators.AnyOf:
		return truth(0)
	}
	return f.Kind.Name == "softmax" && s.Over != nil
}

// definitionOf is the edge of the definition of what e leads to, if that is an intermediate
// value; or a derived variable of VMP, as its bound would be none where two arguments are
// functions of one variable, whatever has a name; or where those of EP are followed too. Else
// it is nil.
func definitionOf(e *factor.Edge, named bool) *factor.Edge {
	v := e.Variable
	if e.Defines || !isIntermediate(v) && (!v.Derived || v.CopyOf != nil || v.Algorithm != operators.VMP && !named) {
		return nil
	}
	var def *factor.Edge
	for _, d := range v.Edges {
		if !d.Defines {
			continue
		}
		if def != nil {
			return nil
		}
		def = d
	}
	if def == nil || joins(def.Factor) || !isIntermediate(v) && len(def.Factor.Guards)+len(def.Factor.Branches) > 0 {
		return nil
	}
	return def
}

// isIntermediate tells whether v is a value without a name, that a statement computes.
func isIntermediate(v *factor.Variable) bool {
	return v.Source == nil && v.CopyOf == nil && v.Derived
}

// within tells whether the index uses no loops but those of a plate and those of r.
func (r *Reading) within(plate []*model.Loop) bool {
	ok := true
	for _, x := range r.Index {
		x.Walk(func(e *model.Expr) {
			known := func(l *model.Loop) bool { return l.Index == e.Index }
			ok = ok && (e.Op != model.OpIndex || slices.ContainsFunc(plate, known) || slices.ContainsFunc(r.Loops, known))
		})
	}
	return ok
}

// told tells whether two readings are seen in the text to be one, in different factors.
func (r *Reading) told(o *Reading) bool {
	return r.Edge.Factor != o.Edge.Factor && !r.moves() && !o.moves() && slices.EqualFunc(r.Index, o.Index, (*model.Expr).Equal)
}

// Counts tells whether the index depends on what a loop counts, or a bound of another loop does.
func (r *Reading) Counts(l *model.Loop) bool {
	return uses(r.Index, l.Index) || slices.ContainsFunc(r.Loops, func(o *model.Loop) bool { return o.Lo.Uses(l.Index) || o.Hi.Uses(l.Index) })
}

// moves tells whether the index depends on what the arrays on the way run over.
func (r *Reading) moves() bool {
	return slices.ContainsFunc(r.Loops, r.Counts)
}

// possible tells whether two readings may be one element.
func (m *Meeting) possible() bool {
	for i, r := range m.Readings {
		if !r.eachOnce() {
			return true
		}
		for _, o := range m.Readings[:i] {
			if !r.Apart(o) {
				return true
			}
		}
	}
	return false
}

// Apart tells whether two readings are seen to lead to different elements; of arrays it is
// not: x[j] and x[j+1] are one for two values of j.
func (r *Reading) Apart(o *Reading) bool {
	return !r.moves() && !o.moves() && factor.Apart(r.Index, o.Index)
}

// eachOnce tells whether it is seen that the arrays on the way lead to different elements:
// each loop that the index depends on counts in one of its dimensions.
func (r *Reading) eachOnce() bool {
	for _, l := range r.Loops {
		counts := func(x *model.Expr) bool {
			i, _, ok := x.Affine()
			return ok && i == l.Index
		}
		if r.Counts(l) && !slices.ContainsFunc(r.Index, counts) {
			return false
		}
	}
	return true
}
