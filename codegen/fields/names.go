package fields

import (
	"fmt"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A table that has one message for each value of a datum (loops.Table.Values) has three arrays: the messages, the first of which
// says nothing; for each element of the variable which of them it has; and which of them have been computed.

func (t *Types) which(of *loops.Table) string { return t.program.TableName(of) + "Of" }

func (t *Types) found(of *loops.Table) string { return t.program.TableName(of) + "Found" }

// search is the array that the search for point estimates keeps its state in.
func (t *Types) search(of *loops.Table) string {
	return t.program.VariableName(of.Variable) + "Search"
}

// previous is the array that keeps the marginals of a variable of the iteration before.
func (t *Types) previous(v *factor.Variable) string {
	return "previous" + names.Exported(t.program.VariableName(v))
}

// moved is the field for the largest change in an iteration of a step so far.
func moved(s *loops.Step) string { return fmt.Sprintf("moved%d", s.ID) }

// widths is the field with the widths of slices of a variable.
func widths(v *model.Variable) string { return names.Local(v.Name) + "Width" }

// Some and Missing are the fields that say whether an entry of an input is missing, and which. What is missing is NaN in a flat
// array of reals; beside one of other values there is an array of truths, which is nil while nothing is missing.
func Some(in *model.Input) string    { return names.Local(in.Name) + "Some" }
func Missing(in *model.Input) string { return names.Local(in.Name) + "Missing" }

// quantiles is the field with the quantiles of the posteriors in a table.
func (t *Types) quantiles(of *loops.Table) string { return "quantiles." + t.program.TableName(of) }

// Quantiles is that of a variable.
func (t *Types) Quantiles(v *model.Variable) string {
	list := t.program.Quantiled()
	return t.quantiles(list[slices.IndexFunc(list, func(of *loops.Table) bool { return of.Variable.Source == v })])
}

// table is the path of a table in the Inference, or in a chain.
func (t *Types) table(of *loops.Table) string {
	switch of.Role {
	case loops.Constant:
		return "constant." + t.program.TableName(of)
	case loops.Drawn:
		return "value." + t.program.TableName(of)
	}
	return "msg." + t.program.TableName(of)
}

// list is the field of a list of the instances that read each element.
func (t *Types) list(of *lower.InstanceList) string {
	return names.List.Name(slices.Index(t.memory.Chain.Lists, of) + 1)
}

// order is the field of an order in which chains begin with elements.
func (t *Types) order(of *lower.StartOrder) string {
	return names.Order.Name(slices.Index(t.memory.Chain.Orders, of) + 1)
}

// joint is the number of a joint draw, from 1.
func (t *Types) joint(u *message.Update) int { return slices.Index(t.program.JointDraws(), u) + 1 }

// sums is the field of a chain with an array of sums: those of each element, or of one.
func (t *Types) sums(of *code.Table) string {
	s := t.program.Tables[of]
	return sumsGroup(s) + "." + t.sumsName(s)
}

func sumsGroup(s lower.Source) string {
	if s.One {
		return "count"
	}
	return "sum"
}

func (t *Types) sumsName(s lower.Source) string {
	return t.program.TableName(s.Added) + strings.ToUpper(s.What[:1]) + s.What[1:]
}

// state is the field of a chain for what it keeps of its scans, some of it of its course.
func state(name string) string {
	switch name {
	case "burning", "number", "scans":
		return "course." + strings.ToUpper(name[:1]) + name[1:]
	}
	return name
}

// Value is the path of the values of a variable that no draw enters in the Inference, or that are drawn in a chain, and the type of
// Go of its elements.
func (t *Types) Value(v *model.Variable) (path, elem string) {
	of := t.program.Loops.Constants[v]
	return t.table(of), ElementType(of)
}
