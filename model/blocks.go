package model

import "mpc/lang"

// CodeBlock marks variables that cannot be drawn together.
const CodeBlock = lang.CodeBlock

// A Block names variables that Gibbs sampling is to draw together, or normals whose posterior is
// one joint normal where messages are passed.
type Block struct {
	Variables []*Variable
	At        []lang.Pos // of their names
}

// blocks resolves the key blocks.
func (c *checker) blocks() {
	m := c.model
	m.NoBlocks = c.file.Blocks != nil && len(c.file.Blocks) == 0
	m.Loopy = m.NoBlocks || c.file.Loopy
	first := map[*Variable]lang.Pos{}
	for _, names := range c.file.Blocks {
		var b Block
		for _, n := range names {
			v := c.find(n.Name, n.At, "blocks")
			switch {
			case v == nil || c.file.Unread != nil || c.lacks(v):
				continue
			case !v.Random:
				c.Errorf(n.At, CodeBlock, "%s is not random", n.Name).
					WithHint("a block lists variables that are drawn; delete it from the block")
				continue
			case v.Derived:
				c.Errorf(n.At, CodeBlock, "%s is a function of other variables", n.Name).
					WithHint("name the variables that it is computed from")
				continue
			}
			if before, twice := first[v]; twice {
				c.Errorf(n.At, CodeBlock, "%s is in two blocks", n.Name).
					WithHint("make one block of both, or delete it from one of them").WithRelated(before, "listed here first")
				continue
			}
			first[v] = n.At
			b.Variables, b.At = append(b.Variables, v), append(b.At, n.At)
		}
		if len(b.Variables) > 0 {
			m.Blocks = append(m.Blocks, b)
		}
	}
}
