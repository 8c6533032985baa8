package model

import "mpc/lang"

// Random is the name of an initial marginal that is drawn: init: {z: random}.
const Random = "random"

// randomStart is the initial marginal that the word random stands for, nil for
// another.
func randomStart(e lang.Expr) *Dist {
	if n, ok := e.(*lang.Name); ok && n.Name == Random {
		return &Dist{Name: Random, At: n.At}
	}
	return nil
}

// StartsAtRandom tells whether some initial marginal is drawn.
func (m *Model) StartsAtRandom() bool {
	if m.Samples() {
		return true
	}
	for _, in := range m.Init {
		if in.Dist.Name == Random {
			return true
		}
	}
	return false
}

// restarts checks the key iterate.restarts: runs differ by what is drawn, and are
// compared by their evidence, which is therefore computed.
func (c *checker) restarts() {
	m := c.model
	if seed := c.file.Iterate.Seed; seed != nil && !m.StartsAtRandom() && !c.HasErrors() {
		c.Warnf(seed.At, CodeUnused, "seed has no effect: nothing is drawn")
	}
	if m.Iterate.Restarts <= 1 || c.file.Unread != nil {
		return
	}
	at := m.Iterate.RestartsAt
	if !m.StartsAtRandom() && !c.HasErrors() {
		c.Errorf(at, CodeInfer, "restarts: %d would run the same %d times: no initial marginal is random", m.Iterate.Restarts, m.Iterate.Restarts).
			WithHint("name the variables to start at random: init: {z: random}")
	}
	if len(m.Shared) > 0 {
		c.unsupported(at, "iterate.restarts with shared", "leave out one of the two, or run with several seeds: mpc run --seed n")
	}
	m.Evidence = true
}
