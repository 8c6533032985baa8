package operators

import "mpc/dist"

// Copies and multiples of vectors and matrices, the same in EP and VMP.
func copyVectorOps() []*Op {
	var list []*Op
	for _, algorithm := range []Algorithm{EP, VMP} {
		exact := algorithm == EP
		to, from := SkipIfUniform, SkipIfUniform
		if algorithm == VMP {
			to = 0
		}
		list = append(list,
			&Op{Func: CopyCategoricalToOut, Factor: "copy", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", 0}, {"to", 0}}},
			&Op{Func: CopyCategoricalToA, Factor: "copy", To: "a", Algorithm: algorithm, Args: []Arg{{"out", from}, {"to", 0}}},
			&Op{Func: CopyDirichletToOut, Factor: "copy", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", to}, {"to", 0}}},
			&Op{Func: CopyDirichletToA, Factor: "copy", To: "a", Algorithm: algorithm, Safe: exact, Args: []Arg{{"out", from}, {"to", 0}}},
			&Op{Func: CopyMvNormalToOut, Factor: "copy", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", to}, {"to", 0}}},
			&Op{Func: CopyMvNormalToA, Factor: "copy", To: "a", Algorithm: algorithm, Safe: exact, Args: []Arg{{"out", from}, {"to", 0}}},
			&Op{Func: CopyWishartToOut, Factor: "copy", To: "out", Algorithm: algorithm, Exact: exact, Safe: exact, Args: []Arg{{"a", to}, {"to", 0}}},
			&Op{Func: CopyWishartToA, Factor: "copy", To: "a", Algorithm: algorithm, Safe: exact, Args: []Arg{{"out", from}, {"to", 0}}},
		)
	}
	return list
}

// CopyCategoricalToOut sends out = a, of which out may have values more than a.
func CopyCategoricalToOut(a dist.Categorical, to *dist.Categorical) { discreteCopy(to, a.LogP) }

// CopyCategoricalToA sends a = out. The fault is Contradiction where out is no value
// of a.
func CopyCategoricalToA(out dist.Categorical, to *dist.Categorical) dist.Fault {
	discreteCopy(to, out.LogP)
	return discreteSend(to)
}

// CopyDirichletToOut sends out = a.
func CopyDirichletToOut(a dist.Dirichlet, to *dist.Dirichlet) { to.Set(a) }

// CopyDirichletToA sends a = out.
func CopyDirichletToA(out dist.Dirichlet, to *dist.Dirichlet) { to.Set(out) }

// CopyMvNormalToOut sends out = a.
func CopyMvNormalToOut(a dist.MvNormal, to *dist.MvNormal) { to.Set(a) }

// CopyMvNormalToA sends a = out.
func CopyMvNormalToA(out dist.MvNormal, to *dist.MvNormal) { to.Set(out) }

// CopyWishartToOut sends out = a.
func CopyWishartToOut(a dist.Wishart, to *dist.Wishart) { to.Set(a) }

// CopyWishartToA sends a = out.
func CopyWishartToA(out dist.Wishart, to *dist.Wishart) { to.Set(out) }
