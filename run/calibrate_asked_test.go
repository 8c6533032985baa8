//go:build long

package run

import "testing"

// TestCalibrateWhole: the posteriors of a hierarchy whose sd is integrated are no gammas and no normals: their places are those
// of the whole posterior, by the probability that an element is above its truth.
func TestCalibrateWhole(t *testing.T) {
	const schools = `model: schools
inputs: {J: range, "y": "real[J]", s: "real[J]"}
program: |
  mu ~ normal(0, sd = 5)
  tau ~ halfnormal(sd = 5)
  for (j in J) {
    theta[j] ~ normal(mu, sd = tau)
    y[j] ~ normal(theta[j], sd = s[j])
  }
infer: [theta, mu, tau]
`
	out, err := Calibrate(t.Context(), "model.yaml", []byte(schools), CalibrateOptions{
		Set: []string{"J=3", "y=[0,0,0]", "s=[15,10,16]"}, N: 400, Seed: 1, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	if out.Failed > 0 || out.Off > 0 || len(out.Elements) != 5 {
		t.Errorf("%d failed, %d of %d are off: %+v", out.Failed, out.Off, len(out.Elements), out.Elements)
	}
}
