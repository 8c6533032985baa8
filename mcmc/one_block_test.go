package mcmc

import (
	"math"
	"testing"
)

// A countPair is two counts whose logs of rates are normal about 0 with a precision, which is gamma of shape 2 and rate 1.
type countPair struct {
	tau     float64
	x       [2]float64
	block   NormalBlock
	pattern *NormalPattern
}

var pairCounts = [2]float64{0, 4}

func (p *countPair) site(i int) float64 { return pairCounts[i]*p.x[i] - math.Exp(p.x[i]) }

func (p *countPair) log() float64 {
	log := math.Log(p.tau) - p.tau
	for i, x := range p.x {
		log += 0.5*math.Log(p.tau) - 0.5*p.tau*x*x + p.site(i)
	}
	return log
}

func (p *countPair) say(o *OneBlock) bool {
	p.block.Reset(p.pattern)
	for _, x := range p.x {
		p.block.Add1(-p.tau*x, p.tau)
	}
	for _, x := range p.x {
		distance, precision := o.Site(x)
		p.block.Add1(precision*distance, precision)
	}
	return p.block.Factor()
}

// walks moves each number by itself, a little.
func (p *countPair) walks(s *Stream) {
	for k := range 3 {
		from, log := *p, p.log()
		if k < 2 {
			p.x[k] += s.Normal()
		} else {
			by := 0.7 * s.Normal()
			p.tau *= math.Exp(by)
			log -= by
		}
		if !(p.log()-log >= -s.Exponential()) {
			p.x, p.tau = from.x, from.tau
		}
	}
}

// run makes a chain of proposals, with draws one by one in the burn-in alone.
func (p *countPair) run(o *OneBlock, s *Stream, burning, n int, f func()) (taken int) {
	p.pattern = NewNormalPattern(2)
	for range 2 {
		p.pattern.Say(0)
		p.pattern.Say(1)
	}
	p.pattern.Order()
	p.tau = 1
	for i := range burning + n {
		if i < burning {
			p.walks(s)
		}
		o.Gather()
		o.Add(p.tau, 0, math.Inf(1))
		if o.Begin(s, max(burning-i, 0), true) {
			if o.Learns() {
				for i, x := range p.x {
					o.Learn(x, p.site(i))
				}
			}
			o.Stand()
			o.Keep(p.x[:], 0)
			if o.Asks() {
				if p.say(o) {
					o.Stands(&p.block, p.log())
				} else {
					o.Lost()
				}
			}
			if o.Propose(s) {
				p.tau = o.Take()
				if p.say(o) && o.Normals(&p.block, s) {
					p.block.Move(p.x[:], 0)
					o.Decide(s, p.log())
				}
				if o.Refused() {
					p.tau = o.Take()
					o.Restore(p.x[:], 0)
				} else {
					o.Keep(p.x[:], 0)
					if i >= burning {
						taken++
					}
				}
			}
		}
		if i >= burning {
			f()
		}
	}
	return taken
}

// exactly is P(tau < 1), P(x0 < 0) and P(x1 < 1), by sums over a grid.
func (p *countPair) exactly() (list [3]float64) {
	const step = 0.01
	total := 0.0
	for log := -9.0; log < 4; log += step {
		tau := math.Exp(log)
		var all, below [2]float64
		for i := range 2 {
			for x := -12 + step/2; x < 6; x += step {
				p.x[i] = x
				w := math.Sqrt(tau) * math.Exp(p.site(i)-0.5*tau*x*x)
				all[i] += w
				if x < float64(i) {
					below[i] += w
				}
			}
		}
		w := tau * tau * math.Exp(-tau) // with the change to its log
		total += w * all[0] * all[1]
		list[1] += w * below[0] * all[1]
		list[2] += w * all[0] * below[1]
		if tau < 1 {
			list[0] += w * all[0] * all[1]
		}
	}
	for i := range list {
		list[i] /= total
	}
	return list
}

// TestOneBlock: proposals alone leave a density as it is, and are often taken.
func TestOneBlock(t *testing.T) {
	const n = 400000
	var o OneBlock
	var p, q countPair
	var shares [3]float64
	taken := p.run(&o, NewStream(6, 0), 2000, n, func() {
		for i, is := range [3]bool{p.tau < 1, p.x[0] < 0, p.x[1] < 1} {
			if is {
				shares[i] += 1. / n
			}
		}
	})
	if rate := float64(taken) / n; rate < 0.5 || o.Every != 10 {
		t.Errorf("%v of proposals are taken; each %d scans", rate, o.Every)
	}
	for i, want := range q.exactly() {
		if math.Abs(shares[i]-want) > 0.006 {
			t.Errorf("probability %d is %.4f, not %.4f", i, shares[i], want)
		}
	}
}

// TestOneBlockWords: a chain goes on from what a saved state has as it would without.
func TestOneBlockWords(t *testing.T) {
	var o, again OneBlock
	var p countPair
	p.run(&o, NewStream(7, 0), 1000, 7, func() {})
	words := o.Words()
	again.SetWords(func() uint64 {
		w := words[0]
		words = words[1:]
		return w
	})
	if len(words) > 0 || len(again.Sites) != 2 || again.Sites[1] != o.Sites[1] || again.Fresh != o.Fresh || again.Taken != o.Taken ||
		again.Tried != o.Tried || again.Epoch != o.Epoch || again.Seen != o.Seen || again.Turn != o.Turn || again.Every != o.Every {
		t.Errorf("%v is %v again, %d words are left", o, again, len(words))
	}
}

// TestOneBlockSites: what is quadratic is learned as it is, and what has not changed says nothing.
func TestOneBlockSites(t *testing.T) {
	var o OneBlock
	o.burning = true
	s := NewStream(8, 0)
	for range oneBlockEpoch + 1 {
		o.Learns()
		x := 3 + s.Normal()
		o.Learn(x, 7+2*(x-1)-0.5*4*(x-1)*(x-1))
		o.Learn(5, -1)
	}
	o.site = 0
	if distance, precision := o.Site(2); math.Abs(precision-4) > 1e-9 || math.Abs(distance-(1.5-2)) > 1e-9 {
		t.Errorf("%v from there, of precision %v", distance, precision)
	}
	if distance, precision := o.Site(5); distance != 0 || precision != 0 {
		t.Errorf("%v from there, of precision %v", distance, precision)
	}
}

// TestOrderQuick: a walk has a factor that takes no longer than slices, groups that are crossed at random have none.
func TestOrderQuick(t *testing.T) {
	for _, crossed := range []bool{false, true} {
		const n = 2000
		p := NewNormalPattern(n)
		s := NewStream(9, 0)
		for i := range n {
			p.Say(i)
			if crossed {
				for range 5 {
					p.Say(i, int(s.Float64()*n))
				}
			} else if i > 0 {
				p.Say(i-1, i)
			}
		}
		if p.OrderQuick(); p.Ordered() == crossed {
			t.Errorf("crossed: %v, ordered: %v", crossed, p.Ordered())
		}
	}
}
