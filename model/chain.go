package model

import (
	"mpc/lang"
)

// chained finds the random whole number that an if is on, where what the branches hold
// reads it again, as if (m == 0) {...} else if (m == 1) {...} does, or the condition reads it several
// times. A gate on each condition would forget in its branches what it has found out about the
// number; a gate on the number itself, whose branches hold the conditions, does not. It is nil of
// other conditions.
func (c *checker) chained(st *lang.If, on *Expr) *Expr {
	if c.model.Algorithm == "gibbs" {
		return nil
	}
	var number *Expr
	times, one := 0, true
	on.Walk(func(e *Expr) {
		if e.Op != OpVariable || !e.Random {
			return
		}
		times++
		if number == nil {
			number = e
		}
		one = one && e.Type.whole() && e.Type.Dimensions == 0 && e.Key() == number.Key()
		for _, a := range e.Args {
			one = one && !a.Random
		}
	})
	if number == nil || !one {
		return nil
	}
	text := ""
	c.references(st.Cond, func(ref lang.Expr) {
		if n := targetName(ref); n != nil && n.Name == number.Variable.Name {
			text = ref.String()
		}
	})
	r := &rereads{text: text}
	r.block(st.Then)
	r.block(st.Else)
	if times == 1 && !r.found || text == "" || !c.everywhere(st, text) {
		return nil
	}
	return number
}

// rereads tells whether statements read a value again, by its text.
type rereads struct {
	text  string
	found bool
}

func (r *rereads) expr(e lang.Expr) {
	switch e := e.(type) {
	case *lang.Name:
		r.found = r.found || e.String() == r.text
	case *lang.Index:
		if r.found = r.found || e.String() == r.text; r.found {
			return
		}
		r.expr(e.X)
		for _, a := range e.Args {
			r.expr(a)
		}
	case *lang.Call:
		for _, a := range e.Args {
			r.expr(a.Value)
		}
	case *lang.Reduce:
		r.expr(e.Body)
		r.expr(e.Domain.Lo)
		r.expr(e.Domain.Hi)
	case *lang.Unary:
		r.expr(e.X)
	case *lang.Binary:
		r.expr(e.X)
		r.expr(e.Y)
	case *lang.List:
		for _, a := range e.Elems {
			r.expr(a)
		}
	}
}

func (r *rereads) block(list []lang.Stmt) {
	for _, st := range list {
		switch st := st.(type) {
		case *lang.Sample:
			r.expr(st.Target)
			r.expr(st.Dist)
		case *lang.Assign:
			r.expr(st.Target)
			r.expr(st.Value)
		case *lang.Observe:
			r.expr(st.Value)
			r.expr(st.Dist)
		case *lang.For:
			r.expr(st.Domain.Lo)
			r.expr(st.Domain.Hi)
			r.block(st.Body)
		case *lang.If:
			r.expr(st.Cond)
			r.block(st.Then)
			r.block(st.Else)
		case *lang.Switch:
			r.expr(st.On)
			r.block(st.Body)
		case *lang.Repeat:
			r.block(st.Body)
		}
	}
}

// everywhere tells whether each inferred variable that the branches of an if define is
// defined for all values of the number that it is on. One that is not lives in a branch, where its
// posterior is asked for: in a gate on the number it would have one for each value.
func (c *checker) everywhere(st *lang.If, text string) bool {
	all, some := defines([]lang.Stmt{st}, text)
	for _, name := range some {
		if v := c.variables[name]; v == nil || contains(all, name) {
			continue
		}
		inferred := len(c.file.Infer) == 0
		for _, n := range c.file.Infer {
			inferred = inferred || n.Name == name
		}
		if inferred {
			return false
		}
	}
	return true
}

// defines lists the names that statements define for all values of what text names, and
// those that they define for some.
func defines(list []lang.Stmt, text string) (all, some []string) {
	add := func(a, s []string) { all, some = append(all, a...), append(some, s...) }
	for _, st := range list {
		switch st := st.(type) {
		case *lang.Sample:
			if n := targetName(st.Target); n != nil {
				add([]string{n.Name}, []string{n.Name})
			}
		case *lang.Assign:
			if n := targetName(st.Target); n != nil {
				add([]string{n.Name}, []string{n.Name})
			}
		case *lang.For:
			add(defines(st.Body, text))
		case *lang.If:
			then, someThen := defines(st.Then, text)
			other, someOther := defines(st.Else, text)
			some = append(append(some, someThen...), someOther...)
			r := &rereads{text: text}
			r.expr(st.Cond)
			for _, name := range then {
				if !r.found || contains(other, name) {
					all = append(all, name)
				}
			}
			if !r.found {
				all = append(all, other...)
			}
		case *lang.Switch:
			add(defines(st.Body, text))
		case *lang.Repeat:
			add(defines(st.Body, text))
		}
	}
	return all, some
}

func contains(list []string, name string) bool {
	for _, x := range list {
		if x == name {
			return true
		}
	}
	return false
}
