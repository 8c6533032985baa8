package conditional

import (
	"slices"

	"mpc/model"
)

// sums finds out whether all rows of a block are known with the data but for a scale: then
// what they say is added up once. Scales are the different ones, and a row has the number of
// its own, and the Weight that is known.
func (block *Block) sums() {
	if block.Each || block.holds() {
		return
	}
	p := partsOf(block.Parts)
	var scales []*model.Expr
	type scaled struct {
		group  int
		weight *model.Expr
	}
	var rows []scaled
	for _, r := range block.Rows {
		if r.Given != nil || !r.known(p) {
			return
		}
		scale, weight, ok := scaleOf(r.Precision)
		if !ok {
			return
		}
		g := slices.IndexFunc(scales, func(e *model.Expr) bool { return e.Equal(scale) })
		if g < 0 {
			g = len(scales)
			scales = append(scales, scale)
		}
		rows = append(rows, scaled{g, weight})
	}
	block.Scales = scales
	for k, r := range block.Rows {
		sum := *r
		sum.Precision, sum.Group = rows[k].weight, rows[k].group
		block.Sums = append(block.Sums, &sum)
	}
}

// known tells whether a row reads no drawn variable but those of its block, and these in
// its rest alone.
func (r *Row) known(p parts) bool {
	list := slices.Clone(r.Term.Guards)
	for _, l := range r.Term.Loops {
		list = append(list, l.Lo, l.Hi)
	}
	for _, s := range r.Slopes {
		list = append(list, s.Slope)
		if s.If != nil {
			list = append(list, s.If)
		}
		for _, l := range s.Over {
			list = append(list, l.Lo, l.Hi)
		}
	}
	if slices.ContainsFunc(list, readsDrawn) {
		return false
	}
	known := true
	r.Rest.Walk(func(x *model.Expr) {
		known = known && (x.Op != model.OpVariable || !x.Variable.Random || p.index(x.Variable) >= 0)
	})
	return known
}

// scaleOf takes a precision apart: one drawn number, or its inverse, and a weight that is
// known.
func scaleOf(precision *model.Expr) (scale, weight *model.Expr, ok bool) {
	if !readsDrawn(precision) {
		return model.Number(1), precision, true
	}
	var t *model.Expr
	precision.Walk(func(x *model.Expr) {
		if x.Op == model.OpVariable && x.Variable.Random && len(x.Variable.Dims) == 0 {
			t = x
		}
	})
	if t == nil {
		return nil, nil, false
	}
	weight, power, ok := monomial(precision, t)
	switch {
	case !ok || readsDrawn(weight):
		return nil, nil, false
	case power == 1:
		return t, weight, true
	case power == -1:
		return quotient(model.Number(1), t), weight, true
	}
	return nil, nil, false
}
