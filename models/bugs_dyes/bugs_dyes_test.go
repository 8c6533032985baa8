package bugs_dyes_test

import (
	"context"
	"testing"

	"mpc/models/bugs_dyes/dyes"
	"mpc/models/internal/modeltest"
)

// Means and standard deviations are those of an integral over the two variances, given
// which all else has closed forms.
func TestReference(t *testing.T) {
	var d dyes.Data
	modeltest.ReadJSON(t, "data.json", &d)
	inf, err := dyes.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "reference.json", map[string]any{
		"theta":         inf.Theta(),
		"sigma2Between": inf.Sigma2Between(),
		"sigma2Within":  inf.Sigma2Within(),
	})
}
