package bugs

import (
	"strings"
	"sync"

	"mpc/lang"
	"mpc/mcmc"
)

// A row is a distribution of the table as programs call it: names of parameters, and what
// the parameters of the table are computed from them.
type row struct {
	of         *mcmc.Distribution
	parameters []string
	values     []Expr
}

// A rowKey is a name with the dialect that has it, -1 for both.
type rowKey struct {
	name    string
	dialect Dialect
}

const bothDialects Dialect = -1

// rows are the distributions of the table by their names in programs. A row says
// "dlogis(m, t) = m, 1 / t", and perhaps "(jags)" behind it.
var rows = sync.OnceValue(func() map[rowKey]*row {
	list := map[rowKey]*row{}
	for _, d := range mcmc.Distributions() {
		for _, text := range d.BUGS {
			key := rowKey{dialect: bothDialects}
			for name, dialect := range map[string]Dialect{" (jags)": JAGS, " (bugs)": BUGS} {
				if strings.HasSuffix(text, name) {
					key.dialect, text = dialect, strings.TrimSuffix(text, name)
				}
			}
			left, right, _ := strings.Cut(text, " = ")
			r := &row{of: d}
			call := exprOf(left).(*Call)
			key.name = call.Fun
			for _, a := range call.Args {
				r.parameters = append(r.parameters, a.(*Ref).Name)
			}
			r.values = exprOf("f(" + right + ")").(*Call).Args
			list[key] = r
		}
	}
	return list
})

// exprOf parses an expression of a row.
func exprOf(text string) Expr {
	prog, errs := Parse("row", []byte("x <- "+text), BUGS)
	if len(errs) > 0 {
		panic("a row of the table of distributions says " + text)
	}
	return prog.Model[0].(*Relation).Value
}

// rowOf finds the distribution of the table that a draw is by: nil where it is none of it in
// this dialect.
func (t *translator) rowOf(fun string) *row {
	if r := rows()[rowKey{fun, t.prog.Dialect}]; r != nil {
		return r
	}
	return rows()[rowKey{fun, bothDialects}]
}

// byRow writes a distribution of the table.
func (t *translator) byRow(s *Relation, r *row) *lang.Call {
	of := map[string]Expr{}
	for k, name := range r.parameters {
		of[name] = s.Dist.Args[k]
	}
	at := s.Dist.At
	c := &lang.Call{At: at, Fun: r.of.Name}
	for k, e := range r.values {
		if p := r.of.Parameters[k]; namedAlways[r.of.Name+"."+p.Name] {
			named(c, p.Name, t.value(filled(e, of, at)))
		} else {
			c.Args = append(c.Args, lang.Arg{Value: t.value(filled(e, of, at))})
		}
	}
	return c
}

// namedAlways are parameters that our language wants by name.
var namedAlways = map[string]bool{"lognormal.precision": true, "roundednormal.precision": true, "roundednormal.above": true}

// filled is an expression of a row with the arguments of a draw in it.
func filled(e Expr, of map[string]Expr, at lang.Pos) Expr {
	switch e := e.(type) {
	case *Ref:
		return of[e.Name]
	case *Number:
		return &Number{At: at, Value: e.Value, Text: e.Text}
	case *Unary:
		return &Unary{At: at, Op: e.Op, X: filled(e.X, of, at)}
	case *Binary:
		return &Binary{At: at, Op: e.Op, X: filled(e.X, of, at), Y: filled(e.Y, of, at), Closed: true}
	case *Call:
		c := &Call{At: at, Fun: e.Fun}
		for _, a := range e.Args {
			c.Args = append(c.Args, filled(a, of, at))
		}
		return c
	}
	return e
}

// distributionNames are the names of distributions that programs have in this dialect.
func (t *translator) distributionNames() (list []string) {
	for n := range parameters {
		list = append(list, n)
	}
	for k := range rows() {
		if k.dialect == bothDialects || k.dialect == t.prog.Dialect {
			list = append(list, k.name)
		}
	}
	return list
}

// Row is the distribution of the table that programs of a dialect call by a name, with the parameters of the table for
// given arguments; nil where it is none of it, or takes another number of arguments.
func Row(name string, dialect Dialect, args []float64) (*mcmc.Distribution, []float64) {
	r := (&translator{prog: &Program{Dialect: dialect}}).rowOf(name)
	if r == nil || len(r.parameters) != len(args) {
		return nil, nil
	}
	of := map[string]float64{}
	for k, n := range r.parameters {
		of[n] = args[k]
	}
	var list []float64
	for _, e := range r.values {
		list = append(list, valueIn(e, of))
	}
	return r.of, list
}

// IsRow tells whether programs of a dialect have a distribution of the table by a name.
func IsRow(name string, dialect Dialect) bool {
	return (&translator{prog: &Program{Dialect: dialect}}).rowOf(name) != nil
}

// valueIn is the value of an expression of a row.
func valueIn(e Expr, of map[string]float64) float64 {
	switch e := e.(type) {
	case *Ref:
		return of[e.Name]
	case *Number:
		return e.Value
	case *Unary:
		return -valueIn(e.X, of)
	case *Binary:
		return operators[e.Op](valueIn(e.X, of), valueIn(e.Y, of))
	}
	panic("an expression of a row that is not computed")
}
