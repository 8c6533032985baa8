package sequence

import (
	"sort"
	"strconv"
	"strings"

	"mpc/bugs"
)

// A Form is a whole number that is linear in symbols: c + sum of k * symbol. A symbol is an index
// of a loop, a size, or a text that nothing is known of.
type Form struct {
	C int
	T map[string]int
}

func constant(c int) Form        { return Form{C: c} }
func symbol(name string) Form    { return Form{T: map[string]int{name: 1}} }
func (f Form) isConstant() bool  { return len(f.T) == 0 }
func (f Form) minus(g Form) Form { return f.plus(g.times(-1)) }

func (f Form) plus(g Form) Form {
	t := make(map[string]int, len(f.T)+len(g.T))
	for s, k := range f.T {
		t[s] = k
	}
	for s, k := range g.T {
		if t[s] += k; t[s] == 0 {
			delete(t, s)
		}
	}
	return Form{f.C + g.C, t}
}

func (f Form) times(n int) Form {
	if n == 0 {
		return Form{}
	}
	t := make(map[string]int, len(f.T))
	for s, k := range f.T {
		t[s] = n * k
	}
	return Form{n * f.C, t}
}

// add is the form with a constant added.
func (f Form) add(c int) Form { return Form{f.C + c, f.T} }

// in writes other forms for symbols.
func (f Form) in(by map[string]Form) Form {
	out := constant(f.C)
	for s, k := range f.T {
		g, ok := by[s]
		if !ok {
			g = symbol(s)
		}
		out = out.plus(g.times(k))
	}
	return out
}

// renamed gives each symbol another name.
func (f Form) renamed(name func(string) string) Form {
	t := make(map[string]int, len(f.T))
	for s, k := range f.T {
		t[name(s)] += k
	}
	return Form{f.C, t}
}

func (f Form) equal(g Form) bool {
	d := f.minus(g)
	return d.C == 0 && len(d.T) == 0
}

func (f Form) symbols() []string {
	list := make([]string, 0, len(f.T))
	for s := range f.T {
		list = append(list, s)
	}
	sort.Strings(list)
	return list
}

// expr is the form as an expression. The texts of symbols are expressions.
func (f Form) expr() bugs.Expr {
	var x bugs.Expr
	put := func(k int, y bugs.Expr) {
		op := "+"
		if k < 0 {
			op, k = "-", -k
		}
		if y == nil {
			y = number(k)
		} else if k != 1 {
			y = &bugs.Binary{Op: "*", X: number(k), Y: y}
		}
		switch {
		case x != nil:
			x = &bugs.Binary{Op: op, X: x, Y: y}
		case op == "-":
			x = &bugs.Unary{Op: "-", X: y}
		default:
			x = y
		}
	}
	list := f.symbols()
	sort.SliceStable(list, func(i, j int) bool { return f.T[list[i]] > 0 && f.T[list[j]] < 0 })
	for i, s := range list {
		if i == 0 && f.T[s] < 0 && f.C > 0 {
			put(f.C, nil)
		}
		put(f.T[s], parsed(strings.TrimPrefix(s, "@")))
	}
	if len(list) == 0 || f.C != 0 && !(f.T[list[0]] < 0 && f.C > 0) {
		if f.C < 0 && x == nil {
			return &bugs.Unary{Op: "-", X: number(-f.C)}
		}
		put(f.C, nil)
	}
	return x
}

func (f Form) String() string { return f.expr().String() }

func number(k int) *bugs.Number {
	return &bugs.Number{Value: float64(k), Text: strconv.Itoa(k)}
}

// parsed reads a text that was printed from an expression.
func parsed(text string) bugs.Expr {
	p, d := bugs.Parse("", []byte("x <- "+text), bugs.BUGS)
	if d.HasErrors() || len(p.Model) != 1 {
		return &bugs.Ref{Name: text}
	}
	return p.Model[0].(*bugs.Relation).Value
}
