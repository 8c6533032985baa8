package run_test

import (
	"math"
	"testing"

	"mpc"
	"mpc/run"
)

// TestVectorAnswers: differences of vectors around one mean, as definitions and as expressions, have the joint normal: with the
// precisions P of the vectors and Q of their data that of d is (P + Q) / 2, whatever the mean is.
func TestVectorAnswers(t *testing.T) {
	const src = `
model: m
inputs: {group: range, y: "vector(2)[group]"}
program: |
  m ~ mvnormal([0, 0], precision = [[0.1, 0.03], [0.03, 0.2]])
  for (i in group) {
    b[i] ~ mvnormal(m, precision = [[0.5, 0.1], [0.1, 0.4]])
    y[i] ~ mvnormal(b[i], precision = [[1, 0], [0, 2]])
  }
  d = b[0] - b[1]
  e = dot([1, 2], b[0] - b[1])
infer: [d, e, "2 * b[0] - 2 * b[1]"]
`
	c, err := mpc.Compile("m.yaml", []byte(src), mpc.Options{NoPackage: true})
	if err != nil || len(c.Warnings) > 0 {
		t.Fatal(err, c.Warnings)
	}
	set, err := run.ReadData(c, "", []string{"y=[[1,2],[3,1.5],[0,4]]"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
	if err == nil {
		err = run.NameAnswers(c, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	const det = 0.75*1.2 - 0.05*0.05
	cov := [][]float64{{1.2 / det, -0.05 / det}, {-0.05 / det, 0.75 / det}}
	// Q/2 times the difference of the data.
	h := [2]float64{0.5 * (1 - 3), 1 * (2 - 1.5)}
	mean := []float64{cov[0][0]*h[0] + cov[0][1]*h[1], cov[1][0]*h[0] + cov[1][1]*h[1]}
	for name, times := range map[string]float64{"d": 1, "2 * b[0] - 2 * b[1]": 2} {
		var x struct {
			Mean       []float64
			Covariance [][]float64
		}
		if err := r.Posteriors[name].Decode(&x); err != nil || len(x.Mean) != 2 {
			t.Fatalf("%s: %v, %v", name, x, err)
		}
		for i := range 2 {
			if !(math.Abs(x.Mean[i]-times*mean[i]) < 1e-9) {
				t.Errorf("%s: means are %v, want %v times %v", name, x.Mean, times, mean)
			}
			for j := range 2 {
				if !(math.Abs(x.Covariance[i][j]-times*times*cov[i][j]) < 1e-9) {
					t.Errorf("%s: covariances are %v, want %v times %v", name, x.Covariance, times*times, cov)
				}
			}
		}
	}
	var e struct{ Mean, Variance float64 }
	if err := r.Posteriors["e"].Decode(&e); err != nil {
		t.Fatal(err)
	}
	if want := cov[0][0] + 4*cov[0][1] + 4*cov[1][1]; !(math.Abs(e.Mean-mean[0]-2*mean[1]) < 1e-9) || !(math.Abs(e.Variance-want) < 1e-9) {
		t.Errorf("e is %v, want %v, %v", e, mean[0]+2*mean[1], want)
	}
}
