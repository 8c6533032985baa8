package dist

import (
	"fmt"
	"math"
)

// MarshalJSON writes {"dist":"bernoulli","p":p,"log_odds":l}, for people and to
// the last digit; a sure value has p 0 or 1 alone, as its log odds are infinite.
func (d Bernoulli) MarshalJSON() ([]byte, error) {
	if d.IsPoint() {
		return appendDistFields("bernoulli", distField{"p", d.P()})
	}
	return appendDistFields("bernoulli", distField{"p", d.P()}, distField{"log_odds", d.LogOdds})
}

// UnmarshalJSON reads what MarshalJSON writes; p or log_odds alone will do, and
// where both are given they must agree. "uniform":true is p = 1/2.
func (d *Bernoulli) UnmarshalJSON(data []byte) error {
	f := readDistFields("bernoulli", data)
	var r Bernoulli
	switch {
	case f.isPoint():
		var b bool
		f.take("value", "true or false", &b)
		r = BernoulliPoint(b)
	case f.flag("uniform"):
		r = BernoulliUniform()
	case f.has("log_odds"):
		r = BernoulliLogOdds(f.number("log_odds"))
		if f.has("p") {
			p := f.numberIn("p", 0, 1)
			if f.err == nil && math.Abs(p-r.P()) > 1e-9 {
				f.fail(fmt.Errorf(`"p" is %v, but "log_odds" gives %v`, p, r.P()))
			}
		}
	default:
		r = BernoulliP(f.numberIn("p", 0, 1))
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}
