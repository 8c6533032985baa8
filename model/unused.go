package model

import "mpc/lang"

// unused reports what is declared and never read.
func (c *checker) unused() {
	for _, r := range c.file.Iterate.Sequential {
		in := c.inputs[r.Name]
		if in == nil || in.Type.Kind != RangeKind {
			c.unknown(&lang.Name{At: r.At, Name: r.Name}, "range", func(in *Input) bool { return in.Type.Kind == RangeKind })
			continue
		}
		c.model.Iterate.Sequential = append(c.model.Iterate.Sequential, in)
	}
	if c.HasErrors() || c.file.Unread != nil {
		return // a mistake may be the reason
	}
	for _, in := range c.model.Inputs {
		if !c.usedInput[in] && !c.file.Spare {
			c.Errorf(in.At, CodeUnused, "input %s is never used", in.Name).WithHint("use it in the program, or delete it")
		}
	}
	wanted := map[*Variable]bool{}
	for _, v := range c.model.Infer {
		wanted[v] = true
	}
	for _, v := range c.model.Variables {
		if !v.used && !wanted[v] {
			c.Warnf(v.At, CodeUnused, "variable %s is never used", v.Name).WithHint("ask for it under infer, or delete it")
		}
	}
}
