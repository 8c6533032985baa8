package bugs_test

import (
	"context"
	"math"
	"testing"

	"mpc"
	"mpc/bugs"
	"mpc/data"
	"mpc/model"
	"mpc/run"
)

// TestDensities compares posteriors of programs with answers in closed form: what is written as
// something else has the density that it stands for.
func TestDensities(t *testing.T) {
	for _, x := range []struct {
		name, src, data string
		mean, sd        map[string]float64
	}{
		{"censored", "for (i in 1:4) { t[i] ~ dweib(1, mu) C(cen[i], ) } mu ~ dgamma(1, 1)",
			`{"t": [1, 2, null, 0.5], "cen": [0, 0, 3, 0]}`, // gamma(1 + 3, 1 + 6.5)
			map[string]float64{"mu": 4 / 7.5}, map[string]float64{"mu": 2 / 7.5}},
		{"weibull", "x ~ dweib(2, 3)", `{}`,
			map[string]float64{"x": math.Gamma(1.5) / math.Sqrt(3)}, map[string]float64{"x": math.Sqrt((1 - math.Pi/4) / 3)}},
		{"logistic", "x ~ dlogis(1, 2)", `{}`, map[string]float64{"x": 1}, map[string]float64{"x": math.Pi / math.Sqrt(3) / 2}},
		{"student", "x ~ dt(1, 2, 9)", `{}`, map[string]float64{"x": 1}, map[string]float64{"x": math.Sqrt(9. / 7 / 2)}},
		{"laplace", "x ~ ddexp(1, 2)", `{}`, map[string]float64{"x": 1}, map[string]float64{"x": math.Sqrt2 / 2}},
		{"lognormal", "x ~ dlnorm(0, 4)", `{}`, map[string]float64{"x": math.Exp(0.125)}, map[string]float64{"x": math.Exp(0.125) * math.Sqrt(math.Expm1(0.25))}},
		{"pareto", "x ~ dpar(5, 2)", `{}`, map[string]float64{"x": 2.5}, map[string]float64{"x": 2 * math.Sqrt(5./3) / 4}},
		{"loglik", "z <- 0 z ~ dloglik(l) l <- -3 * x x ~ dgamma(2, 1)", `{}`, // gamma(2, 4)
			map[string]float64{"x": 0.5}, map[string]float64{"x": math.Sqrt2 / 4}},
		{"shares", "e[1, 1:3] ~ ddirich(a[]) e[2, 1] <- 1 y[1:3] ~ dmulti(e[1, ], 6)", `{"a": [1, 1, 1], "y": [3, 2, 1]}`,
			map[string]float64{"e[1,1]": 4. / 9}, map[string]float64{"e[1,1]": math.Sqrt(20. / 81 / 10)}},
		{"inverse", "P[1:2, 1:2] ~ dwish(R[,], 9) S[1:2, 1:2] <- inverse(P[,])", `{"R": [[3, 1], [1, 3]]}`, // R / (9 - 3)
			map[string]float64{"S[1,1]": 0.5, "S[1,2]": 1. / 6}, map[string]float64{}},
		{"product", "for (i in 1:2) { x[i] ~ dnorm(m[i], 4) } q <- prod(x[])", `{"m": [-1, 2]}`,
			map[string]float64{"q": -2}, map[string]float64{"q": math.Sqrt(1.25*4.25 - 4)}},
		{"recurrence", "x ~ dunif(0, 1) p[1] <- x for (t in 2:3) { p[t] <- x * p[t - 1] - pow(p[t - 1], 3) }", `{}`, // x, x^2 - x^3, ...
			map[string]float64{"p[2]": 1. / 12}, map[string]float64{"p[2]": math.Sqrt(1./105 - 1./144)}},
		{"sums", "h[1] <- 0 for (t in 2:3) { h[t] <- 1 + b * h[t - 1] } b ~ dnorm(0, 1) y ~ dnorm(h[3], 1)", `{"y": 2}`, // h[3] is 1 + b
			map[string]float64{"b": 0.5}, map[string]float64{"b": math.Sqrt(0.5)}},
		{"students", "x[1:2] ~ dmt(m[], P[,], 9)", `{"m": [1, 0], "P": [[2, 0], [0, 1]]}`,
			map[string]float64{"x[1]": 1, "x[2]": 0}, map[string]float64{"x[1]": math.Sqrt(9. / 7 / 2), "x[2]": math.Sqrt(9. / 7)}},
		{"counts in part", "for (i in 1:3) { y[i, 1:3] ~ dmulti(p[1:3], n[i]) } p[1:3] ~ ddirch(a[])", `{"a": [1, 2, 1], "n": [10, 6, 10], "y": [[2, 3, 5], [null, null, null], [4, 4, 2]]}`, // given p ~ ddirch(7, 9, 8)
			map[string]float64{"p[1]": 7. / 24, "y[2,1]": 6 * 7. / 24, "y[2,2]": 6 * 9. / 24, "y[2,3]": 6 * 8. / 24, "y[1,1]": 2, "y[3,2]": 4},
			map[string]float64{"y[2,1]": math.Sqrt(6 * 7. / 24 * 17 / 24 * 30 / 25)}},
		{"counts that are read", "y[1:2] ~ dmulti(p[], 5) y2[1:2] ~ dmulti(p[], 5) z ~ dnorm(y[1], 1)", `{"p": [0.5, 0.5], "y": [null, null], "y2": [2, 3], "z": 1}`, // weights 1, 5, 10, .. times normal densities
			map[string]float64{"y[1]": 1.637062}, map[string]float64{"y[1]": 0.746090}},
		{"intervals in part", "for (i in 1:4) { t[i] ~ dnorm(0, 1) c[i] ~ dinterval(t[i], l[i]) }", `{"l": [0, 0.5, 1, 1], "c": [1, null, null, 0]}`, // 0.308538 of a normal is above 0.5
			map[string]float64{"t[1]": math.Sqrt(2 / math.Pi), "t[2]": 0, "c[1]": 1, "c[2]": 0.308538, "c[3]": 0.158655, "c[4]": 0, "t[4]": -0.287600},
			map[string]float64{"t[1]": math.Sqrt(1 - 2/math.Pi), "t[2]": 1}},
		{"several cut points in part", "for (i in 1:3) { t[i] ~ dnorm(0, 1) c[i] ~ dinterval(t[i], l[]) }", `{"l": [0, 0.5], "c": [1, null, 2]}`,
			map[string]float64{"t[1]": 0.244836, "t[2]": 0, "c[2]": 0.808538, "c[3]": 2}, map[string]float64{"t[2]": 1}},
		{"bare", "w ~ ddirch(a[])", `{"a": [1, 2, 3]}`, map[string]float64{"w[1]": 1. / 6}, map[string]float64{"w[1]": math.Sqrt(5. / 36 / 7)}},
		{"determinant", "S[1, 1] <- x S[1, 2] <- 0 S[2, 1] <- 0 S[2, 2] <- 2 x ~ dexp(1) d <- logdet(S[,])", `{}`,
			map[string]float64{"d": math.Ln2 - 0.5772156649}, map[string]float64{"d": math.Pi / math.Sqrt(6)}},
		{"large inverse", "P[1:6, 1:6] ~ dwish(R[,], 13) S[1:6, 1:6] <- inverse(P[,]) l <- logdet(P[,])", // R / (13 - 7), and psi((13 - i) / 2) + log(2 / 3)
			`{"R": [[3, 0, 0, 0, 0, 0], [0, 3, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0], [0, 0, 0, 3, 0, 0], [0, 0, 0, 0, 3, 0], [0, 0, 0, 0, 0, 3]]}`,
			map[string]float64{"S[1,1]": 0.5, "S[6,6]": 0.5, "S[2,5]": 0, "l": 6.82844}, map[string]float64{"l": 1.14054}},
		{"reals and counts", "N[1] ~ dnorm(6, 1) T(0, ) for (t in 2:3) { N[t] ~ dpois(0.5 * N[t - 1]) }", `{}`,
			map[string]float64{"N[1]": 6, "N[2]": 3, "N[3]": 1.5}, map[string]float64{"N[2]": math.Sqrt(3 + 0.25), "N[3]": math.Sqrt(1.5 + 3.25/4)}},
		{"categories and counts", "N[1] ~ dcat(w[]) for (t in 2:2) { N[t] ~ dbin(p, N[t - 1]) } p ~ dbeta(1, 1)", `{"w": [0.5, 0.25, 0.25]}`,
			map[string]float64{"N[1]": 1.75, "N[2]": 0.875}, map[string]float64{"N[1]": math.Sqrt(11. / 16)}},
		{"trials that are rounded", "n1 ~ dnorm(2, 1) T(0, ) N[1] <- round(n1) y ~ dbin(0.5, N[1])", `{"y": 3}`, // N[1] by quadrature; n1 is within a half of it
			map[string]float64{"n1": 3.29566}, map[string]float64{"n1": 0.597982}},
		{"predictions", "x ~ dnorm(0, 1) y ~ dround(x, 0) z ~ dinterval(x, c[]) s ~ dsum(x, 2)", `{"c": [0, 1]}`,
			map[string]float64{"y": 0, "z": 0.5 + 0.158655, "s": 2}, map[string]float64{"s": 1, "y": 1.040767}},
		{"probability", "x ~ dnorm(1, 4) q <- pnorm(x, 1, 4)", `{}`, map[string]float64{"q": 0.5}, map[string]float64{"q": math.Sqrt(1. / 12)}},
		{"cumulative", "x[1] ~ dnorm(1, 4) x[2] ~ dexp(2) for (i in 1:1) { z[i] ~ dlogis(m[i], 2) } m[1] ~ dnorm(0, 1) q <- cumulative(z[1], z[1])", `{}`,
			map[string]float64{"q": 0.5}, map[string]float64{"q": math.Sqrt(1. / 12)}},
		{"rounded", "x ~ dnorm(0, 1) y ~ dround(x, 0)", `{"y": 0}`, map[string]float64{"x": 0}, map[string]float64{"x": 0.283884}},
		{"covariance", "m ~ dnorm(0, 1) for (i in 1:2) { mm[i] <- m } y[1:2] ~ dmnorm.vcov(mm[], V[,])", `{"y": [1, 2], "V": [[1, 0], [0, 1]]}`,
			map[string]float64{"m": 1}, map[string]float64{"m": math.Sqrt(1. / 3)}},
		{"scaled", "z ~ dnorm(0, x) x ~ dscaled.gamma(2, 3)", `{"z": 1.5}`, // half t of 3 degrees of freedom, by quadrature
			map[string]float64{"x": 0.485394}, map[string]float64{"x": 0.550956}},
		{"component", "y ~ dnormmix(m[], v[], p[])", `{"m": [-1, 2], "v": [4, 1], "p": [0.5, 0.5]}`,
			map[string]float64{"y": 0.5}, map[string]float64{"y": math.Sqrt(2.875)}},
		{"some categories", "c ~ dcat(w[])T(2, )", `{"w": [0.5, 0.25, 0.25]}`, map[string]float64{"c": 2.5}, map[string]float64{"c": 0.5}},
		{"tries", "g ~ dgeom(0.5)T(, 2)", `{}`, map[string]float64{"g": 4. / 3}, map[string]float64{"g": math.Sqrt(2. / 9)}},
		{"neighbours", "b[1:3] ~ car.normal(adj[], w[], num[], 4) for (i in 1:4) { w[i] <- 1 }", `{"adj": [2, 1, 3, 2], "num": [1, 2, 1]}`, // differences of variance 1/4
			map[string]float64{"b[1]": 0, "b[2]": 0}, map[string]float64{"b[1]": math.Sqrt(5. / 9 / 4), "b[2]": math.Sqrt(2. / 9 / 4)}},
		{"islands", "b[1:4] ~ car.normal(adj[], w[], num[], 1) for (i in 1:4) { w[i] <- 2 }", `{"adj": [2, 1, 4, 3], "num": [1, 1, 1, 1]}`, // two pairs
			map[string]float64{"b[1]": 0, "b[4]": 0}, map[string]float64{"b[1]": math.Sqrt(1. / 8), "b[4]": math.Sqrt(1. / 8)}},
		{"proper", "S[1:3] ~ car.proper(mu[], C[], adj[], num[], M[], 4, g) g <- (low + 3 * high) / 4 low <- min.bound(C[], adj[], num[], M[]) high <- max.bound(C[], adj[], num[], M[]) for (i in 1:3) { mu[i] <- i }",
			`{"adj": [2, 1, 3, 2], "num": [1, 2, 1], "C": [1, 0.5, 0.5, 1], "M": [1, 0.5, 1]}`, // the eigenvalues of C are -1, 0 and 1, and g is a half
			map[string]float64{"S[1]": 1, "S[2]": 2, "S[3]": 3}, map[string]float64{"S[1]": math.Sqrt(7. / 24), "S[2]": math.Sqrt(1. / 6), "S[3]": math.Sqrt(7. / 24)}},
		{"total", "for (i in 1:2) { s[i] ~ dsum(a[i], b[i]) a[i] ~ dnorm(0, 1) } for (j in 1:2) { b[j] ~ dnorm(0, v[j]) }", `{"s": [5, 5], "v": [0.25, 1]}`,
			map[string]float64{"a[1]": 1, "b[1]": 4, "a[2]": 2.5}, map[string]float64{"a[1]": math.Sqrt(0.8), "b[1]": math.Sqrt(0.8), "a[2]": math.Sqrt(0.5)}},
		{"some classes", "for (i in 1:2) { y[i] ~ dbern(p[T[i]]) T[i] ~ dcat(q[]) } p[1] ~ dbeta(1, 1) p[2] ~ dbeta(1, 1)", `{"T": [1, null], "y": [1, 1], "q": [0.5, 0.5]}`,
			map[string]float64{"p[1]": 2./3*3/7 + 3./4*4/7, "p[2]": 0.5*4/7 + 2./3*3/7}, map[string]float64{}},
		{"cut", "x ~ dexp(2) I(1, )", `{}`, map[string]float64{"x": 1.5}, map[string]float64{"x": 0.5}},
	} {
		t.Run(x.name, func(t *testing.T) {
			p, d := bugs.Parse(x.name, []byte(x.src), bugs.BUGS)
			if d.HasErrors() {
				t.Fatal(d)
			}
			values, err := bugs.ReadJSON([]byte(x.data))
			if err != nil {
				t.Fatal(err)
			}
			tr, d := bugs.Translate(p, values, bugs.Options{})
			if d.HasErrors() {
				t.Fatal(d)
			}
			c, err := mpc.CompileFile(tr.File, mpc.Options{NoPackage: true})
			if err != nil {
				t.Fatalf("%v\n%s", err, tr.File)
			}
			set, d := data.ReadJSON(x.name, tr.Data.JSON(), c.Model)
			if d.HasErrors() {
				t.Fatal(d)
			}
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true, Sampling: &model.Sampling{BurnIn: 500, Samples: 4000, Thin: 1, Chains: 4}})
			if err != nil {
				t.Fatal(err)
			}
			list, err := run.BUGSSummaries(tr, r)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			for _, s := range list {
				mean, ok := x.mean[s.Name]
				if !ok {
					continue
				}
				seen++
				if math.Abs(s.Mean-mean) > 5*s.MCSE {
					t.Errorf("%s: mean %g with a Monte Carlo error of %g, want %g", s.Name, s.Mean, s.MCSE, mean)
				}
				if sd, ok := x.sd[s.Name]; ok && math.Abs(s.SD-sd) > 0.1*sd {
					t.Errorf("%s: sd %g, want %g", s.Name, s.SD, sd)
				}
			}
			if seen != len(x.mean) {
				t.Errorf("%d of %d posteriors are there: %v", seen, len(x.mean), list)
			}
		})
	}
}
