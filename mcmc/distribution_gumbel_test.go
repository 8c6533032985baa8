package mcmc

import (
	"math"
	"testing"
)

// TestGumbel: values of scipy.stats.gumbel_r, and its mean.
func TestGumbel(t *testing.T) {
	for _, c := range []struct{ got, want float64 }{
		{LogDensityGumbel(7, 2, 3), -2.9541545581723385},
		{LogDensityGumbel(-9, 2, 3), -36.55322962015465},
		{LogDensityGumbel(250, -1, 2.5), -101.31629073187416},
		{LogMassGumbel(math.Inf(-1), -3, 2, 3), -5.29449005047003},
		{LogMassGumbel(200, math.Inf(1), 2, 3), -66},
	} {
		if math.Abs(c.got-c.want) > 1e-12*math.Abs(c.want) {
			t.Errorf("%.16g, not %.16g", c.got, c.want)
		}
	}
	const n, euler = 100000, 0.5772156649015329
	s, sum := NewStream(1, 2), 0.0
	for range n {
		sum += DrawGumbel(s, 2, 3)
	}
	if mean, sd := sum/n, 3*math.Pi/math.Sqrt(6*n); math.Abs(mean-2-3*euler) > 5*sd {
		t.Errorf("the mean of draws is %g, not %g", mean, 2+3*euler)
	}
	if x := LogDensityGumbel(0, 0, -1); !math.IsInf(x, -1) {
		t.Errorf("a scale below 0: %g", x)
	}
}
