package conditional

import (
	"slices"

	"mpc/model"
)

// A hierarchy is a part of a block whose elements have one prior: X about Mean.
type hierarchy struct {
	part    int
	own     *Row
	X, Mean *model.Expr
	rows    []*Row // that read elements
}

// hierarchy finds that of a part; nil where there is none.
func (block *Block) hierarchy(part int) *hierarchy {
	v := block.Parts[part].Variable()
	var own *Row
	for _, r := range block.Rows {
		if r.Term.Factor.Drawn != nil && r.Term.Factor.Drawn.Variable == v {
			if own != nil {
				return nil
			}
			own = r
		}
	}
	if own == nil || own.Given != nil || own.Term.Dist.Flat() || len(v.Dims) == 0 || len(own.Term.Guards) > 0 {
		return nil
	}
	f := own.Term.Factor
	h := &hierarchy{part: part, own: own, X: f.X, Mean: f.Dist.Arg("mean")}
	if mentions(h.Mean, v) || len(f.X.Args) != len(f.Loops) {
		return nil
	}
	for k, a := range f.X.Args {
		if a.Op != model.OpIndex || slices.ContainsFunc(f.X.Args[:k], func(o *model.Expr) bool { return o.Index == a.Index }) || !bound(a.Index, f.Loops) {
			return nil
		}
	}
	for _, row := range block.Rows {
		if row == own || !slices.ContainsFunc(row.Slopes, func(s *Slope) bool { return s.Part == part }) {
			continue
		}
		if row.Given != nil || row.Held {
			return nil
		}
		h.rows = append(h.rows, row)
	}
	if len(h.rows) == 0 {
		return nil
	}
	return h
}

// moves is how far a mean moves by one slope, where elements are twice as far from theirs.
func (h *hierarchy) moves(s *Slope) *model.Expr {
	by := map[*model.Index]*model.Expr{}
	for k, a := range h.X.Args {
		by[a.Index] = s.At[k]
	}
	mean := h.Mean.Map(func(e *model.Expr) *model.Expr {
		if e.Op == model.OpIndex && by[e.Index] != nil {
			return by[e.Index]
		}
		return e
	})
	x := *h.X
	x.Args = s.At
	e := product(s.Slope, difference(&x, mean))
	if s.If != nil {
		e = choose(s.If, e, model.Number(0))
	}
	for k := len(s.Over) - 1; k >= 0; k-- {
		e = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{e}, Random: true, Loop: s.Over[k], At: e.At}
	}
	return e
}
