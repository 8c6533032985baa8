package bugs

import (
	"fmt"
	"math"

	"mpc/lang"
	"mpc/mcmc"
)

// proper writes S[1:n] ~ car.proper(mu[], C[], adj[], num[], M[], tau, gamma), the proper autoregression: a normal of the
// precision tau M^-1 (I - gamma C), of which M is the diagonal. Where M^-1/2 C M^1/2 is U L U', it is S = mu + M^1/2 U z of
// independent z[k] ~ normal(0, precision = tau (1 - gamma L[k])). U and L follow from the data.
func (t *translator) proper(s *Relation) []lang.Stmt {
	at, args := s.Dist.At, s.Dist.Args
	if len(args) != 7 || len(t.slices(s.Target)) != 1 || t.isInput(s) || s.Bounds != nil {
		t.Errorf(at, lang.CodeArguments, "car.proper(mu[], C[], adj[], num[], M[], tau, gamma) draws a row of values that the data do not give, without bounds")
		return nil
	}
	given := t.followed(s, 1, 2, 3, 4)
	if given == nil {
		return nil
	}
	n := t.rows(s.Target)
	if len(given[2]) != n {
		t.Errorf(args[3].Pos(), lang.CodeParameter, "%s has %d elements, and %s %d: there are as many", args[3], len(given[2]), s.Target, n)
		return nil
	}
	roots, b, err := properRoots(given[0], given[1], given[2], given[3])
	if err != nil {
		t.Errorf(at, lang.CodeParameter, "%s in car.proper(%s, %s, %s, %s, %s, tau, gamma)", err, args[0], args[1], args[2], args[3], args[4])
		return nil
	}
	list := t.fresh("roots_" + t.name(s.Target.Name))
	t.own = append(t.own, &lang.Input{Name: lang.Name{At: at, Name: list}, Type: lang.TypeExpr{Base: "real", Dims: []lang.Expr{whole(at, n)}}})
	t.out.Data[list] = &Array{Dim: []int{n}, Values: roots}
	tau, gamma := t.value(args[5]), t.value(args[6])
	return t.autoregression(s, n, b, args[0], func(k *lang.Name) lang.Expr {
		root := &lang.Index{At: at, X: &lang.Name{At: at, Name: list}, Args: []lang.Expr{k}}
		return binary(at, "*", tau, binary(at, "-", whole(at, 1), binary(at, "*", gamma, root)))
	})
}

// properRoots are the eigenvalues of C, whose rows have the weights c of their neighbours, and M^1/2 times the vectors of
// M^-1/2 C M^1/2, row by row.
func properRoots(c, adj, num, m []float64) (roots, b []float64, err error) {
	n := len(num)
	total := 0.0
	for _, k := range num {
		total += k
	}
	switch {
	case int(total) != len(adj) || len(c) != len(adj):
		return nil, nil, fmt.Errorf("num has the sum %v, and there are %d neighbours in adj and %d weights in C", total, len(adj), len(c))
	case len(m) != n || n > maxIntrinsic:
		return nil, nil, fmt.Errorf("there are %d elements in M and %d in num: there are as many, at most %d", len(m), n, maxIntrinsic)
	}
	w := make([]float64, n*n)
	at := 0
	for i := range n {
		if !(m[i] > 0) {
			return nil, nil, fmt.Errorf("element %d of M is %v, and not above 0", i+1, m[i])
		}
		for range int(num[i]) {
			j := int(adj[at]) - 1
			if j < 0 || j >= n || j == i {
				return nil, nil, fmt.Errorf("%d is a neighbour of %d: neighbours are others of 1 to %d", j+1, i+1, n)
			}
			w[i*n+j] = c[at] * math.Sqrt(m[j]/m[i])
			at++
		}
	}
	for i := range n {
		for j := range i {
			x, y := w[i*n+j], w[j*n+i]
			if !(math.Abs(x-y) <= 1e-6*(math.Abs(x)+math.Abs(y))) {
				return nil, nil, fmt.Errorf("weights C[i,j] M[j] and C[j,i] M[i] are not equal of the neighbours %d and %d", i+1, j+1)
			}
			w[i*n+j], w[j*n+i] = (x+y)/2, (x+y)/2
		}
	}
	roots, ok := mcmc.Eigen(w, n)
	if !ok {
		return nil, nil, fmt.Errorf("no eigenvalues of C are found")
	}
	for i := range n {
		for j := range n {
			w[i*n+j] *= math.Sqrt(m[i])
		}
	}
	return roots, w, nil
}

// properBounds are those between which gamma lies, so that the precision of car.proper is positive definite.
func properBounds(c, adj, num, m []float64) (low, high float64, err error) {
	roots, _, err := properRoots(c, adj, num, m)
	if err != nil || len(roots) == 0 || roots[0] >= 0 {
		return math.Inf(-1), math.Inf(1), err
	}
	return 1 / roots[0], 1 / roots[len(roots)-1], nil
}
