package conditional

import (
	"testing"

	"mpc/lang"
	"mpc/model"
)

// parsed is an expression as the program of a model has it, and the x[i] that it may read.
func parsed(t *testing.T, text string) (e, x *model.Expr) {
	t.Helper()
	f, bad := lang.Parse("m.yaml", []byte("model: m\nalgorithm: gibbs\ninputs: {n: range, a: real, b: real}\nprogram: |\n"+
		"  v ~ gamma(shape = 1, rate = 1)\n  for (i in n) { x[i] ~ gamma(shape = 1, rate = 1); y[i] = "+text+" }\n  u ~ normal(a, variance = b)\ninfer: [u, v, x, y]\n"))
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	m, bad := model.Check(f)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	for _, r := range m.Relations {
		switch {
		case r.Kind == model.Draw && r.Target.Variable.Name == "x":
			x = r.Target
		case r.Kind == model.Assign:
			e = r.Value
		}
	}
	return e, x
}

// TestAffine: what is slope*x + offset, and what is not seen to be that.
func TestAffine(t *testing.T) {
	for _, row := range []struct{ text, slope, offset string }{
		{"a + b", "0", "a + b"},
		{"x[i]", "1", "0"},
		{"-x[i]", "-1", "0"},
		{"a - x[i]", "-1", "a"},
		{"a * x[i] + b", "a", "b"},
		{"b + x[i] * a - x[i]", "a - 1", "b"},
		{"(x[i] + a) / b", "1 / b", "a / b"},
		{"2 * (a - (x[i] - b))", "-2", "(a - -b) * 2"},
		{"x[i] / a", "1 / a", "0"},
		{"x[i] * v", "v", "0"},
		{"v + x[i]", "1", "v"},
		{"x[i] - x[i]", "0", "0"},
		{"a / x[i]", "", ""},
		{"x[i] * x[i]", "", ""},
		{"x[i]^2", "", ""},
		{"exp(x[i])", "", ""},
		{"a + exp(x[i])", "", ""},
	} {
		slope, offset, ok := affine(parsed(t, row.text))
		switch {
		case !ok && row.slope != "":
			t.Errorf("%s is not seen to be affine in x[i]", row.text)
		case ok && (slope.String() != row.slope || offset.String() != row.offset):
			t.Errorf("%s is (%s)*x[i] + %s, not (%s)*x[i] + %s", row.text, slope, offset, row.slope, row.offset)
		}
	}
}

// TestMonomial: what is factor * x^power, and what is not seen to be that.
func TestMonomial(t *testing.T) {
	for _, row := range []struct {
		text, factor string
		power        float64
	}{
		{"a + b", "a + b", 0},
		{"x[i]", "1", 1},
		{"x[i] / a", "1 / a", 1},
		{"a / x[i]", "a", -1},
		{"v / x[i]", "v", -1},
		{"x[i] * v", "v", 1},
		{"x[i] * x[i]", "1", 2},
		{"x[i]^2 / a", "1 / a", 2},
		{"(2 * x[i])^3", "8", 3},
		{"sqrt(x[i])", "1", 0.5},
		{"1 / sqrt(a * x[i])", "1 / sqrt(a)", -0.5},
		{"x[i] * sqrt(x[i])", "1", 1.5},
		{"x[i] + a", "", 0},
		{"x[i] - x[i]", "", 0},
		{"x[i]^a", "", 0},
		{"a^x[i]", "", 0},
		{"a * log(x[i])", "", 0},
	} {
		factor, power, ok := monomial(parsed(t, row.text))
		switch {
		case !ok && row.factor != "":
			t.Errorf("%s is not seen to be a power of x[i]", row.text)
		case ok && (factor.String() != row.factor || power != row.power):
			t.Errorf("%s is %s * x[i]^%v, not %s * x[i]^%v", row.text, factor, power, row.factor, row.power)
		}
	}
}
