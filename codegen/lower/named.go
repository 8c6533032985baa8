package lower

import (
	"fmt"

	"mpc/codegen/loops"
	"mpc/codegen/names"
	"mpc/factor"
)

// TableName is the name of a table in generated code.
func (p *Program) TableName(t *loops.Table) string {
	if t.Role == loops.Constant || t.Role == loops.Drawn {
		for v, c := range p.Loops.Constants {
			switch {
			case c != t:
			case v.Input != nil || v.Data != nil:
				return names.Local(v.Name) + "_" // the input has the name
			default:
				return names.Local(v.Name)
			}
		}
	}
	name := p.VariableName(t.Variable)
	switch t.Role {
	case loops.Definition:
		return name + "Def"
	case loops.Total:
		return name + "Total"
	case loops.Posterior:
		return name + "Posterior"
	case loops.Moments:
		return name + "Moments"
	case loops.Point:
		return name + "Point"
	}
	return fmt.Sprintf("%sU%d", name, p.Loops.Message.To[t.Edge.ID].ID)
}

// TableNames are those of all tables.
func (p *Program) TableNames() (list []string) {
	for _, t := range p.Loops.Tables {
		list = append(list, p.TableName(t))
	}
	return list
}

// VariableName is what a variable is called in the names of its tables. A copy in the
// branches of a gate has the name of the variable outside with its number, and so has
// the part of a variable that is drawn where others of its elements are computed.
func (p *Program) VariableName(v *factor.Variable) string { return p.variableNames[v.ID] }

// namesOf are the names of variables in generated code: those that have one name in the model
// are told apart by numbers.
func namesOf(list []*factor.Variable) []string {
	out := make([]string, len(list))
	type kind struct {
		name string
		copy bool
	}
	before := map[kind]int{}
	for i, v := range list {
		k := kind{v.Name, v.CopyOf != nil}
		before[k]++
		switch n := before[k]; {
		case k.copy:
			out[i] = fmt.Sprintf("%sIn%d", names.Local(v.Name), n)
		case n > 1:
			out[i] = fmt.Sprintf("%sPart%d", names.Local(v.Name), n)
		default:
			out[i] = names.Local(v.Name)
		}
	}
	return out
}
