package posterior

import "mpc/mcmc"

// IsSummary tells whether an element is a summary of draws.
func (p Posterior) IsSummary() bool {
	f, err := p.read()
	return err == nil && f.Dist == "samples"
}

// Sample draws the value of an element from its posterior into to, a number or the components of a vector.
// It is false where the posterior is no distribution, as a summary of draws, or of another size.
func (p Posterior) Sample(s *mcmc.Stream, to []float64) bool {
	f, err := p.read()
	if err != nil || len(to) == 0 {
		return false
	}
	switch f.Dist {
	case "point":
		list := ofValue(f)
		if len(list) != len(to) {
			return false
		}
		for i, m := range list {
			to[i] = m.Mean
		}
		return true
	case "poisson":
		to[0] = float64(mcmc.DrawPoisson(s, f.Rate))
		return len(to) == 1
	}
	family, d := p.message(f)
	return family != nil && family.Sample(s, d, to)
}
