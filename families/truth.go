package families

import (
	"math"

	"mpc/dist"
)

// truth boxes the operations on messages about a boolean.
func truth() Operations {
	o := operations[dist.Bernoulli]()
	o.Uniform = func(...int) any { return dist.BernoulliUniform() }
	o.Point = func(x any) any { return dist.BernoulliPoint(x.(float64) != 0) }
	o.Mode = func(m any) any { return bernoulliMode(m.(dist.Bernoulli)) }
	o.Mean = func(m any) any { return m.(dist.Bernoulli).Mean() }
	o.Variance = func(m any) any { return m.(dist.Bernoulli).Variance() }
	// The next point is the more probable value: there is nothing between the two
	// to search.
	o.Next = func(_ *dist.PointSearch, _, m any) any {
		return dist.BernoulliPoint(bernoulliMode(m.(dist.Bernoulli)) == 1)
	}
	return o
}

// bernoulliMode is 1 or 0, NaN for a contradiction.
func bernoulliMode(d dist.Bernoulli) float64 {
	switch {
	case !d.IsFinite():
		return math.NaN()
	case d.LogOdds >= 0:
		return 1
	}
	return 0
}
