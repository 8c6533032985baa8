package run_test

import (
	"math"
	"testing"

	"mpc"
	"mpc/run"
)

// TestVectorQuantiles: the components of vectors and the entries of matrices have the quantiles of the whole posterior, those of a definition that is a component, in
// the interpreter and in the package.
func TestVectorQuantiles(t *testing.T) {
	const model = `model: vectors
inputs: {g: range, n: range, i: "index(g)[n]", x: "real[n]", y: "bool[n]"}
program: |
  mu ~ mvnormal([0, 0], precision = [[1, 0], [0, 1]])
  P ~ wishart(df = 4, scale = [[1, 0], [0, 1]])
  for (k in g) { b[k] ~ mvnormal(mu, precision = P) }
  for (j in n) { y[j] ~ bernoulli(logistic(b[i[j]][0] + b[i[j]][1] * x[j])) }
  first = mu[1]
  second = b[2][0]
  third = P[0, 1]
infer: [mu, b, P, first, second, third]
`
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, "", []string{"g=3", "n=7", "i=[0,0,1,1,2,2,2]", "x=[0,1,-1,2,0.5,1,3]", "y=[true,true,false,true,true,true,true]"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, built := range []bool{false, true} {
		r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: !built, Build: built})
		if err != nil {
			t.Fatal(err)
		}
		of := func(name string, element, component int) [3]float64 {
			for at, p := range r.Posteriors[name].Elements() {
				if len(at) > 0 && at[0] != element {
					continue
				}
				list, err := p.Marginals()
				if err != nil {
					t.Fatal(err)
				}
				m := list[component]
				return [3]float64{m.Q05, m.Q50, m.Q95}
			}
			t.Fatalf("no %s", name)
			return [3]float64{}
		}
		for name, x := range map[string][2][3]float64{"mu[1]": {of("mu", 0, 1), of("first", 0, 0)}, "b[2][0]": {of("b", 2, 0), of("second", 0, 0)}} {
			for k := range 3 {
				if !(math.Abs(x[0][k]-x[1][k]) < 1e-6) {
					t.Errorf("%s: quantiles %v, of the definition %v", name, x[0], x[1])
				}
			}
		}
		// An entry of a matrix has its quantiles and its sd by points of its own.
		third := of("third", 0, 0)
		matrix, _ := r.Posteriors["P"].Marginals()
		entry := [3]float64{matrix[1].Q05, matrix[1].Q50, matrix[1].Q95}
		number, _ := r.Posteriors["third"].Marginals()
		for k := range 3 {
			if !(math.Abs(entry[k]-third[k]) < 0.02*number[0].SD) {
				t.Errorf("P[0, 1]: quantiles %v, of the definition %v", entry, third)
			}
		}
		if !(math.Abs(matrix[1].SD/number[0].SD-1) < 0.01) || matrix[1].Q05 != matrix[2].Q05 {
			t.Errorf("P[0, 1] and P[1, 0]: %+v %+v, of the definition %+v", matrix[1], matrix[2], number[0])
		}
		if b := of("b", 2, 0); !(b[2]-b[1] > 1.05*(b[1]-b[0])) {
			t.Errorf("quantiles %v of a skewed posterior", b)
		}
	}
}
