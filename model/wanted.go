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
		if in.Expr != nil || in.Joint != nil {
			c.answer(in)
			continue
		}
		if seen[in.Name] {
			c.Warnf(in.At, CodeUnused, "%s is inferred twice", in.Name)
			continue
		}
		seen[in.Name] = true
		switch {
		case in.Name == "evidence":
			m.Evidence = true
			if m.Samples() && !c.file.Algorithm.Unread && !c.file.Algorithm.Guessed {
				c.Errorf(in.At, CodeInfer, "Gibbs sampling has no evidence").
					WithHint("algorithm: ep and algorithm: vmp have it; to compare models by draws put them under an if of a random truth")
			}
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
	c.starts()
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
		starts := key == "init" && in.Missing && c.model.Samples() // of the entries that the data lack
		if v := c.absent[in]; v != nil && (key == "infer" || key == "algorithm" || starts) {
			return v
		} else if starts && len(c.defs[name]) > 0 {
			return nil // nothing reads such entries, which are not drawn
		} else if in.Missing && (c.HasErrors() || c.file.Unread != nil) {
			return nil
		}
		if c.again(name, at) {
			return nil
		}
		d := c.Errorf(at, CodeInfer, "%s is an input; %s takes variables of the program", name, key)
		c.strange[name] = d
		if key == "infer" {
			d.WithHint("it is given, so leave it out; entries that are missing are inferred of {type: ..., missing: true}")
		} else {
			d.WithHint("it is given, so leave it out")
		}
		return nil
	}
	var names []string
	for _, v := range c.model.Variables {
		if !c.file.Unread[v.Name] {
			names = append(names, v.Name)
		}
	}
	if c.again(name, at) {
		return nil
	}
	d := c.Errorf(at, CodeUnknown, "unknown variable %s", name)
	c.strange[name] = d
	every := slices.Concat(names, slices.Sorted(maps.Keys(c.file.Unread)))
	if near := lang.Nearest(name, every); near != "" {
		d.WithHint("did you mean %s?", near)
	} else if len(names) > 0 {
		d.WithHint("the program defines %s", strings.Join(names, ", "))
	}
	return nil
}
