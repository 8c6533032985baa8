package operators

import "mpc/dist"

func productVMPOps() []*Op {
	return []*Op{
		{Func: ProductToOutAverage, Factor: "product", To: "out", Algorithm: VMP, Args: []Arg{{"a", 0}, {"b", 0}}},
		{Func: ProductToAAverage, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}}},
		{Func: ProductToBAverage, Factor: "product", To: "b", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"a", 0}}},
	}
}

// ProductToOutAverage sends out = a b: the normal of its mean and variance for
// independent a and b, ma mb and ma^2 vb + mb^2 va + va vb. The fault is
// dist.Improper where a or b is.
func ProductToOutAverage(a, b dist.Normal) (dist.Normal, dist.Fault) {
	mb, vb := normalMeanVariance(b)
	if !(b.P > 0) {
		return dist.Normal{}, dist.Improper
	}
	return productForward(a, mb, vb)
}

// ProductToAAverage sends a of out = a b: H E[b] and P E[b^2], H and P of what
// comes back about out (Winn and Bishop 2005). The fault is dist.Improper where
// b is, or where out is known and b random: then there is no posterior that is a
// product.
func ProductToAAverage(out, b dist.Normal) (dist.Normal, dist.Fault) {
	mb, vb := normalMeanVariance(b)
	switch {
	case out.IsUniform():
		return dist.Normal{}, dist.NoFault
	case !(b.P > 0):
		return dist.Normal{}, dist.Improper
	}
	return productBackward(out, mb, vb)
}

// ProductToBAverage sends b of out = a b; see ProductToAAverage.
func ProductToBAverage(out, a dist.Normal) (dist.Normal, dist.Fault) {
	return ProductToAAverage(out, a)
}

// productForward is the normal of the mean and variance of x s, s independent of
// mean m and variance v.
func productForward(x dist.Normal, m, v float64) (dist.Normal, dist.Fault) {
	switch {
	case !(x.P > 0):
		return dist.Normal{}, dist.Improper
	case v == 0:
		d := normalScaled(x, m)
		if d.IsPoint() {
			d = dist.NormalPoint(m * x.Mean())
		}
		if !d.IsFinite() {
			return dist.Normal{}, dist.NotFinite
		}
		return d, dist.NoFault
	}
	mx, vx := normalMeanVariance(x)
	d := normalAround(m*mx, m*m*vx+mx*mx*v+v*vx)
	if !d.IsFinite() || d.P == 0 {
		return dist.Normal{}, dist.NotFinite
	}
	return d, dist.NoFault
}

// productBackward is the message to x of out = x s, s of mean m and variance v.
func productBackward(out dist.Normal, m, v float64) (dist.Normal, dist.Fault) {
	switch {
	case v == 0:
		return productToOther(out, m)
	case out.IsPoint():
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(out.H*m, out.P*(m*m+v))
}
