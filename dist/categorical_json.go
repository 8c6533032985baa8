package dist

import (
	"errors"
	"math"
)

// categoricalLowest is the log of a probability that still has all its digits as
// a number.
const categoricalLowest = -700

// MarshalJSON writes {"dist":"categorical","p":[...]}, also for a point mass, so
// that the number of values can be read from it. Where a probability is too small
// for a number "log_p" goes with it, with null for the log of 0.
func (d Categorical) MarshalJSON() ([]byte, error) {
	if !d.IsProper() {
		return nil, errors.New("categorical: no probabilities, which JSON cannot hold")
	}
	n := d.Copy()
	n.Normalize()
	b, err := appendDistArrays("categorical", distArray{name: "p", x: n.P(nil)})
	tiny := false
	for _, l := range n.LogP {
		tiny = tiny || l < categoricalLowest && l >= -math.MaxFloat64
	}
	if err != nil || !tiny {
		return b, err
	}
	b = append(b[:len(b)-1], `,"log_p":[`...)
	for k, l := range n.LogP {
		if k > 0 {
			b = append(b, ',')
		}
		if l < -math.MaxFloat64 {
			b = append(b, "null"...)
		} else {
			b = appendDistNumber(b, l)
		}
	}
	return append(b, "]}"...), nil
}

// UnmarshalJSON reads what MarshalJSON writes; p or log_p alone will do, and
// log_p goes before p. {"dist":"point","value":k} and "uniform":true need a d of
// the right size, or a "size".
func (d *Categorical) UnmarshalJSON(data []byte) error {
	f := readDistFields("categorical", data)
	var r Categorical
	switch {
	case f.isPoint():
		k := f.numberIn("value", 0, 1<<53)
		size := takeSize(f, len(d.LogP))
		if f.err == nil && (k != math.Trunc(k) || k >= float64(size)) {
			f.fail(distValueError(k, size))
		}
		if f.err == nil {
			r = CategoricalPoint(int(k), size)
		}
	case f.flag("uniform"):
		r = CategoricalUniform(takeSize(f, len(d.LogP)))
	case f.has("log_p"):
		r = Categorical{takeLogs(f, "log_p")}
		delete(f.values, "p")
		if f.err == nil && !r.IsFinite() {
			f.fail(errors.New(`"log_p" has no value of probability above 0`))
		}
	default:
		r = CategoricalWeights(takeProbabilities(f, "p"))
	}
	return f.finish(r.IsFinite(), func() { *d = r })
}
