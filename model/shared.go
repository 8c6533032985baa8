package model

import "mpc/lang"

// CodeShared marks a variable that several batches of data cannot share.
const CodeShared = lang.CodeShared

// shared resolves the key shared. What batches share is inferred, whether infer
// names it or not.
func (c *checker) shared() {
	m := c.model
	seen := map[*Variable]bool{}
	for _, n := range c.file.Shared {
		v := c.find(n.Name, n.At, "shared")
		switch {
		case v == nil || c.file.Unread != nil:
			continue
		case !v.Random:
			c.Errorf(n.At, CodeShared, "%s is not random, so that batches have nothing to say about it", n.Name).
				WithHint("delete it from shared: what is known is the same for all batches")
			continue
		case v.Derived:
			c.Errorf(n.At, CodeShared, "%s is a function of other variables", n.Name).
				WithHint("share the variables that it is computed from")
			continue
		}
		for _, r := range m.Relations {
			if r.Target != nil && r.Target.Op == OpVariable && r.Target.Variable == v && len(r.Branches) > 0 {
				c.Errorf(n.At, CodeShared, "%s is shared, but defined in a branch of a random condition, %s", n.Name, r.Branches[0].Gate.Selector).
					WithHint("define it outside of the branch, and share it from there").WithRelated(r.At, "defined here")
				break
			}
		}
		for _, p := range m.Point {
			if p == v {
				c.unsupported(n.At, "a point estimate of "+n.Name+", which batches share,", "delete it from point or from shared")
			}
		}
		seen[v] = true
		m.Shared = append(m.Shared, v)
	}
	for _, v := range m.Infer {
		delete(seen, v)
	}
	for _, v := range m.Shared {
		if seen[v] {
			m.Infer = append(m.Infer, v)
		}
	}
}
