package bugs

import (
	"strings"
	"sync"
)

// JAGS has a density d..., a log density logdensity... and a distribution function p... of each distribution as
// functions of numbers, dnorm(x, mu, tau) and pnorm(x, mu, tau). Those with a closed form are expressions.

// logDensities are log densities by the names of distributions without d.
var logDensities = []string{
	"norm(x, m, t) = 0.5 * log(t) - 0.918938533204672742 - 0.5 * t * (x - m)^2",
	"lnorm(x, m, t) = 0.5 * log(t) - 0.918938533204672742 - log(x) - 0.5 * t * (log(x) - m)^2",
	"exp(x, r) = log(r) - r * x",
	"gamma(x, r, l) = r * log(l) + (r - 1) * log(x) - l * x - loggam(r)",
	"beta(x, a, b) = loggam(a + b) - loggam(a) - loggam(b) + (a - 1) * log(x) + (b - 1) * log(1 - x)",
	"weib(x, v, l) = log(v) + log(l) + (v - 1) * log(x) - l * pow(x, v)",
	"logis(x, m, t) = log(t) + (x - m) * t - 2 * log(1 + exp((x - m) * t))",
	"unif(x, a, b) = log(step(x - a) * step(b - x) / (b - a))",
	"bern(x, p) = log(x * p + (1 - x) * (1 - p))",
	"bin(x, p, n) = logfact(n) - logfact(x) - logfact(n - x) + x * log(p) + (n - x) * log(1 - p)",
	"pois(x, l) = x * log(l) - l - logfact(x)",
	"negbin(x, p, r) = loggam(x + r) - loggam(r) - logfact(x) + r * log(p) + x * log(1 - p)",
	"t(x, m, t, k) = loggam((k + 1) / 2) - loggam(k / 2) + 0.5 * log(t / (k * 3.14159265358979324)) - (k + 1) / 2 * log(1 + t * (x - m)^2 / k)",
}

// probabilities are distribution functions.
var probabilities = []string{
	"pnorm(x, m, t) = phi((x - m) * sqrt(t))",
	"plnorm(x, m, t) = phi((log(x) - m) * sqrt(t))",
	"pexp(x, r) = 1 - exp(-r * max(x, 0))",
	"pweib(x, v, l) = 1 - exp(-l * pow(max(x, 0), v))",
	"plogis(x, m, t) = ilogit((x - m) * t)",
	"punif(x, a, b) = max(0, min(1, (x - a) / (b - a)))",
	"pbern(x, p) = step(x) * (1 - p) + step(x - 1) * p",
}

// ofTwo are the functions that take the larger or the smaller of two numbers, element by element.
var ofTwo = map[string]string{"max": "larger of two", "min": "smaller of two"}

// A written function is one that is an expression of its parameters.
type writtenFunction struct {
	parameters []string
	value      Expr
}

var writtenFunctions = sync.OnceValue(func() map[string]*writtenFunction {
	list := map[string]*writtenFunction{}
	add := func(name, text string) {
		left, right, _ := strings.Cut(text, " = ")
		f := &writtenFunction{value: exprOf(right)}
		for _, a := range exprOf(left).(*Call).Args {
			f.parameters = append(f.parameters, a.(*Ref).Name)
		}
		list[name] = f
	}
	for _, text := range logDensities {
		name, _, _ := strings.Cut(text, "(")
		left, right, _ := strings.Cut(text, " = ")
		add("logdensity."+name, text)
		add("d"+name, left+" = exp("+right+")")
	}
	for _, text := range probabilities {
		name, _, _ := strings.Cut(text, "(")
		add(name, text)
		walk(list[name].value, func(e Expr) { // of arrays they are element by element, where max and min take all elements
			if c, ok := e.(*Call); ok && ofTwo[c.Fun] != "" {
				c.Fun = ofTwo[c.Fun]
			}
		})
	}
	return list
})

// WrittenOut is the expression that a call of a density or of a distribution function stands for; nil of any other function.
func WrittenOut(c *Call) Expr { return writtenOut(c) }

// writtenOut is the expression that a call stands for; nil of a function that is none of these.
func writtenOut(c *Call) Expr {
	name := c.Fun
	for long, short := range map[string]string{"binom": "bin", "weibull": "weib"} {
		if strings.HasSuffix(name, long) {
			name = strings.TrimSuffix(name, long) + short
		}
	}
	f := writtenFunctions()[name]
	if f == nil || len(f.parameters) != len(c.Args) {
		return nil
	}
	of := map[string]Expr{}
	for k, n := range f.parameters {
		of[n] = c.Args[k]
	}
	return filled(f.value, of, c.At)
}
