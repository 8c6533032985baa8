package bugs

import (
	"slices"

	"mpc/lang"
)

// Without leaves definitions out of the file in which something stands at given places, and those that read what they define. The
// names are those of the program that are left out then. It changes nothing, and ok is false, where a place is in no definition,
// something that is drawn or observed reads what is defined, or nothing is left to ask for.
func (t *Translation) Without(places []lang.Pos) (left []string, ok bool) {
	out := map[string]bool{}
	for _, at := range places {
		name := definedAt(t.File.Program, at)
		if name == "" {
			return nil, false
		}
		out[name] = true
	}
	for changed := true; changed; {
		changed = false
		eachAssign(t.File.Program, func(a *lang.Assign) {
			reads := names{}
			reads.expr(a.Value)
			for n := range reads {
				if name := targetName(a.Target); out[n] && !out[name] {
					out[name], changed = true, true
				}
			}
		})
	}
	program := withoutDefinitions(t.File.Program, out)
	for n := range written(program) {
		if out[n] {
			return nil, false
		}
	}
	asked := slices.DeleteFunc(slices.Clone(t.File.Infer), func(in *lang.Infer) bool { return out[in.Name] })
	if len(asked) == 0 {
		return nil, false
	}
	for _, in := range t.File.Infer {
		if out[in.Name] {
			left = append(left, t.Names[in.Name])
		}
	}
	t.File.Program, t.File.Infer = program, asked
	t.File.Inputs = slices.DeleteFunc(t.File.Inputs, func(in *lang.Input) bool {
		return !written(program)[in.Name.Name] && !sizes(t.File.Inputs)[in.Name.Name]
	})
	return left, true
}

// targetName is the name of what a statement defines.
func targetName(e lang.Expr) string {
	if x, ok := e.(*lang.Index); ok {
		e = x.X
	}
	if n, ok := e.(*lang.Name); ok {
		return n.Name
	}
	return ""
}

// eachAssign calls f for all definitions.
func eachAssign(list []lang.Stmt, f func(*lang.Assign)) {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Assign:
			f(s)
		case *lang.For:
			eachAssign(s.Body, f)
		case *lang.If:
			eachAssign(s.Then, f)
			eachAssign(s.Else, f)
		}
	}
}

// definedAt is what the definition defines in which something stands at a place, "" for none.
func definedAt(list []lang.Stmt, at lang.Pos) (name string) {
	eachAssign(list, func(a *lang.Assign) {
		if a.At == at || standsIn(a.Target, at) || standsIn(a.Value, at) {
			name = targetName(a.Target)
		}
	})
	return name
}

// standsIn tells whether a part of an expression stands at a place.
func standsIn(e lang.Expr, at lang.Pos) bool {
	if e == nil {
		return false
	}
	if e.Pos() == at {
		return true
	}
	in := func(list ...lang.Expr) bool {
		return slices.ContainsFunc(list, func(x lang.Expr) bool { return standsIn(x, at) })
	}
	switch e := e.(type) {
	case *lang.Index:
		return in(e.X) || in(e.Args...)
	case *lang.Call:
		return slices.ContainsFunc(e.Args, func(a lang.Arg) bool { return standsIn(a.Value, at) })
	case *lang.Reduce:
		return in(e.Body)
	case *lang.Unary:
		return in(e.X)
	case *lang.Binary:
		return in(e.X, e.Y)
	case *lang.List:
		return in(e.Elems...)
	}
	return false
}

// withoutDefinitions are statements without the definitions of names; loops without a statement are gone too.
func withoutDefinitions(list []lang.Stmt, out map[string]bool) (kept []lang.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Assign:
			if out[targetName(s.Target)] {
				continue
			}
		case *lang.For:
			c := *s
			if c.Body = withoutDefinitions(s.Body, out); len(c.Body) > 0 {
				kept = append(kept, &c)
			}
			continue
		}
		kept = append(kept, s)
	}
	return kept
}
