package model

import (
	"maps"
	"slices"
	"strings"

	"mpc/lang"
)

// wanted resolves the keys infer, init and point.
func (c *checker) wanted() {
	m := c.model
	seen := map[string]bool{}
	for _, in := range c.file.Infer {
		if seen[in.Name] && in.Name != "joint" {
			c.Warnf(in.At, CodeUnused, "%s is inferred twice", in.Name)
			continue
		}
		seen[in.Name] = true
		switch in.Name {
		case "evidence":
			m.Evidence = true
			if m.Samples() {
				c.Errorf(in.At, CodeInfer, "Gibbs sampling has no evidence").
					WithHint("algorithm: ep and algorithm: vmp have it; to compare models by draws put them under an if of a random truth")
			}
		case "joint":
			c.unsupported(in.At, "joint, the posterior of several variables together,", "draw them as one vector: w ~ mvnormal(m, covariance = S), and read w[0], w[1]: the posterior of w is joint")
		default:
			if v := c.find(in.Name, in.At, "infer"); v != nil {
				m.Infer = append(m.Infer, v)
			}
		}
	}
	if len(c.file.Infer) == 0 {
		for _, v := range m.Variables {
			if v.Random && !v.Derived && v.Input == nil && v.Data == nil {
				m.Infer = append(m.Infer, v)
			}
		}
		if len(m.Infer) == 0 && !c.HasErrors() && c.file.Unread == nil {
			c.Errorf(c.file.Model.At, CodeInfer, "the program has no random variable, so there is nothing to infer").
				WithHint("draw one: x ~ normal(0, variance = 1)")
		}
	}
	for _, p := range c.file.Point {
		v := c.find(p.Name, p.At, "point")
		if v != nil && !v.Random && c.file.Unread == nil {
			c.Errorf(p.At, CodeInfer, "%s is not random, so it has no point estimate", p.Name)
		} else if v != nil {
			m.Point = append(m.Point, v)
		}
	}
	for _, in := range c.file.Init {
		v := c.find(in.Name.Name, in.Name.At, "init")
		if v == nil {
			continue
		}
		if !v.Random && c.file.Unread != nil {
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
		if d != nil {
			m.Init = append(m.Init, Init{Variable: v, Dist: d, At: in.Name.At})
		}
	}
}

// start is the initial marginal of a variable: one distribution for all elements,
// or an array of the same sizes, given as an input.
func (c *checker) start(e lang.Expr, v *Variable) *Dist {
	n, ok := e.(*lang.Name)
	if !ok || c.inputs[n.Name] == nil || len(c.inputs[n.Name].Dims) == 0 {
		return c.dist(e, scope{})
	}
	in := c.inputs[n.Name]
	c.usedInput[in] = true
	same := len(in.Dims) == len(v.Dims)
	for k := range v.Dims {
		same = same && in.Dims[k].Equal(v.Dims[k])
	}
	if in.Type.Kind != DistKind || !same {
		c.Errorf(n.At, CodeType, "the initial marginals of %s are distributions, one for each element; %s is %s of other sizes", v.Name, in.Name, in.Type).
			WithHint("declare %s with the type of its distribution and the sizes of %s, or give one distribution for all elements", in.Name, v.Name)
		return nil
	}
	x := &Expr{Op: OpInput, Type: in.Type, Input: in, At: n.At}
	for k := range in.Dims {
		x.Args = append(x.Args, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: k, At: n.At})
	}
	return &Dist{Name: "given", Names: []string{"prior"}, Args: []*Expr{x}, At: n.At}
}

// find returns the variable that a key names, or reports that there is none.
func (c *checker) find(name string, at lang.Pos, key string) *Variable {
	if c.file.Unread[name] {
		return nil
	}
	v := c.variables[name]
	if v != nil && v.never {
		c.Errorf(at, CodeUndefined, "%s is never defined, so that there is nothing to say under %s: the conditions around its definition never hold", name, key).
			WithRelated(v.At, "defined here")
		return nil
	}
	if v != nil {
		return v
	}
	if in := c.inputs[name]; in != nil {
		if v := c.absent[in]; v != nil && (key == "infer" || key == "algorithm") {
			return v
		} else if in.Missing && c.HasErrors() {
			return nil
		}
		c.Errorf(at, CodeInfer, "%s is an input; %s takes variables of the program", name, key)
		return nil
	}
	var names []string
	for _, v := range c.model.Variables {
		if !c.file.Unread[v.Name] {
			names = append(names, v.Name)
		}
	}
	d := c.Errorf(at, CodeUnknown, "unknown variable %s", name)
	every := slices.Concat(names, slices.Sorted(maps.Keys(c.file.Unread)))
	if near := lang.Nearest(name, every); near != "" {
		d.WithHint("did you mean %s?", near)
	} else if len(names) > 0 {
		d.WithHint("the program defines %s", strings.Join(names, ", "))
	}
	return nil
}
