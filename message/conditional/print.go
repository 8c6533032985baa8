package conditional

import (
	"fmt"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// Name names what is drawn.
func (d *Draw) Name() string {
	var names []string
	for _, v := range d.Variables {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// Pos is where the variable is first defined.
func (d *Draw) Pos() lang.Pos { return d.Variable().At }

// String prints a term: its message or its density, and the instances that it is of.
func (t *Term) String() string {
	var b strings.Builder
	switch {
	case t.Message != nil:
		b.WriteString(t.Message.String())
	case t.Log != nil:
		b.WriteString(t.Log.String())
	case t.Holds != nil:
		b.WriteString(t.Holds.String())
	default:
		fmt.Fprintf(&b, "%s ~ %s", t.X, t.Dist)
	}
	if t.Times != nil {
		fmt.Fprintf(&b, " %s times", t.Times)
	}
	for _, x := range t.Bounds {
		fmt.Fprintf(&b, " where %s", x)
	}
	return b.String() + t.where()
}

// where prints the instances that a term is of.
func (t *Term) where() string {
	var b strings.Builder
	for _, l := range t.Loops {
		fmt.Fprintf(&b, " for %s in %s..<%s", l.Index.Name, l.Lo, l.Hi)
	}
	for _, g := range t.Guards {
		fmt.Fprintf(&b, " if %s", g)
	}
	return b.String()
}

func (b *Bound) String() string {
	relation := ">"
	if b.Closed {
		relation = ">="
	}
	return fmt.Sprintf("(%s)*x + %s %s 0", b.Slope, b.Rest, relation)
}

func (m *Message) String() string {
	var parts []string
	for _, a := range m.Args {
		parts = append(parts, a.String())
	}
	return m.Operator + "(" + strings.Join(parts, ", ") + ")"
}

// Reads calls f for each variable that the conditional reads besides its own.
func (d *Draw) Reads(f func(*model.Variable)) {
	own := map[*model.Variable]bool{}
	for _, v := range d.Variables {
		own[v] = true
	}
	note := func(e *model.Expr) {
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpVariable && !own[x.Variable] {
				f(x.Variable)
			}
		})
	}
	terms := d.Terms
	if d.Method == Forward {
		terms = d.Prior
	}
	for _, t := range terms {
		t.exprs(note)
	}
	for _, a := range d.Along {
		for _, t := range a.Terms {
			t.exprs(note)
		}
	}
	if o := d.OneBlock; o != nil {
		for _, v := range o.All().Variables {
			if !own[v] {
				f(v)
			}
		}
		for _, t := range o.Terms {
			t.exprs(note)
		}
	}
	if d.Collapse != nil {
		for _, p := range d.Collapse.Parts {
			if !own[p.Variable()] {
				f(p.Variable())
			}
		}
		for _, t := range d.Collapse.Terms {
			t.exprs(note)
		}
	}
	for _, s := range d.Shifts {
		f(s.Of)
		note(s.By)
		for _, t := range s.Terms {
			t.exprs(note)
		}
	}
	if d.Scale != nil {
		f(d.Scale.Of)
		for _, t := range d.Scale.Terms {
			t.exprs(note)
		}
	}
}

// exprs calls f for each expression of a term.
func (t *Term) exprs(f func(*model.Expr)) {
	for _, l := range t.Loops {
		f(l.Lo)
		f(l.Hi)
	}
	eachExpr(f, t.Guards, t.Dist, t.X, t.Holds, t.Log, t.Times)
	if t.Message != nil {
		for _, a := range t.Message.Args {
			f(a)
		}
	}
	for _, b := range t.Bounds {
		f(b.Slope)
		f(b.Rest)
	}
}
