package model

import (
	"slices"

	"mpc/lang"
	"mpc/lang/functions"
)

// declareVariables finds what the program defines.
func (c *checker) declareVariables() {
	var walk func([]lang.Stmt, []*lang.Repeat, []side)
	define := func(target lang.Expr, d definition, repeats []*lang.Repeat) {
		name := targetName(target)
		if name == nil {
			c.Errorf(target.Pos(), CodeType, "%s cannot be defined; a definition starts with a name, as x or x[i]", target)
			return
		}
		d.at = name.At
		if c.inputs[name.Name] != nil {
			c.defs[name.Name] = append(c.defs[name.Name], d)
			return
		}
		if x, ok := target.(*lang.Index); ok {
			d.indices = len(x.Args)
		}
		if isICAR(d.dist) {
			d.indices++
		}
		if c.variables[name.Name] == nil {
			v := &Variable{ID: len(c.model.Variables), Name: name.Name, At: name.At, Derived: d.dist == nil}
			c.variables[name.Name] = v
			c.model.Variables = append(c.model.Variables, v)
			c.inside[v] = repeats
		} else if v := c.variables[name.Name]; !slices.Equal(c.inside[v], repeats) {
			c.Errorf(name.At, CodeDouble, "%s is defined in a repeat and elsewhere", name.Name).
				WithHint("its copies in the repeat are independent of each other; give the others a name of their own").
				WithRelated(v.At, "%s", name.Name)
		}
		c.defs[name.Name] = append(c.defs[name.Name], d)
	}
	walk = func(list []lang.Stmt, repeats []*lang.Repeat, sides []side) {
		inside := func(s lang.Stmt, on lang.Expr, then bool) []side {
			return append(sides[:len(sides):len(sides)], side{s, on, then})
		}
		for _, s := range list {
			switch s := s.(type) {
			case *lang.Sample:
				define(s.Target, definition{dist: s.Dist, sides: sides}, repeats)
			case *lang.Assign:
				define(s.Target, definition{value: s.Value, sides: sides}, repeats)
			case *lang.For:
				walk(s.Body, repeats, sides)
			case *lang.If:
				walk(s.Then, repeats, inside(s, s.Cond, true))
				walk(s.Else, repeats, inside(s, s.Cond, false))
			case *lang.Switch:
				walk(s.Body, repeats, inside(s, s.On, true))
			case *lang.Repeat:
				walk(s.Body, append(repeats[:len(repeats):len(repeats)], s), sides)
			}
		}
	}
	walk(c.file.Program, nil, nil)
}

func targetName(e lang.Expr) *lang.Name {
	switch e := e.(type) {
	case *lang.Name:
		return e
	case *lang.Index:
		if n, ok := e.X.(*lang.Name); ok {
			return n
		}
	}
	return nil
}

// findRandom marks the variables that depend on a draw, and gives each variable
// its type.
func (c *checker) findRandom() {
	for changed := true; changed; {
		changed = false
		for _, v := range c.model.Variables {
			if v.Random {
				continue
			}
			for _, d := range c.defs[v.Name] {
				if d.dist != nil || c.mentionsRandom(d.value) || c.mentionsMissing(d.value) || c.chosen(v, d) {
					v.Random, changed = true, true
					break
				}
			}
		}
	}
	for _, v := range c.model.Variables {
		v.Type.Kind = c.variableKind(v, map[*Variable]bool{})
		v.Type.Dimensions = c.variableDimensions(v, map[*Variable]bool{})
	}
}

// chosen tells whether a random value chooses which definition of v holds: one in
// each branch of an if, or the one in a switch of which v is read outside.
func (c *checker) chosen(v *Variable, d definition) bool {
	for _, s := range d.sides {
		if !c.mentionsRandom(s.on) {
			continue
		}
		if _, ok := s.stmt.(*lang.Switch); ok {
			all, inside := 0, 0
			count := func(n *int) func(lang.Expr) {
				return func(e lang.Expr) {
					walkNames(e, func(m *lang.Name) {
						if m.Name == v.Name {
							*n++
						}
					})
				}
			}
			walkStatements(c.file.Program, count(&all))
			walkStatements([]lang.Stmt{s.stmt}, count(&inside))
			if all > inside || slices.ContainsFunc(c.file.Infer, func(n *lang.Infer) bool { return n.Name == v.Name }) {
				return true
			}
			continue
		}
		for _, other := range c.defs[v.Name] {
			for _, o := range other.sides {
				if o.stmt == s.stmt && o.then != s.then {
					return true
				}
			}
		}
	}
	return false
}

// walkStatements calls f for each expression that statements hold.
func walkStatements(list []lang.Stmt, f func(lang.Expr)) {
	for _, s := range list {
		switch s := s.(type) {
		case *lang.Sample:
			f(s.Target)
			f(s.Dist)
		case *lang.Assign:
			f(s.Target)
			f(s.Value)
		case *lang.Observe:
			f(s.Value)
			if s.Dist != nil {
				f(s.Dist)
			}
		case *lang.For:
			f(s.Domain.Lo)
			if s.Domain.Hi != nil {
				f(s.Domain.Hi)
			}
			walkStatements(s.Body, f)
		case *lang.If:
			f(s.Cond)
			walkStatements(s.Then, f)
			walkStatements(s.Else, f)
		case *lang.Switch:
			f(s.On)
			walkStatements(s.Body, f)
		case *lang.Repeat:
			f(s.Count)
			walkStatements(s.Body, f)
		}
	}
}

// mentionsRandom tells whether e reads a variable that is known to be random.
func (c *checker) mentionsRandom(e lang.Expr) bool {
	found := false
	walkNames(e, func(n *lang.Name) {
		if v := c.variables[n.Name]; v != nil && v.Random {
			found = true
		}
	})
	return found
}

// mentionsMissing tells whether the value of e comes from an input of which entries may be missing, and are then drawn.
func (c *checker) mentionsMissing(e lang.Expr) bool {
	switch e := e.(type) {
	case *lang.Name:
		in := c.inputs[e.Name]
		return in != nil && in.Missing && slices.ContainsFunc(c.defs[e.Name], func(d definition) bool { return d.dist != nil })
	case *lang.Index:
		return c.mentionsMissing(e.X)
	case *lang.Call:
		return slices.ContainsFunc(e.Args, func(a lang.Arg) bool { return c.mentionsMissing(a.Value) })
	case *lang.Reduce:
		return c.mentionsMissing(e.Body)
	case *lang.Unary:
		return c.mentionsMissing(e.X)
	case *lang.Binary:
		return c.mentionsMissing(e.X) || c.mentionsMissing(e.Y)
	case *lang.List:
		return slices.ContainsFunc(e.Elems, c.mentionsMissing)
	}
	return false
}

// walkNames calls f for each name in e.
func walkNames(e lang.Expr, f func(*lang.Name)) {
	switch e := e.(type) {
	case *lang.Name:
		f(e)
	case *lang.Index:
		walkNames(e.X, f)
		for _, a := range e.Args {
			walkNames(a, f)
		}
	case *lang.Call:
		for _, a := range e.Args {
			walkNames(a.Value, f)
		}
	case *lang.Reduce:
		walkNames(e.Body, f)
		walkNames(e.Domain.Lo, f)
		walkNames(e.Domain.Hi, f)
	case *lang.Unary:
		walkNames(e.X, f)
	case *lang.Binary:
		walkNames(e.X, f)
		walkNames(e.Y, f)
	case *lang.List:
		for _, a := range e.Elems {
			walkNames(a, f)
		}
	}
}

// variableKind finds the kind of a variable from the first of its definitions
// that tells; a real one where an element is a whole number and another is real.
func (c *checker) variableKind(v *Variable, seen map[*Variable]bool) Kind {
	if v.Type.Kind != Invalid {
		return v.Type.Kind
	}
	if seen[v] || c.file.Unread[v.Name] {
		return Invalid
	}
	seen[v] = true
	kind := Invalid
	for _, d := range c.defs[v.Name] {
		k := Invalid
		if d.dist != nil {
			k = c.distKind(d.dist)
		} else {
			k = c.kindOf(d.value, seen)
		}
		if kind == Invalid || kind == Int && k == Real {
			kind = k
		}
	}
	if kind == Invalid && c.hasDraw(v) {
		return Real
	}
	return kind
}

// distKind is the kind of what a distribution draws.
func (c *checker) distKind(e lang.Expr) Kind {
	switch e := e.(type) {
	case *lang.Call:
		if x := pointOf(e); x != nil {
			if k := c.kindOf(x, map[*Variable]bool{}); k == Bool {
				return k
			}
			return Invalid // what else defines the variable says whether it is whole
		}
		if sig := Distribution(e.Fun); sig != nil {
			if sig.cuts && len(e.Args) > 0 {
				return c.distKind(e.Args[0].Value)
			}
			return sig.Draws
		}
	case *lang.Index:
		return c.distKind(e.X)
	case *lang.Name:
		if in := c.inputs[e.Name]; in != nil {
			if sig := Distribution(c.declaredBase(in)); sig != nil && sig.Family {
				return sig.Draws
			}
		}
	}
	return Real
}

// kindOf guesses the kind of an expression before names are resolved.
func (c *checker) kindOf(e lang.Expr, seen map[*Variable]bool) Kind {
	switch e := e.(type) {
	case *lang.Number:
		if e.Int {
			return Int
		}
		return Real
	case *lang.Bool:
		return Bool
	case *lang.Name:
		if in := c.inputs[e.Name]; in != nil {
			switch k := in.Type.Kind; k {
			case IndexKind, RangeKind:
				return Int
			default:
				return k
			}
		}
		if v := c.variables[e.Name]; v != nil {
			return c.variableKind(v, seen)
		}
		if c.file.Unread[e.Name] {
			return Invalid
		}
		return Int // a loop index
	case *lang.Index:
		return c.kindOf(e.X, seen)
	case *lang.Call:
		f := functions.Called(e.Fun)
		switch {
		case f == nil:
		case f.Result == functions.Truth:
			return Bool
		case f.Result == functions.Alike:
			kind := Invalid
			for _, a := range e.Args { // real where one of them is
				if k := c.kindOf(a.Value, seen); k == Real || kind == Invalid {
					kind = k
				}
			}
			return kind
		}
		return Real
	case *lang.Reduce:
		r := functions.Reduces(e.Fun)
		switch {
		case r != nil && r.Result == functions.Truth:
			return Bool
		case r != nil && r.Counts():
			return Int
		}
		if k := c.kindOf(e.Body, seen); k != Bool {
			return k
		}
		return Int
	case *lang.Unary:
		if e.Op == "!" {
			return Bool
		}
		return c.kindOf(e.X, seen)
	case *lang.Binary:
		switch e.Op {
		case "+", "-", "*":
			return arithmeticKind(e.Op, c.kindOf(e.X, seen), c.kindOf(e.Y, seen))
		case "/", "^":
			return Real
		}
		return Bool
	}
	return Invalid
}

// arithmeticKind is the kind of a sum, a difference or a product; Invalid is what is not known yet.
func arithmeticKind(op string, x, y Kind) Kind {
	switch {
	case x == Real || y == Real || op == "*" && (x == Bool) != (y == Bool) && x != Invalid && y != Invalid:
		return Real
	case x == Invalid || x == Bool:
		return y
	}
	return x
}
