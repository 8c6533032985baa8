package model

import (
	"mpc/lang"
)

// A Sampling holds the settings of the key iterate for Gibbs sampling.
type Sampling struct {
	BurnIn  int // scans before the first draw is kept
	Samples int // draws that each chain keeps
	Thin    int // scans for each draw that is kept
	Chains  int
}

// Samples tells whether the variables of the model are sampled.
func (m *Model) Samples() bool { return m.Algorithm == "gibbs" }

// sampling reads the settings of Gibbs sampling, and refuses those of message passing
// beside it.
func (c *checker) sampling() {
	it := c.file.Iterate
	s := Sampling{BurnIn: 1000, Samples: 1000, Thin: 1, Chains: 4}
	set := func(to *int, from *lang.Setting, name string) {
		if from == nil {
			return
		}
		*to = int(from.Value)
		if !c.model.Samples() {
			c.Errorf(from.At, CodeArguments, "%s is about Gibbs sampling", name).
				WithHint("write algorithm: gibbs; EP and VMP have max, tolerance, of, damping, sequential, messages, projection, restarts and seed")
		}
	}
	set(&s.BurnIn, it.BurnIn, "burnin")
	set(&s.Samples, it.Samples, "samples")
	set(&s.Thin, it.Thin, "thin")
	set(&s.Chains, it.Chains, "chains")
	c.model.Iterate.Sampling = s
	if !c.model.Samples() {
		return
	}
	refuse := func(at lang.Pos, name string) {
		c.Errorf(at, CodeArguments, "%s is about message passing", name).
			WithHint("Gibbs sampling has burnin, samples, thin, chains and seed")
	}
	for _, x := range []struct {
		s    *lang.Setting
		name string
	}{{it.Max, "max"}, {it.Tolerance, "tolerance"}, {it.Damping, "damping"}, {it.Restarts, "restarts"}} {
		if x.s != nil {
			refuse(x.s.At, x.name)
		}
	}
	for _, x := range []struct {
		n    *lang.Name
		name string
	}{{it.Messages, "messages"}, {it.Projection, "projection"}, {it.Of, "of"}} {
		if x.n != nil {
			refuse(x.n.At, x.name)
		}
	}
	if len(it.Sequential) > 0 {
		refuse(it.Sequential[0].At, "sequential")
	}
	for _, n := range c.file.Point {
		refuse(n.At, "point")
		break
	}
	for _, n := range c.file.Shared {
		refuse(n.At, "shared")
		break
	}
}
