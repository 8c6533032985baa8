package model

import (
	"slices"

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

// DefaultChains is how many chains there are where nothing says so.
const DefaultChains = 4

// sampling reads the settings of Gibbs sampling, and refuses those of message passing
// beside it.
func (c *checker) sampling() {
	it := c.file.Iterate
	s := Sampling{BurnIn: 1000, Samples: 1000, Thin: 1, Chains: DefaultChains}
	set := func(to *int, from *lang.Setting, name string) {
		if from == nil {
			return
		}
		*to = int(from.Value)
		if !c.model.Samples() {
			c.ofSampling(from.At, CodeArguments, name)
		}
	}
	set(&s.BurnIn, it.BurnIn, "burnin")
	set(&s.Samples, it.Samples, "samples")
	set(&s.Thin, it.Thin, "thin")
	if c.file.Starts > 0 {
		s.Chains = c.file.Starts
	}
	set(&s.Chains, it.Chains, "chains")
	c.model.Iterate.Sampling = s
	if !c.model.Samples() || c.file.Algorithm.Unread {
		return
	}
	var others []setting
	refuse := func(at lang.Pos, name string) { others = append(others, setting{at, CodeArguments, name}) }
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
	for _, o := range c.file.Operators {
		refuse(o.Key.At, "operators")
		break
	}
	c.oneMistake(others, "is about message passing", "leave it out: Gibbs sampling has burnin, samples, thin, chains and seed")
}

// A setting is a key of the file, or of iterate, that the algorithm has no use for.
type setting struct {
	at         lang.Pos
	code, name string
}

// ofSampling notes a setting of Gibbs sampling beside another algorithm.
func (c *checker) ofSampling(at lang.Pos, code, name string) {
	if !c.file.Algorithm.Unread { // which is reported
		c.sampler = append(c.sampler, setting{at, code, name})
	}
}

// oneMistake reports settings of another algorithm, which are one mistake: one error at
// the first of them.
func (c *checker) oneMistake(list []setting, what, hint string) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b setting) int {
		if a.at.Before(b.at) {
			return -1
		}
		return 1
	})
	d := c.Errorf(list[0].at, list[0].code, "%s %s", list[0].name, what).WithHint("%s", hint)
	for _, s := range list[1:] {
		d.WithRelated(s.at, "so is %s", s.name)
	}
}
