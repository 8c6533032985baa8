package joint

import "mpc/model"

// What is drawn inside repeat (n) is n independent copies, and so is what is computed from
// such. A statement that reads no copy is the same in each, and counts n times.

// depthOf is how many repeats make copies of a variable: all around what is drawn, and of
// a function of variables those of what it reads.
func (j *Joint) depthOf(v *model.Variable, visiting map[*model.Variable]bool) int {
	if len(v.Repeats) == 0 || visiting[v] {
		return 0
	}
	visiting[v] = true
	depth := 0
	for _, r := range j.Model.Relations {
		switch {
		case r.Target == nil || r.Target.Op != model.OpVariable || r.Target.Variable != v:
		case r.Kind == model.Draw:
			return len(v.Repeats)
		case r.Kind == model.Assign:
			depth = max(depth, j.depthIn(r, func(x *model.Variable) int { return j.depthOf(x, visiting) }))
		}
	}
	return depth
}

// depthIn is how many of the repeats around a relation make copies of it: those of the
// variables in it.
func (j *Joint) depthIn(r *model.Relation, of func(*model.Variable) int) int {
	depth := 0
	note := func(e *model.Expr) {
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpVariable {
				depth = max(depth, of(x.Variable))
			}
		})
	}
	r.Exprs(note)
	for _, br := range r.Branches {
		note(br.Gate.Selector)
	}
	return depth
}
