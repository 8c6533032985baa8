package codegen

// settleText is the first scan of a chain whose first values may contradict each other.
const settleText = `// scan draws each variable once, given the present values of all others. The first values
// of a chain are draws from the prior, and some may be impossible given others: a
// variable that has no possible value then is left as it is, and the first scan is made
// again.
func (inf *chain) scan() error {
	for try := 0; ; try++ {
		inf.beginning, inf.skipped = inf.scans == 0 && try < mcmc.FirstScans, false
		if err := inf.sweep(); err != nil || !inf.skipped {
			inf.beginning = false
			return err
		}
	}
}

`
