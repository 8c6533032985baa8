package model

import (
	"fmt"
	"math"

	"mpc/lang"
)

// demands says what parameters that are vectors or matrices must be: a function of
// a vector as it stands in conditions, with what is said of one that is not.
var demands = map[string]string{
	"positive":      "all of its elements are above 0",
	"probabilities": "its elements are not negative and sum to 1",
	"definite":      "it is symmetric and positive definite",
}

// Demand says what a demand asks of a vector or a matrix.
func Demand(name string) string { return demands[name] }

// demandOf is what a parameter of a distribution must be, "" for anything.
var demandOf = map[string]string{
	"dirichlet.alpha": "positive", "categorical.p": "probabilities", "multinomial.p": "probabilities",
	"mvnormal.covariance": "definite", "mvnormal.precision": "definite", "wishart.scale": "definite", "wishart.inverse": "definite",
	StudentVector + ".scale": "definite", StudentVector + ".precision": "definite",
}

// Lacks says what is wrong with a vector or matrix that is to meet a demand, ""
// for nothing. Of a matrix it sees sizes and signs; the rest needs its factor.
func Lacks(demand string, x []float64) string {
	sum := 0.0
	for i, v := range x {
		switch {
		case demand == "positive" && !(v > 0):
			return fmt.Sprintf("element %d is %v, not above 0", i, v)
		case demand == "probabilities" && !(v >= 0):
			return fmt.Sprintf("element %d is %v, and no probability is negative", i, v)
		}
		sum += v
	}
	if demand == "probabilities" && !(math.Abs(sum-1) <= ProbabilitySlack) {
		return fmt.Sprintf("the probabilities sum to %s, not to 1", numberText(sum))
	}
	return ""
}

// ProbabilitySlack is how far from 1 the sum of probabilities may be.
const ProbabilitySlack = 1e-6

// shape checks the sizes of a parameter that is a vector or a matrix and what it
// must be. It returns the conditions that the data decide.
func (c *checker) shape(d *Dist, name string, e *Expr) (require []*Expr, ok bool) {
	boolean := Type{Kind: Bool}
	sizes := e.Lengths()
	if e.Type.Dimensions == 2 && len(sizes) == 2 && !sizes[0].Equal(sizes[1]) {
		if sizes[0].Op == OpNumber && sizes[1].Op == OpNumber {
			c.Errorf(e.At, CodeType, "%s of %s is a square matrix; %s has %s rows of %s", name, d.Name, e, sizes[0], sizes[1])
			return nil, false
		}
		same := SameSize("", sizes[0], "", sizes[1], e.At)
		same.Says = fmt.Sprintf("%s of %s is a square matrix; %s has %%v rows%s of %%v%s", name, d.Name, e, sizes[0].origin(), sizes[1].origin())
		require = append(require, same)
	}
	demand := demandOf[d.Name+"."+name]
	if demand == "" {
		return require, true
	}
	if e.Random {
		return require, demand != "definite" || c.mirrored(d, name, e)
	}
	if x, known := ConstantVector(e); known {
		if why := Lacks(demand, x); why != "" {
			c.Errorf(e.At, CodeArguments, "%s of %s: %s", name, d.Name, why)
			return nil, false
		}
		if demand != "definite" {
			return require, true
		}
	}
	if e.Op == OpInput && len(e.Args) == len(e.Input.Dims)-e.Type.Dimensions {
		e.Input.Demand, e.Input.Demanded = demand, e.Type.Dimensions
	}
	cond := &Expr{Op: OpCall, Fun: demand, Type: boolean, Args: []*Expr{e}, At: e.At}
	return append(require, cond), true
}

// SameSize is the condition that the sizes a of what is called x and b of what is
// called y are one.
func SameSize(x string, a *Expr, y string, b *Expr, at lang.Pos) *Expr {
	e := &Expr{Op: OpCall, Fun: "==", Type: Type{Kind: Bool}, Args: []*Expr{a, b}, At: at}
	e.Says = fmt.Sprintf("%s has %%v elements%s, %s has %%v%s", x, a.origin(), y, b.origin())
	return fold(e)
}

// origin says where a size comes from, if not from a number.
func (e *Expr) origin() string {
	if e.Op == OpNumber {
		return ""
	}
	return " (" + e.String() + ")"
}

// named is a parameter with its value, where that is short.
func named(name string, e *Expr) string {
	if text := e.String(); len(text) < 40 {
		return name + " " + text
	}
	return name
}

// agree checks that the parameters of a distribution have the sizes of one another.
func (c *checker) agree(d *Dist, s scope) (require []*Expr, ok bool) {
	var first, of *Expr
	name := ""
	for i, e := range d.Args {
		sizes := e.Lengths()
		if e.Type.Dimensions == 0 {
			continue
		}
		if len(sizes) == 0 { // not known yet
			for k, other := range d.Args {
				if k != i && other.Type.Dimensions > 0 && (k < i || len(other.Lengths()) > 0) {
					c.pairs = append(c.pairs, samePair{d.Name, other, e, s, e.At, []string{d.Names[k], d.Names[i]}})
				}
			}
			continue
		}
		if first == nil {
			first, name, of = sizes[0], d.Names[i], e
			continue
		}
		if first.Equal(sizes[0]) {
			continue
		}
		same := SameSize(named(name, of), first, named(d.Names[i], e), sizes[0], e.At)
		if same.Op == OpBool {
			if same.Value == 0 {
				c.Errorf(e.At, CodeType, "%s and %s of %s have the sizes %s and %s", name, d.Names[i], d.Name, first, sizes[0])
				return nil, false
			}
			continue
		}
		require = append(require, same)
	}
	if df := d.Arg(d.sig().manyRows); df != nil && first != nil {
		enough := &Expr{Op: OpCall, Fun: ">", Type: Type{Kind: Bool}, Args: []*Expr{df, Call("-", Type{Kind: Int}, first, Number(1))}, At: df.At}
		if enough = fold(enough); enough.Op == OpBool && enough.Value == 0 {
			c.Errorf(df.At, CodeArguments, "%s of %s is above the number of rows less 1, which is %s; %s is not",
				d.sig().manyRows, d.Name, Call("-", Type{Kind: Int}, first, Number(1)), df)
			return nil, false
		} else if enough.Op != OpBool {
			require = append(require, enough)
		}
	}
	return require, true
}
