package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/families"
	"mpc/loops"
)

// product prints a product of messages.
func (f *function) product(list loops.Product, family factor.Family) string {
	if len(list) == 0 {
		return uniform(family)
	}
	var b strings.Builder
	for i, t := range list {
		s := f.term(t)
		if i == 0 {
			b.WriteString(s)
			continue
		}
		b.WriteString(".Times(" + s + ")")
	}
	return f.inBranch(list[0].Table.Variable, b.String(), len(list) > 1 || list[0].Table.Role == loops.Total)
}

// inBranch prints what is known of a variable: of one that lives in a branch a product of
// messages is uniform where these contradict each other.
func (f *function) inBranch(v *factor.Variable, known string, product bool) string {
	if v.Depth == 0 || !product {
		return known
	}
	name := "possible" + v.Family.Row().Go()
	f.g.possible[name] = v.Family
	return name + "(" + known + ")"
}

func (f *function) term(t loops.Term) string {
	if t.Table.Sparse && !t.Table.Local {
		return f.sparse(t.Table, f.flat(f.g.shape(t.Table.Dims), t.Index, f.env()))
	}
	s := f.load(t.Table, t.Index, f.env())
	if t.Copies != nil {
		return fmt.Sprintf("%s.Power(dist.OtherCopies(%s))", s, f.env().real(t.Copies))
	}
	if t.Table.Role != loops.Total {
		return s
	}
	if t.Except != nil {
		return s + ".Except(" + f.load(t.Except.Table, t.Except.Index, f.env()) + ")"
	}
	return s + ".Value()"
}

// familyType is the Go type of a family's messages.
func familyType(fam factor.Family) string { return messageType(fam.Row()) }

func messageType(fam *families.Family) string { return "dist." + fam.Go() }

func uniform(fam factor.Family) string { return familyType(fam) + "Uniform()" }
