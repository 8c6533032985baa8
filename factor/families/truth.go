package families

import "mpc/dist"

// truth boxes the operations on messages about a boolean.
func truth() Operations {
	o := operations[dist.Bernoulli]()
	o.Uniform = func(...int) any { return dist.BernoulliUniform() }
	o.Point = func(x any) any { return dist.BernoulliPoint(x.(float64) != 0) }
	o.Mode = func(m any) any { return number(m.(dist.Bernoulli).Mode()) }
	o.Mean = func(m any) any { return m.(dist.Bernoulli).Mean() }
	o.Variance = func(m any) any { return m.(dist.Bernoulli).Variance() }
	o.Next = func(s *dist.PointSearch, at, m any) any {
		return s.NextBernoulli(at.(dist.Bernoulli), m.(dist.Bernoulli))
	}
	return o
}

// number is 1 for true and 0 for false.
func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
