package dist

// A total is the product of many messages, kept so that one of them can be
// taken out again without loss: the natural parameters are sums in double-double
// arithmetic (Dekker 1971; Knuth, TAOCP 2, 4.2.2), and point masses, whose
// parameters are infinite, are counted apart. Taking out a message of precision
// 1e12 from a product leaves what the others sum to, to the last digit.
type total struct {
	a, aLow float64 // first natural parameter, as an unevaluated sum
	b, bLow float64 // second natural parameter
	points  int
	at      float64 // where the point masses are
	clash   bool    // two point masses at different places
}

func (t *total) add(a, b float64) {
	t.a, t.aLow = addDouble(t.a, t.aLow, a)
	t.b, t.bLow = addDouble(t.b, t.bLow, b)
}

func (t *total) addPoint(at float64) {
	if t.points > 0 && t.at != at {
		t.clash = true
	}
	t.points++
	t.at = at
}

// removePoint takes out one point mass. After a clash the places of the others
// are not known any more, and the product stays contradictory.
func (t *total) removePoint() { t.points-- }

// addDouble adds y to the double-double number hi + lo.
func addDouble(hi, lo, y float64) (float64, float64) {
	s := hi + y
	v := s - hi
	e := (hi - (s - v)) + (y - v) + lo
	r := s + e
	return r, e - (r - s)
}
