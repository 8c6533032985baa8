package agree

import (
	"fmt"
	"strings"
	"testing"

	"mpc/codegen"
)

// schools is a hierarchy whose sd tau has a prior that stands for %s.
const schools = `model: %s
inputs: {school: range, high: real, effect: "real[school]", error: "real[school]"}
program: |
  mu ~ normal(0, sd = high)
  %s
  for (j in school) {
    theta[j] ~ normal(mu, %s)
    effect[j] ~ normal(theta[j], sd = error[j])
  }
infer: [mu, %s, theta, evidence]
`

// TestLatent runs latent Gaussian models whose hyperparameters have priors of all kinds.
func TestLatent(t *testing.T) {
	one := `{"school": 8, "high": 20, "effect": [28, 8, -3, 7, -1, 1, 18, 12], "error": [15, 10, 16, 11, 9, 11, 10, 18]}`
	two := `{"school": 8, "high": 10, "effect": [2, 8, -3, 7, -1, 10, 18, 12], "error": [5, 10, 16, 11, 9, 11, 10, 1]}`
	var list []*Trial
	for i, x := range [][2]string{
		{"tau ~ halfnormal(sd = 5)", "sd = tau"},
		{"tau ~ halfcauchy(scale = 5)", "variance = tau * tau"},
		{"tau ~ truncated(studentt(df = 3, location = 0, scale = 5), 0, 1000)", "sd = tau"},
		{"tau ~ uniform(0, high)", "sd = tau"},
		{"tau ~ exponential(rate = 0.2)", "sd = tau"},
		{"tau ~ gamma(shape = 2, rate = 0.3)", "sd = tau"},
		{"tau ~ lognormal(1, sd = 1)", "precision = tau"},
		{"tau ~ uniform(0.001, 1)", "precision = tau"},
		{"tau ~ inversegamma(shape = 2, rate = 10)", "variance = tau"},
		{"tau ~ uniform(0, high * high)", "variance = tau"},
	} {
		name := fmt.Sprintf("schools%d", i)
		list = append(list, &Trial{Name: name, Model: fmt.Sprintf(schools, name, x[0], x[1], "tau"), Data: one, Next: two})
	}
	counts := func(name string) string {
		return strings.NewReplacer("normal(theta[j], sd = error[j])", "poisson(exp(theta[j] * error[j]))", "effect: \"real", "effect: \"int").Replace(
			fmt.Sprintf(schools, name, "tau ~ halfcauchy(scale = 1)", "sd = tau", "tau"))
	}
	few := `{"school": 3, "high": 1, "effect": [2, 0, 5], "error": [1, 2, 1]}`
	list = append(list, &Trial{Name: "counts", Model: counts("counts"), Data: few},
		&Trial{Name: "power", Model: counts("power") + "power: 0.5\n", Data: few})
	for i, infer := range []string{
		`mu, tau, "theta[0] - theta[1]", "theta[0] > theta[2]", "exp(theta[0] / 10)", "1 / tau", "tau > 2", "joint(mu, theta[1])", evidence`,
		`tau, "tau * tau / (tau * tau + 100)", "theta[0] > tau", "(theta[1] - mu) / tau", "logistic(mu)"`,
		`"sqrt(tau)"`,
		`mu, "mu * theta[0]", "exp(mu / 10) + theta[1] / tau", "max(theta[0], theta[1])", "mu > 0 && theta[2] > tau", "abs(mu) > 3", "sum(theta[j] : j in school)", "sum(theta[j] : j in school) / 8 > mu"`,
	} {
		name := fmt.Sprintf("answers%d", i)
		list = append(list, &Trial{Name: name, Data: one, Next: two,
			Model: strings.Replace(fmt.Sprintf(schools, name, "tau ~ exponential(rate = 0.2)", "sd = tau", "tau"), "[mu, tau, theta, evidence]", "["+infer+"]", 1)})
	}
	list = append(list, &Trial{Name: "arrays", Data: one, Next: two,
		Model: strings.Replace(strings.Replace(fmt.Sprintf(schools, "arrays", "tau ~ halfcauchy(scale = 5)", "sd = tau", "tau"), "[mu, tau, theta, evidence]", "[gap, far, p]", 1),
			"infer:", "  for (j in school) {\n    gap[j] = theta[j] - mu\n    far[j] = theta[j] > effect[j]\n    for (i in school) { p[i, j] = logistic(theta[j] / error[i]) }\n  }\ninfer:", 1)})
	for _, x := range [][3]string{
		{"real", "normal(u[g[i]] + b * x[i], sd = tau + 0.1 * abs(x[i]))", `[1.5, null, 0.3, 2.5, null, -0.5]`},
		{"bool", "bernoulli(logit = u[g[i]] + b * x[i])", `[true, null, false, true, null, false]`},
		{"bool", "bernoulli(probit(u[g[i]] + b * x[i]))", `[true, null, false, true, null, false]`},
	} {
		name := "predicted" + x[0] + fmt.Sprint(len(list))
		list = append(list, &Trial{Name: name, Model: fmt.Sprintf(`model: %s
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: {type: "%s[n]", missing: true}}
program: |
  b ~ normal(0, sd = 2)
  tau ~ halfnormal(sd = 2)
  for (j in group) { u[j] ~ normal(0, sd = tau) }
  for (i in n) { y[i] ~ %s }
infer: [b, y]
`, name, x[0], x[1]), Data: `{"group": 3, "n": 6, "g": [0, 1, 1, 0, 2, 1], "x": [1, 2, -1, 0, 0.5, 1], "y": ` + x[2] + `}`,
			Next: strings.Replace(`{"group": 3, "n": 6, "g": [2, 1, 1, 0, 2, 1], "x": [1, 2, -1, 0, 0.5, 1], "y": `+x[2]+`}`, "null", strings.SplitN(strings.Trim(x[2], "["), ",", 2)[0], -1)})
	}
	All(t, list, codegen.Options{})
}
