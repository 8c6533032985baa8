package special

import (
	"math"
	"testing"
)

// Signs, points and NaN of LogOddsEqual, and that its ways of computing meet: what it is of,
// less than 16, has been added with the last bits of that.
func TestLogOddsEqual(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ a, b, want float64 }{
		{0, 3, 0}, {-3, 0, 0}, {0, -inf, 0}, {inf, inf, inf}, {inf, -inf, -inf}, {-inf, -inf, inf},
		{inf, -2.5, -2.5}, {-1e-300, inf, -1e-300}, {1e308, 1e308, 1e308}, {-1e308, 700, -700},
		{math.NaN(), 1, math.NaN()}, {1, math.NaN(), math.NaN()}, {math.NaN(), inf, math.NaN()}, {inf, math.NaN(), math.NaN()},
	} {
		got := LogOddsEqual(c.a, c.b)
		if got != c.want && !(got != got && c.want != c.want) {
			t.Errorf("LogOddsEqual(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for a := -20.0; a <= 20; a += 0.17 {
		for b := 1e-6; b <= 20; b *= 1.4 {
			got := LogOddsEqual(a, b)
			if got != LogOddsEqual(b, a) || got != -LogOddsEqual(a, -b) && got != 0 {
				t.Fatalf("LogOddsEqual(%v, %v) is not symmetric", a, b)
			}
			lo, hi := min(math.Abs(a), b), max(math.Abs(a), b)
			want := lo + math.Log1p(math.Exp(-lo-hi)) - math.Log1p(math.Exp(lo-hi))
			if lo < 1 {
				want = 2 * math.Atanh(math.Tanh(lo/2)*math.Tanh(hi/2))
			}
			if math.Abs(math.Abs(got)-want) > 3e-13*want {
				t.Fatalf("LogOddsEqual(%v, %v) = %v, want %v", a, b, got, math.Copysign(want, a))
			}
		}
	}
}
