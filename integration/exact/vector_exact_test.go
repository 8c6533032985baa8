package exact

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"mpc/codegen"
	"mpc/dist"
	"mpc/integration/agree"
)

// EP is exact on trees of normal vectors: the marginals and the evidence are those
// of the joint normal.
func TestExactVectors(t *testing.T) {
	for seed := range uint64(500) {
		m := randomVectorTree(seed)
		text := m.text("ep")
		r := solve(t, text, m.inputs)
		n := len(m.h)
		joint := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				joint.SetSym(i, j, (m.parts[i][j]+m.parts[j][i])/2)
			}
		}
		var factor mat.Cholesky
		if !factor.Factorize(joint) {
			t.Fatalf("seed %d: the joint precision is singular", seed)
		}
		var covariance mat.SymDense
		if err := factor.InverseTo(&covariance); err != nil {
			t.Fatal(err)
		}
		var mean mat.VecDense
		if err := factor.SolveVecTo(&mean, mat.NewVecDense(n, m.h)); err != nil {
			t.Fatal(err)
		}
		evidence := m.rest + (float64(n)*math.Log(2*math.Pi)-factor.LogDet()+mat.Dot(&mean, mat.NewVecDense(n, m.h)))/2
		if math.Abs(r.LogEvidence-evidence) > 1e-9*math.Max(1, math.Abs(evidence)) {
			t.Errorf("seed %d: log evidence is %v, want %v\n%s", seed, r.LogEvidence, evidence, text)
		}
		for i, p := range r.Posteriors {
			size := max(1, m.size[i])
			wantMean, wantCovariance := m.marginal(i, &mean, &covariance)
			gotMean, gotCovariance := make([]float64, size), make([]float64, size*size)
			switch d := p.Value.(type) {
			case dist.MvNormal:
				d.Moments(gotMean, gotCovariance, nil)
			case dist.Normal:
				gotMean[0], gotCovariance[0] = d.Mean(), d.Variance()
			}
			for k := range size {
				sd := math.Sqrt(wantCovariance.At(k, k))
				if math.Abs(gotMean[k]-wantMean[k]) > 1e-9*math.Max(sd, math.Abs(gotMean[k])) {
					t.Errorf("seed %d: mean of %s[%d] is %v, want %v\n%s", seed, p.Name, k, gotMean[k], wantMean[k], text)
				}
				for l := range size {
					want := wantCovariance.At(k, l)
					if math.Abs(gotCovariance[k*size+l]-want) > 1e-9*sd*math.Sqrt(wantCovariance.At(l, l)) {
						t.Errorf("seed %d: covariance of %s[%d, %d] is %v, want %v\n%s", seed, p.Name, k, l, gotCovariance[k*size+l], want, text)
					}
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

// Generated code and the interpreter agree on random trees of vectors, by EP and by
// VMP.
func TestAgreeOnVectors(t *testing.T) {
	var list []*agree.Trial
	for seed := range uint64(16) {
		m := randomVectorTree(seed)
		for _, algorithm := range []string{"ep", "vmp"} {
			list = append(list, &agree.Trial{Name: fmt.Sprintf("%s%d", algorithm, seed), Model: m.text(algorithm), Data: asJSON(t, m.inputs), Iterations: 6})
		}
	}
	for i, x := range vectorModels {
		list = append(list, &agree.Trial{Name: fmt.Sprintf("model%d", i), Model: x.model, Data: x.data, Next: x.next, Iterations: 5})
	}
	agree.All(t, list, codegen.Options{})
}
