package exact

import (
	"math/rand/v2"
)

// shuffled is a model with the statements of each block in another order, which
// does not matter.
func (m *gateModel) shuffled(rng *rand.Rand) *gateModel {
	c := *m
	c.defined = m.extent()
	c.body = m.body.shuffled(rng)
	return &c
}

func (b *gateBlock) shuffled(rng *rand.Rand) *gateBlock {
	if b == nil {
		return nil
	}
	c := *b
	c.list = nil
	for _, s := range b.list {
		n := *s
		n.then, n.other = s.then.shuffled(rng), s.other.shuffled(rng)
		c.list = append(c.list, &n)
	}
	rng.Shuffle(len(c.list), func(i, j int) { c.list[i], c.list[j] = c.list[j], c.list[i] })
	return &c
}
