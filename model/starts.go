package model

import (
	"fmt"
	"math"
	"strings"

	"mpc/lang"
	"mpc/mcmc"
)

// starts resolves the key init.
func (c *checker) starts() {
	if of := c.file.Starts; of > 0 && !c.model.Samples() && !c.file.Algorithm.Unread && len(c.file.Init) > 0 {
		c.Errorf(c.file.Init[0].Name.At, CodeInfer, "init has a list of starts, one for each chain of Gibbs sampling, and the algorithm is %s", strings.ToUpper(c.model.Algorithm)).
			WithHint("write one mapping, init: {%s: ...}, or algorithm: gibbs", c.file.Init[0].Name.Name)
		return
	}
	for _, in := range c.file.Init {
		v := c.find(in.Name.Name, in.Name.At, "init")
		if v == nil || !v.Random && c.file.Unread != nil || c.lacks(v) {
			continue
		}
		if !v.Random {
			c.Errorf(in.Name.At, CodeInfer, "%s is not random and needs no initial marginal", v.Name)
			continue
		}
		d := randomStart(in.Value)
		if d == nil {
			d = c.start(in.Value, v)
		}
		if d == nil {
			continue
		}
		if c.model.Samples() && !c.file.Algorithm.Unread {
			c.firstValue(v, d, in)
		}
		c.model.Init = append(c.model.Init, Init{Variable: v, Dist: d, Chain: in.Chain, At: in.Name.At})
	}
}

// start is the initial marginal of a variable: one distribution for all elements,
// or an array of the same sizes, given as an input.
func (c *checker) start(e lang.Expr, v *Variable) *Dist {
	const want = "a distribution, random, or an input"
	switch x := e.(type) {
	case *lang.List:
		return c.startList(v, x)
	case *lang.Call:
		if list, ok := pointOf(x).(*lang.List); ok && v.Type.Dimensions == 0 {
			c.Errorf(list.At, CodeType, "the elements of %s start each as a number, not as a list", v.Name).WithHint("%s", c.listHint(v, list))
			return nil
		}
		return c.dist(e, scope{})
	case *lang.Name:
		if in := c.inputs[x.Name]; in == nil || len(in.Dims) == 0 {
			return c.dist(e, scope{})
		}
	default:
		if v.Type.Dimensions == 0 {
			return c.startNumber(v, e)
		}
		c.Errorf(e.Pos(), CodeType, "%s starts as %s, not %s", v.Name, want, e).WithHint("%s", c.startHint(v, &lang.List{}))
		return nil
	}
	n := e.(*lang.Name)
	in := c.inputs[n.Name]
	c.usedInput[in] = true
	same := len(in.Dims) == len(v.Dims)
	for k := range v.Dims {
		same = same && in.Dims[k].Equal(v.Dims[k])
	}
	if in.Type.Kind != DistKind || !same {
		was := in.Type.String()
		for _, d := range in.Dims {
			was += "[" + d.String() + "]"
		}
		c.Errorf(n.At, CodeType, "the initial marginals of %s are distributions, one for each element; %s is %s", v.Name, in.Name, was).
			WithHint("declare %s: \"%s\", or give one distribution for all elements", in.Name, c.startType(v))
		return nil
	}
	x := &Expr{Op: OpInput, Type: in.Type, Input: in, At: n.At}
	for k := range in.Dims {
		x.Args = append(x.Args, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: k, At: n.At})
	}
	return &Dist{Name: "given", Names: []string{"prior"}, Args: []*Expr{x}, At: n.At}
}

// listHint says how a list of starts is written.
func (c *checker) listHint(v *Variable, list *lang.List) string {
	if len(v.Dims) == 0 {
		return c.startHint(v, list)
	}
	return fmt.Sprintf("write %s: %s", v.Name, list)
}

// startHint says how the starts of elements are written, of which a list gives some.
func (c *checker) startHint(v *Variable, list *lang.List) string {
	first := "1"
	if len(list.Elems) > 0 {
		first = list.Elems[0].String()
	}
	switch {
	case v.Type.Dimensions > 0:
		return fmt.Sprintf("write %s: %s", v.Name, map[string]string{"dirichlet": "dirichlet(a)", "mvnormal": "mvnormal(m, covariance = S)",
			"wishart": "wishart(df = d, scale = S)"}[c.startFamily(v)])
	case len(v.Dims) == 0 && c.model.Samples():
		return fmt.Sprintf("%s is a single value: write %s: point(%s)", v.Name, v.Name, first)
	case len(v.Dims) == 0:
		return fmt.Sprintf("%s is a single value: write %s: %s(...)", v.Name, v.Name, c.startFamily(v))
	}
	return fmt.Sprintf("for a start of each element declare an input, start: \"%s\", write %s: start, and give it, {\"start\": [...]}", c.startType(v), v.Name)
}

// startType is the type of an input of starts.
func (c *checker) startType(v *Variable) string {
	text := c.startFamily(v)
	switch sig := Distribution(text); {
	case sig.Finite || sig.Dimensions > 0:
		size := "K"
		if len(v.Sizes) > 0 {
			size = v.Sizes[0].String()
		}
		text += "(" + size + ")"
	}
	for _, d := range v.Dims {
		text += "[" + d.String() + "]"
	}
	return text
}

// startFamily is the family of messages that the start of a variable is best written in.
func (c *checker) startFamily(v *Variable) string {
	for _, r := range c.model.Relations {
		if r.Kind == Draw && r.Target.Op == OpVariable && r.Target.Variable == v {
			if sig := Distribution(r.Dist.Family()); sig != nil && sig.Family {
				return sig.Name
			}
		}
	}
	switch {
	case v.Type.Kind == Bool:
		return "bernoulli"
	case v.Type.whole():
		return "categorical"
	case v.Type.Dimensions > 0:
		return "mvnormal"
	}
	return "normal"
}

// firstValue checks that a variable that is drawn can stand where a chain is to start it,
// as far as that is seen: another value would be an error of a statement that reads it.
func (c *checker) firstValue(v *Variable, d *Dist, in *lang.Init) {
	if v.Derived {
		c.Errorf(in.Name.At, CodeInfer, "%s is computed, and not drawn: it starts where what it is computed from does", v.Name).
			WithHint("give starts to the variables that it is computed from").WithRelated(v.At, "defined here")
		return
	}
	sig := Distribution(d.Family())
	if sig == nil || d.Name == Random {
		return
	}
	if d.Given() != nil && !sampledGiven(d) {
		c.unsupported(d.At, "a start that the data give, "+d.Family()+", by Gibbs sampling", c.startHint(v, &lang.List{}))
		return
	}
	dimensions := sig.Dimensions
	point := d.Point()
	if point != nil {
		dimensions = point.Type.Dimensions
	}
	if dimensions != v.Type.Dimensions {
		c.Errorf(d.At, CodeType, "%s is %s, and %s draws %s", v.Name, shape(v.Type.Dimensions), d.Family(), shape(dimensions)).WithHint("%s", c.startHint(v, &lang.List{}))
		return
	}
	if dimensions > 0 {
		return
	}
	if kind := sig.Draws; point == nil && ((kind == Bool) != (v.Type.Kind == Bool) || v.Type.whole() && kind == Real) {
		c.Errorf(d.At, CodeType, "%s is %s, and %s draws %s", v.Name, v.Type, d.Family(), Type{Kind: kind}).WithHint("start it at a value, point(v), or at a draw of %s", c.startFamily(v))
		return
	}
	low, high := d.reach()
	for _, r := range c.model.Relations {
		if r.Kind != Draw || r.Target.Op != OpVariable || r.Target.Variable != v {
			continue
		}
		from, to := r.Dist.reach()
		if low < from || high > to {
			where := "may start out of its prior"
			if low == high {
				where = "starts at " + Number(low).String()
			}
			c.Errorf(d.At, CodeArguments, "%s %s: %s draws %s", v.Name, where, r.Dist.Family(), interval(from, to)).
				WithHint("start it at a value there, point(v), or at a draw of a distribution that is there").WithRelated(r.At, "drawn here")
			return
		}
	}
}

// sampledGiven tells whether Gibbs sampling draws from distributions of a family that the
// data give.
func sampledGiven(d *Dist) bool {
	row := mcmc.Row(d.Family())
	return row != nil && row.Given != nil
}

// shape is what a value of so many dimensions is called.
func shape(dimensions int) string {
	return []string{"a number", "a vector", "a matrix"}[dimensions]
}

// interval says where a distribution draws from.
func interval(low, high float64) string {
	if math.IsInf(high, 1) {
		return "numbers above " + Number(low).String()
	}
	return "numbers from " + Number(low).String() + " to " + Number(high).String()
}

// reach is the interval that a distribution draws from. What the data decide is NaN, which
// is neither in an interval nor out of it.
func (d *Dist) reach() (low, high float64) {
	number := func(e *Expr) float64 {
		if e.Op == OpNumber {
			return e.Value
		}
		return math.NaN()
	}
	if x := d.Point(); x != nil {
		return number(x), number(x)
	}
	if row, truncated := d.rowOf(); row != nil && !truncated && row.Bounded() {
		low, high, _ := d.Ends()
		return number(low[0]), number(high[0])
	}
	if sig := Distribution(d.Family()); sig != nil {
		return sig.Support()
	}
	return math.NaN(), math.NaN()
}
