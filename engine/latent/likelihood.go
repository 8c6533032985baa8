package latent

import (
	"cmp"
	"math"

	"mpc/mcmc"
	"mpc/special"
)

// A kind says which function of its combination a row's density is.
type kind uint8

const (
	other         kind = iota // a: the number that AddLogDensity knows it by, b: 1 where it compares the combination
	logit                     // a: 1 or -1
	probit                    // a: 1 or -1
	poisson                   // a: the count
	binomial                  // a: successes, b: trials
	studentT                  // a: the number, b: precision, c: degrees of freedom
	interval                  // a, b: the bounds
	ofSingle                  // a: the number of a single, whose integral it is
	readsSingle               // a: as of other, of the value of a single
	slopeOfSingle             // the slope of a single's coordinate
	beside                    // a: the number of a single, b: as a of other, of the combination and of the single's value
	readsBoth                 // a: as b of beside, b: the row of the sites
)

// Logit says a row that is true with the probability 1/(1+exp(-z)).
func (s *Sites) Logit(b *mcmc.NormalBlock, z float64, y bool) { s.say(b, z, logit, sign(y), 0, 0) }

// Probit says a row that is true with the probability Phi(z): where a normal of mean z and
// variance 1 is above 0.
func (s *Sites) Probit(b *mcmc.NormalBlock, z float64, y bool) { s.say(b, z, probit, sign(y), 0, 0) }

// Poisson says a count whose mean is exp(z).
func (s *Sites) Poisson(b *mcmc.NormalBlock, z float64, count int) {
	s.say(b, z, poisson, float64(count), 0, 0)
}

// BinomialLogit says how many of some trials are true, each with the probability 1/(1+exp(-z)).
func (s *Sites) BinomialLogit(b *mcmc.NormalBlock, z float64, successes, trials int) {
	s.say(b, z, binomial, float64(successes), float64(trials), 0)
}

// StudentT says a number y, of a t distribution around z: (y - z) sqrt(precision) has the
// standard one with these degrees of freedom. It is not log concave: the pattern is to be
// told Sign.
func (s *Sites) StudentT(b *mcmc.NormalBlock, z, y, precision, freedom float64) {
	s.say(b, z, studentT, y, precision, freedom)
}

// Interval says that z is between two bounds, which may be infinite.
func (s *Sites) Interval(b *mcmc.NormalBlock, z, low, high float64) {
	s.say(b, z, interval, low, high, 0)
}

// Other says a row whose density Model.AddLogDensity knows by a number.
func (s *Sites) Other(b *mcmc.NormalBlock, z float64, row int) {
	s.say(b, z, other, float64(row), 0, 0)
}

// Stepped is Other of a density that compares its combination with numbers: it jumps there.
func (s *Sites) Stepped(b *mcmc.NormalBlock, z float64, row int) {
	s.say(b, z, other, float64(row), 1, 0)
}

// Between is Other of a number that is known to be between two bounds alone, which are those of the row's density.
func (s *Sites) Between(b *mcmc.NormalBlock, z float64, row int, low, high float64) {
	if s.learning && low > high {
		s.contradicted = &Contradicted{low, high}
	}
	s.Other(b, z, row)
}

func sign(y bool) float64 {
	if y {
		return 1
	}
	return -1
}

// compare orders rows, so that those of equal density are neighbors.
func (r *row) compare(o *row) int {
	return cmp.Or(cmp.Compare(r.kind, o.kind), cmp.Compare(r.a, o.a), cmp.Compare(r.b, o.b), cmp.Compare(r.c, o.c), cmp.Compare(r.shift, o.shift))
}

// settle finds what does not depend on the combination.
func (r *row) settle() {
	switch r.kind {
	case poisson:
		r.log = -special.GammaLn(r.a + 1)
	case binomial:
		r.log = special.GammaLn(r.b+1) - special.GammaLn(r.a+1) - special.GammaLn(r.b-r.a+1)
	case studentT:
		r.log = special.GammaLn((r.c+1)/2) - special.GammaLn(r.c/2) + 0.5*math.Log(r.b/(r.c*math.Pi))
	}
}

// addLogDensity adds to each of out the log density of a row at z; work is as long.
func (r *row) addLogDensity(m Model, z, out, work []float64) {
	out, work = out[:len(z)], work[:len(z)]
	switch r.kind {
	case other:
		m.AddLogDensity(int(r.a), z, out)
	case logit:
		logOnePlusExp(z, work, -r.a)
		for k, x := range work {
			out[k] -= x
		}
	case binomial:
		logOnePlusExp(z, work, 1)
		for k, x := range work {
			out[k] += r.log + r.a*z[k] - r.b*x
		}
	case poisson:
		special.ExpRow(work, z, 0)
		for k, x := range work {
			out[k] += r.log + r.a*z[k] - x
		}
	case probit:
		for k, x := range z {
			out[k] += special.NormalCdfLn(r.a * x)
		}
	case studentT:
		for k, x := range z {
			d := x - r.a
			out[k] += r.log - (r.c+1)/2*math.Log1p(r.b*d*d/r.c)
		}
	case ofSingle:
		log := r.single.integral(m)
		for k := range out {
			out[k] += log
		}
	case beside:
		if r.single != nil { // of all rows that read it the first has what they say
			r.single.integrals(m, z, r.shift, out)
		}
	case readsBoth:
		r.single.addBoth(m, int(r.a), int32(r.b), out)
	case readsSingle:
		m.AddLogDensity(int(r.a), r.single.values, out)
	case slopeOfSingle:
		r.single.place(z, out)
	case interval:
		for k, x := range z {
			if !(x > r.a && x < r.b) {
				out[k] = math.Inf(-1)
			}
		}
	}
}

// logOnePlusExp writes log(1 + exp(sign z)), to within 1e-16.
func logOnePlusExp(z, out []float64, sign float64) {
	for k, x := range z {
		out[k] = -math.Abs(x)
	}
	special.ExpRow(out, out, 0)
	for k := range out {
		out[k]++
	}
	special.LogRow(out, out, 0)
	for k, x := range z {
		out[k] += max(sign*x, 0)
	}
}
