package mcmc

// A NormalCost is what a factor of a pattern takes.
type NormalCost struct {
	// Numbers is how many numbers the factor has, its diagonal among them, Tied how many coordinates come last, tied to all others there.
	Numbers float64
	Tied    int
	// Operations are multiplications.
	Operations float64
}

// Cost is that of a pattern that is ordered; of one that is too large as Excess says.
func (p *NormalPattern) Cost() NormalCost {
	if e := p.Excess; e != nil {
		return NormalCost{e.Numbers, e.Tied, e.Operations}
	}
	m := float64(p.size - p.sparse)
	return NormalCost{float64(p.size+len(p.rows)) + m*(m-1)/2, p.size - p.sparse, p.work + m*m*m/6 + p.heldWork()}
}
