package model

import (
	"slices"
	"strings"

	"mpc/lang"
)

// tiedAnswers looks, where messages are passed, whether what an expression reads has one joint posterior. Where
// it has not, values that are read are taken as independent of each other: a warning says so of an
// expression, and a joint posterior is an error.
func (c *checker) tiedAnswers() {
	if c.model.Samples() || c.HasErrors() {
		return
	}
	for _, v := range c.model.Infer {
		if v.Asked == "" {
			c.tiedVectors(v)
			continue
		}
		if slices.ContainsFunc(c.model.Joints, func(j *JointAnswer) bool { return slices.Contains(j.Parts, v) || slices.Contains(j.Sums, v) }) {
			continue
		}
		if reads := c.apart(v); len(reads.names) > 0 {
			w := c.Warnf(v.At, lang.CodeFactorized, "%s takes %s as independent of each other: each has a posterior of its own", v.Asked, strings.Join(reads.names, " and "))
			if len(reads.vectors) > len(reads.blocks) {
				w.WithHint("algorithm: gibbs has the joint posterior of all variables")
			} else {
				w.WithHint("blocks: [[...]] gives normals one joint posterior; algorithm: gibbs has that of all variables")
			}
		}
	}
	for _, j := range c.model.Joints {
		for _, v := range j.Sums {
			if reads := c.apart(v).names; len(reads) > 0 {
				c.Errorf(j.At, CodeInfer, "%s: %s each have a posterior of their own by %s, and none together", j.Text, strings.Join(reads, " and "), strings.ToUpper(c.model.Algorithm)).
					WithHint("name them in blocks: [[...]], as far as they are drawn from normals, or write algorithm: gibbs")
				break
			}
		}
	}
}

// tiedVectors warns of what a definition computes of several vectors that are drawn around what is drawn itself.
func (c *checker) tiedVectors(v *Variable) {
	if !v.Derived || !v.Random {
		return
	}
	reads := c.apart(v)
	around := func(u *Variable) bool {
		return slices.ContainsFunc(c.model.Relations, func(r *Relation) bool {
			return r.Kind == Draw && r.Target.IsVariable(u) && slices.ContainsFunc(r.Dist.Args, func(e *Expr) bool { return e.Random })
		})
	}
	if len(reads.names) > 0 && slices.ContainsFunc(reads.vectors, around) {
		w := c.Warnf(v.At, lang.CodeFactorized, "%s takes %s as independent of each other: each has a posterior of its own", v.Name, strings.Join(reads.names, " and "))
		if v.Type.Dimensions > 0 {
			w.WithHint("definitions that are numbers, one for each component of %s, have the joint posterior; algorithm: gibbs has that of all variables", v.Name)
		} else {
			w.WithHint("algorithm: gibbs has the joint posterior of all variables")
		}
	}
}

// sources are the elements of variables that a function reads.
type sources struct {
	model   *Model
	names   []string
	vectors []*Variable
	blocks  []string
	several bool // elements in passes of a loop
	product bool // combined otherwise than by sums and comparisons
	within  []*Variable
	loops   []*Index
}

// apart lists what a function of variables reads that has a posterior of its own, where that is more than one:
// elements of variables, and where these are combined otherwise than by sums and comparisons also the parts of a block.
func (c *checker) apart(v *Variable) *sources {
	r := &sources{model: c.model}
	r.visit(&Expr{Op: OpVariable, Random: true, Variable: v})
	switch {
	case len(r.names) != 1 || r.several:
	case r.product:
		r.names = append(r.names, "itself")
	default:
		r.names = nil
	}
	for i, name := range r.names {
		if slices.Contains(r.blocks, name) {
			r.names[i] = "the block of " + strings.Join(strings.Split(strings.TrimPrefix(name, "block_"), "_"), ", ")
		}
	}
	return r
}

// visit adds what an expression reads.
func (r *sources) visit(e *Expr) {
	outer := r.loops
	e.Walk(func(x *Expr) {
		if x.Op == OpReduce && x.Loop != nil {
			r.loops = append(r.loops, x.Loop.Index)
		}
	})
	e.Walk(func(x *Expr) {
		if randomParts(x) > 1 && !x.additive() {
			r.product = true
		}
		if x.Op == OpVariable && x.Random {
			r.read(x)
		}
	})
	r.loops = outer
}

// read adds an element, or those that it is computed of.
func (r *sources) read(x *Expr) {
	u := x.Variable
	if u.Derived {
		r.define(x)
		return
	}
	element := *x
	element.Args = x.Args[:min(len(x.Args), len(u.Dims))]
	name := element.String()
	block := u.Type.Dimensions > 0 && strings.HasPrefix(u.Name, "block_")
	if u.Type.Dimensions > 0 && !slices.Contains(r.vectors, u) {
		r.vectors = append(r.vectors, u)
	}
	switch {
	case block:
		name = u.Name
		if !slices.Contains(r.blocks, name) {
			r.blocks = append(r.blocks, name)
		}
	case slices.ContainsFunc(r.loops, func(i *Index) bool { return slices.ContainsFunc(element.Args, func(a *Expr) bool { return a.Uses(i) }) }):
		name, r.several = "elements of "+u.Name, true
	}
	if !slices.Contains(r.names, name) {
		r.names = append(r.names, name)
	}
}

// define adds what an element that is computed reads, each by its own index; of what is computed of itself all elements are read.
func (r *sources) define(x *Expr) {
	u := x.Variable
	if slices.Contains(r.within, u) {
		return
	}
	r.within = append(r.within, u)
	for _, of := range r.model.Relations {
		if of.Kind != Assign || !of.Target.IsVariable(u) {
			continue
		}
		value := of.Value
		for k, a := range of.Target.Args {
			if a.Op == OpIndex && k < len(x.Args) {
				value = value.Subst(a.Index, x.Args[k])
			}
		}
		r.visit(value)
	}
	r.within = r.within[:len(r.within)-1]
}

// randomParts counts the arguments of a function that are random.
func randomParts(x *Expr) (n int) {
	if x.Op != OpCall {
		return 0
	}
	for _, a := range x.Args {
		if a.Random {
			n++
		}
	}
	return n
}

// additive tells whether a function of several random values is one of their sum or difference, which are
// linear themselves.
func (x *Expr) additive() bool {
	switch x.Fun {
	case "+", "-", ">", "<", ">=", "<=", "dot", "component":
	default:
		return false
	}
	linear := true
	for _, a := range x.Args {
		a.Walk(func(y *Expr) {
			if y.Op != OpCall || !y.Random {
				return
			}
			switch y.Fun {
			case "+", "-", "neg", "dot", "component":
			case "*":
				linear = linear && randomParts(y) < 2
			case "/":
				linear = linear && !y.Args[1].Random
			default:
				linear = false
			}
		})
	}
	return linear
}
