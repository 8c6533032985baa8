package model

import "mpc/lang"

// power resolves the key power.
func (c *checker) power() {
	m, p := c.model, c.file.Power
	if p == nil || c.file.Unread != nil {
		return
	}
	key := "integrate"
	if m.NoBlocks {
		key = "blocks"
	}
	switch {
	case m.Algorithm != "ep":
		c.Errorf(p.At, lang.CodePower, "power is of EP, and the algorithm is %s", m.Algorithm).
			WithHint("write algorithm: ep, or delete the key power")
	case m.NoIntegrals || m.NoBlocks:
		c.Errorf(p.At, lang.CodePower, "power is of the sites of a joint normal, and %s: [] has none", key).
			WithHint("delete one of the keys power and %s", key)
	default:
		m.Power = p
	}
}
