package factor

import "mpc/model"

// Origins is the element of the variable outside of all gates that each element
// of v stands for.
func (v *Variable) Origins() []*model.Expr {
	if v.CopyOf != nil || v.apart {
		return v.origin
	}
	list := make([]*model.Expr, len(v.Dims))
	for d := range list {
		list[d] = &model.Expr{Op: model.OpDim, Type: model.Type{Kind: model.Int}, Dim: d}
	}
	return list
}

// Origin is the element of the variable of the model that an element of v stands for,
// where that is seen: of a copy in a gate the element outside.
func (v *Variable) Origin(index []int) (origin []int, ok bool) {
	for _, x := range v.Origins() {
		x = x.Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return model.Number(float64(index[e.Dim]))
			}
			return e
		})
		if x.Op != model.OpNumber {
			return nil, false
		}
		origin = append(origin, int(x.Value))
	}
	return origin, true
}
