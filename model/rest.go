package model

import "slices"

// restNames are those of loops that no statement names, by dimension.
var restNames = []string{"i", "j", "k", "l"}

// PartOfArray tells whether e is an array of numbers or truths, or a part of one, that stands
// for a vector or a matrix.
func (e *Expr) PartOfArray() bool {
	return e.Op == OpVariable && e.Variable.Type.Dimensions == 0 && len(e.Args) < len(e.Variable.Dims)
}

// Rest makes loops over the elements of a part of an array, and their indices, which id
// numbers.
func (e *Expr) Rest(id func() int) (loops []*Loop, at []*Expr) {
	v, args := e.Variable, slices.Clone(e.Args)
	for k := len(e.Args); k < len(v.Dims); k++ {
		size := v.Dims[k].Map(func(x *Expr) *Expr {
			if x.Op == OpDim {
				return args[x.Dim]
			}
			return x
		})
		i := &Index{ID: id(), Name: restNames[k%len(restNames)], At: e.At}
		if k < len(v.Ranges) {
			i.Range = v.Ranges[k]
		}
		loops = append(loops, &Loop{Index: i, Lo: Number(0), Hi: size, Full: size})
		args = append(args, IndexExpr(i))
	}
	return loops, args[len(e.Args):]
}
