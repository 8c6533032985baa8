package interp

import (
	"slices"

	"mpc/lang"
	"mpc/message/conditional"
	"mpc/model"
	density "mpc/model/joint"
)

// startHint says of a draw that is impossible where a chain begins what may begin elsewhere: of the variables that its statement, at a
// place of the model, reads those that the model gives a start; else the first of these; else what is drawn.
func (c *scene) startHint(d *conditional.Draw, at lang.Pos) string {
	j := density.Build(c.program.Graph.Model)
	reads := readAt(j, at)
	var given []string
	for _, v := range reads {
		if c.begins(v) != nil {
			given = append(given, c.origin().Name(v.Name))
		}
	}
	if len(given) > 0 {
		by := "init says"
		if c.origin() != nil {
			by = "--inits says"
		}
		return "so it is where the chain begins, as " + by + " of " + lang.Enumerated(given) + ": give another start"
	}
	of := d.Variable()
	switch {
	case len(reads) > 0:
		of = reads[0]
	case !slices.Contains(c.program.Graph.Model.Variables, of): // one that the model does not have
		for _, s := range j.Statements {
			if v := s.Defines(); v != nil && s.At == at {
				of = v
			}
		}
	}
	return "so it is where chains begin, at draws from the priors, or at 0 of what is drawn after it; " + c.startingPoint(of)
}

// readAt are the drawn variables that the parameters of a statement read, by what is computed from them too.
func readAt(j *density.Joint, at lang.Pos) (list []*model.Variable) {
	seen := map[*model.Variable]bool{}
	var visit func(e *model.Expr)
	visit = func(e *model.Expr) {
		e.Walk(func(e *model.Expr) {
			if e.Op != model.OpVariable || seen[e.Variable] {
				return
			}
			v := e.Variable
			seen[v] = true
			drawn := false
			for _, s := range j.Defining(v) {
				if s.Kind == density.Defined {
					s.Exprs(visit)
				} else {
					drawn = true
				}
			}
			if drawn {
				list = append(list, v)
			}
		})
	}
	for _, s := range j.Statements {
		if s.At != at || s.Dist == nil {
			continue
		}
		if v := s.Defines(); v != nil {
			seen[v] = true
		}
		for _, a := range s.Dist.Args {
			visit(a)
		}
	}
	return list
}
