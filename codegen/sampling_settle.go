package codegen

// settleText is the first scan of a chain whose first values may contradict each other.
const settleText = `// scan draws each variable once, given the present values of all others. The first values
// of a chain are draws from the prior, and some may be impossible given others: a
// variable that has no possible value then is left as it is, or keeps one of its bounds,
// and the first scan is made again.
func (c *chain) scan() error {
	for c.try = 0; ; c.try++ {
		c.beginning, c.skipped = c.course.Scans == 0 && c.try < mcmc.FirstScans, false
		if err := c.sweep(); err != nil || !c.skipped {
			c.beginning = false
			return err
		}
	}
}

`
