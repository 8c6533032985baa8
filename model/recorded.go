package model

// Tallied tells whether what is known of a variable that is sampled is how often it has
// each of its values: of whole numbers whose elements all have the same. Others are
// recorded as numbers are.
func (v *Variable) Tallied() bool {
	if !v.Type.whole() || v.Type.Dimensions > 0 || len(v.Sizes) == 0 {
		return false
	}
	same := true
	v.Sizes[0].Walk(func(x *Expr) { same = same && x.Op != OpDim })
	return same
}

// Entries is the input some of whose entries the elements of a variable are, so that what is
// known of the others is a datum; nil where there is none.
func (v *Variable) Entries() *Input {
	if v.Input == nil && v.Type.whole() && !v.Tallied() {
		return v.Data
	}
	return v.Input
}

// sampledSizes reports vectors and matrices that are asked for and whose elements are of
// different sizes, as their draws are not recorded.
func (c *checker) sampledSizes() {
	for _, v := range c.model.Infer {
		for _, n := range v.Sizes {
			varies := false
			n.Walk(func(x *Expr) { varies = varies || x.Op == OpDim })
			if varies && v.Type.Dimensions > 0 && v.Random && c.model.Samples() {
				c.unsupported(v.At, "the posterior of "+v.Name+", vectors or matrices of different sizes, by Gibbs sampling", "ask for what is computed of them, or make them of one size")
				break
			}
		}
	}
}
