package conditional

import (
	"slices"

	"mpc/model"
)

// A Row is a factor of a block: for each instance of Term a normal of Precision, whose
// distance from its mean is Rest where the block stands and moves by Slopes with elements
// of it.
type Row struct {
	Term            *Term
	Rest, Precision *model.Expr
	// Given is a distribution that the data give, in place of Rest and Precision.
	Given  *model.Expr
	Slopes []*Slope
	// Group is the number of the scale of its precision, of Sums.
	Group int
	// Outer is how many of the loops of Term, the first ones, decide which elements are
	// read: what the others say is about the same elements.
	Outer int
	// Wide is set where reductions decide how many elements are read.
	Wide bool
	// Site, if not nil, is what the factor reads which is no normal density: what it says is found
	// by EP, and Rest is the combination.
	Site *Site
	// Held is set where the combination is known exactly: Rest is what is to be added to it.
	Held bool
	each bool
}

// A Slope says how a row depends on an element of a part: by Slope where If holds, nil
// being always, for each pass of the loops Over.
type Slope struct {
	Part  int
	At    []*model.Expr
	Slope *model.Expr
	If    *model.Expr
	Over  []*model.Loop
}

// maxSlopes is how many elements a row that is not Wide reads at most.
const maxSlopes = 4

// ofVector tells whether a factor is the density of a normal vector.
func (f *Factor) ofVector() bool { return f.Dist != nil && f.Dist.IsNormalVector() }

// rows makes the rows of a factor that reads a block: of a normal vector whose components are in it, one for each of its
// squares.
func (p parts) rows(b *builder, f *Factor) ([]*Row, *refusal) {
	if len(f.For) > 0 && f.Of != nil && p.tells(f.Of) {
		return nil, nil // with what it stands for
	}
	if !f.ofVector() {
		row, no := p.row(f)
		return []*Row{row}, no
	}
	if slices.ContainsFunc(precisionsOf(f.Dist), p.read) {
		return nil, refuse(f, "the precision of %s reads it", f.Text)
	}
	squares := b.squares(f)
	if squares == nil {
		return nil, refuse(f, "components of %s are not seen", f.Text)
	}
	var list []*Row
	for _, s := range squares {
		for _, d := range p.draws {
			s.For = append(s.For, d.Variables...)
		}
		row, no := p.row(s)
		if no != nil {
			return nil, no
		}
		list = append(list, row)
	}
	return list, nil
}

// row makes the row of a factor that reads a block.
func (p parts) row(f *Factor) (*Row, *refusal) {
	for _, g := range f.Guards {
		if p.read(g) {
			return nil, refuse(f, "a condition of %s reads it", f.Text)
		}
	}
	switch {
	case f.Holds != nil:
		return nil, refuse(f, "the condition %s cuts it off", f.Text)
	case f.Log != nil:
		return nil, refuse(f, "%s is no normal density", f.Text)
	}
	if f.Times != nil && (p.read(f.Times) || f.Dist.Given() != nil) {
		return nil, refuse(f, "%s counts several times", f.Text)
	}
	row := &Row{Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist}}
	l := &slopes{parts: p}
	ok := true
	row.Given = f.Dist.Given()
	switch {
	case row.Given != nil:
		ok = model.Distribution(row.Given.Type.Family).Normal() && l.add(f.X, model.Number(1), nil, nil) && len(l.list) == 1 && l.list[0].Slope.IsNumber(1)
	case f.Dist.IsNormal() || f.Dist.Name == "quadratic":
		mean := f.Dist.Arg("mean")
		if f.Exact {
			if f.Times != nil {
				return nil, refuse(f, "%s counts several times", f.Text)
			}
			row.Held, row.Precision = true, model.Number(0)
		} else {
			row.Precision = precisionOf(f.Dist)
		}
		if p.read(row.Precision) {
			return nil, refuse(f, "the precision of %s reads it", f.Text)
		}
		if f.Times != nil {
			row.Precision = product(f.Times, row.Precision)
		}
		// The sign is that of most slopes.
		x, y := mean, f.X
		if !p.read(mean) {
			x, y = f.X, mean
		}
		if row.Rest = difference(y, x); f.Dist.Flat() {
			row.Rest = model.Number(0)
		}
		ok = l.add(x, model.Number(1), nil, nil) && l.add(y, model.Number(-1), nil, nil)
	default:
		return nil, refuse(f, "%s is no normal density", f.Text)
	}
	if !ok {
		if l.why == "" {
			l.why = "is not linear in it"
		}
		return nil, refuse(f, "%s %s", f.Text, l.why)
	}
	row.Slopes = l.merged()
	if no := row.shape(f); no != "" {
		return nil, refuse(f, "%s %s", f.Text, no)
	}
	return row, nil
}

// shape finds how many loops decide what is read.
func (r *Row) shape(f *Factor) string {
	r.Wide = len(r.Slopes) > maxSlopes || r.Held
	for _, s := range r.Slopes {
		r.Wide = r.Wide || len(s.Over) > 0
	}
	if r.Outer = len(f.Loops); !r.Wide {
		r.Outer = decisive(f.Loops, func(i *model.Index) bool {
			return slices.ContainsFunc(r.Slopes, func(s *Slope) bool {
				return slices.ContainsFunc(s.At, func(a *model.Expr) bool { return a.Uses(i) })
			})
		})
	}
	for _, s := range r.Slopes {
		if s.If == nil || r.Planned(s.If) {
			continue
		}
		for _, a := range s.At {
			if a.Op != model.OpIndex && a.Op != model.OpNumber {
				return "reads it under a condition that is drawn, or that is not the same for all that is said of the element"
			}
		}
	}
	return ""
}

// Planned tells whether a condition is known with the data, for all that a row says of
// the same elements.
func (r *Row) Planned(e *model.Expr) bool {
	return !r.each && known(e, r.Term.Loops[r.Outer:])
}

// Instances is the part of a row that decides which elements are read.
func (r *Row) Instances() *Term {
	instances, _ := r.Term.split(r.Outer, r.Planned)
	return instances
}

// Said is the rest of it: what is said of the same elements.
func (r *Row) Said() *Term {
	_, said := r.Term.split(r.Outer, r.Planned)
	return said
}

// slopes collects how an expression depends on the elements of a block.
type slopes struct {
	parts parts
	list  []*Slope
	why   string // not
}

// add adds what e, times a factor, under a condition and in reductions, depends on. It is
// false where it is not seen to be linear.
func (l *slopes) add(e, times, cond *model.Expr, over []*model.Loop) bool {
	if !l.parts.read(e) {
		return true
	}
	if e.Op == model.OpVariable {
		for _, a := range e.Args {
			if readsDrawn(a) {
				l.why = "reads an element of it that is drawn"
				return false
			}
		}
		l.list = append(l.list, &Slope{Part: l.parts.index(e.Variable), At: e.Args, Slope: times, If: cond, Over: over})
		return true
	}
	if e.Sums() {
		return l.add(e.Args[0], times, cond, append(over[:len(over):len(over)], e.Loop))
	}
	if e.Op != model.OpCall {
		return false
	}
	switch e.Fun {
	case "real":
		return l.add(e.Args[0], times, cond, over)
	case "neg":
		return l.add(e.Args[0], minus(times), cond, over)
	case "+":
		return l.add(e.Args[0], times, cond, over) && l.add(e.Args[1], times, cond, over)
	case "-":
		return l.add(e.Args[0], times, cond, over) && l.add(e.Args[1], minus(times), cond, over)
	case "*":
		for k := range 2 {
			if f := e.Args[1-k]; !l.parts.read(f) {
				return l.add(e.Args[k], scaled(times, f), cond, over)
			}
		}
	case "/":
		if !l.parts.read(e.Args[1]) {
			if times.IsNumber(-1) {
				return l.add(e.Args[0], negated(quotient(model.Number(1), e.Args[1])), cond, over)
			}
			return l.add(e.Args[0], quotient(times, e.Args[1]), cond, over)
		}
	case model.Choose:
		if c := e.Args[0]; !l.parts.read(c) {
			return l.add(e.Args[1], times, both(cond, c), over) && l.add(e.Args[2], times, both(cond, not(c)), over)
		}
	}
	return false
}

// minus is -e, of a number that number.
func minus(e *model.Expr) *model.Expr {
	if e.Op == model.OpNumber {
		return model.Number(0 - e.Value)
	}
	return negated(e)
}

// scaled is times*f.
func scaled(times, f *model.Expr) *model.Expr {
	if times.IsNumber(-1) {
		return minus(f)
	}
	return product(times, f)
}

func both(a, b *model.Expr) *model.Expr {
	if a == nil {
		return b
	}
	return and(a, b)
}

// merged adds up the slopes of the same element.
func (l *slopes) merged() (list []*Slope) {
	for _, s := range l.list {
		k := slices.IndexFunc(list, func(o *Slope) bool {
			return o.Part == s.Part && len(o.Over) == 0 && len(s.Over) == 0 && o.If == nil && s.If == nil && slices.EqualFunc(o.At, s.At, (*model.Expr).Equal)
		})
		if k < 0 {
			list = append(list, s)
			continue
		}
		cp := *list[k]
		cp.Slope = sum(cp.Slope, s.Slope)
		list[k] = &cp
	}
	return slices.DeleteFunc(list, func(s *Slope) bool { return s.Slope.IsNumber(0) })
}
