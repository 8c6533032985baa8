package bugs

import "mpc/lang"

// written collects the names in statements of our language.
func written(list []lang.Stmt) map[string]bool {
	w := names{}
	w.stmts(list)
	return w
}

type names map[string]bool

func (w names) stmts(list []lang.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Sample:
			w.expr(s.Target)
			w.expr(s.Dist)
		case *lang.Assign:
			w.expr(s.Target)
			w.expr(s.Value)
		case *lang.Observe:
			w.expr(s.Value)
			w.expr(s.Dist)
		case *lang.If:
			w.expr(s.Cond)
			w.stmts(s.Then)
			w.stmts(s.Else)
		case *lang.For:
			w.domain(s.Domain)
			w.stmts(s.Body)
		}
	}
}

func (w names) domain(d lang.Domain) {
	w.expr(d.Lo)
	w.expr(d.Hi)
}

func (w names) expr(e lang.Expr) {
	switch e := e.(type) {
	case *lang.Name:
		w[e.Name] = true
	case *lang.Index:
		w.expr(e.X)
		for _, a := range e.Args {
			w.expr(a)
		}
	case *lang.Call:
		for _, a := range e.Args {
			w.expr(a.Value)
		}
	case *lang.Reduce:
		w.domain(e.Domain)
		w.expr(e.Body)
	case *lang.Unary:
		w.expr(e.X)
	case *lang.Binary:
		w.expr(e.X)
		w.expr(e.Y)
	case *lang.List:
		for _, x := range e.Elems {
			w.expr(x)
		}
	}
}
