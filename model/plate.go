package model

// PlateDims returns the sizes of an array that has an element for each instance of a plate.
func PlateDims(loops []*Loop) []*Expr {
	var dims []*Expr
	for k, l := range loops {
		e := l.Full
		for j, outer := range loops[:k] {
			e = e.Subst(outer.Index, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: j})
		}
		dims = append(dims, e)
	}
	return dims
}
