package model

// What the rows of distributions say of other parameters than those that operators take, and of distributions that are others by
// another name.

// varianceOfSD takes a standard deviation as a variance.
func varianceOfSD(d *Dist) {
	for i, n := range d.Names {
		if n == "sd" {
			d.Names[i], d.Args[i] = "variance", square(d.Args[i])
		}
	}
}

// rateOfScale takes the scale of a gamma as a rate.
func rateOfScale(d *Dist) {
	for i, n := range d.Names {
		if n == "scale" {
			d.Names[i], d.Args[i] = "rate", Call("/", Type{Kind: Real}, Number(1), d.Args[i])
		}
	}
}

// countsOfMean takes the mean of a beta and its count as two counts.
func countsOfMean(d *Dist) {
	re := Type{Kind: Real}
	if m, s := d.Arg("mean"), d.Arg("count"); m != nil && s != nil {
		d.Names = []string{"a", "b"}
		d.Args = []*Expr{Call("*", re, m, s), Call("*", re, Call("-", re, Number(1), m), s)}
	}
}

// gammaOf makes a distribution a gamma.
func (d *Dist) gammaOf(shape, rate *Expr) {
	d.Name, d.Names, d.Args = "gamma", []string{"shape", "rate"}, []*Expr{shape, rate}
}

func exponentialGamma(d *Dist) { d.gammaOf(Number(1), d.Args[0]) }

func chiSquaredGamma(d *Dist) {
	d.gammaOf(Call("/", Type{Kind: Real}, d.Args[0], Number(2)), Number(0.5))
}

func flatNormal(d *Dist) {
	d.Name, d.Names, d.Args = "normal", []string{"mean", "precision"}, []*Expr{Number(0), Number(0)}
}

// halfNormal is a normal above 0.
func halfNormal(d *Dist) {
	varianceOfSD(d)
	variance := d.Args[0]
	if d.Names[0] == "precision" {
		variance = Call("/", Type{Kind: Real}, Number(1), variance)
	}
	d.Name, d.Names = "truncated", []string{"mean", "variance", "low", "high"}
	d.Args = []*Expr{Number(0), variance, Number(0), Number(noBound)}
}

// square returns e^2: of random values that are roots or exponentials with one use
// of what these are of.
func square(e *Expr) *Expr {
	re := Type{Kind: Real}
	if e.Random && e.Op == OpCall && e.Fun == "sqrt" {
		return e.Args[0]
	}
	s := Call("*", re, e, e)
	if e.Random && e.Op == OpCall && e.Fun == "exp" {
		s = Call("exp", re, Call("*", re, Number(2), e.Args[0]))
	}
	s.At = e.At
	return s
}

// noBound is a bound that is none.
const noBound = 1e308
