package dist

import "math"

// A total is the product of many messages, kept so that one of them can be
// taken out again without loss: the natural parameters are sums in double-double
// arithmetic (Dekker 1971; Knuth, TAOCP 2, 4.2.2). Taking out a message of
// precision 1e12 from a product leaves what the others sum to, to the last digit.
//
// Point masses, whose parameters are infinite, are counted apart. A total is
// kept to four numbers, so that an array of them has each in one cache line: as
// long as there are point masses, aLow is where they are and bLow a NaN that
// holds their number, while the sums a and b of the other messages go on in
// plain double arithmetic.
type total struct {
	a, aLow float64 // first natural parameter, as an unevaluated sum
	b, bLow float64 // second natural parameter
}

// The bits of a NaN that no arithmetic makes, in which bLow holds the number of
// point masses, and the bit that says that two are at different places.
const (
	totalPoints     = 0x7ffd << 48
	totalPointsMask = 0xffff << 48
	totalClash      = 1 << 47
)

// isNaN tells whether there may be point masses: a test that costs little.
func (t *total) isNaN() bool { return t.bLow != t.bLow }

// points returns the number of point masses, and whether two of them are at
// different places.
func (t *total) points() (n int, clash bool) {
	bits := math.Float64bits(t.bLow)
	if bits&totalPointsMask != totalPoints {
		return 0, false
	}
	return int(bits &^ totalPointsMask &^ totalClash), bits&totalClash != 0
}

func (t *total) setPoints(n int, clash bool) {
	bits := totalPoints | uint64(n)
	if clash {
		bits |= totalClash
	}
	t.bLow = math.Float64frombits(bits)
}

func (t *total) add(a, b float64) {
	if t.isNaN() {
		if n, _ := t.points(); n > 0 {
			t.a += a
			t.b += b
			return
		}
	}
	t.a, t.aLow = addDouble(t.a, t.aLow, a)
	t.b, t.bLow = addDouble(t.b, t.bLow, b)
}

// addLow adds what rounding has taken from parameters before they were added: of a shape
// less 1 that is far below 1 all of it.
func (t *total) addLow(a, b float64) {
	if t.isNaN() {
		if n, _ := t.points(); n > 0 {
			return
		}
	}
	t.aLow += a
	t.bLow += b
}

// totalLow returns what rounding takes from x + one, where x is smaller than one: of a
// shape of 1e-20 all of it.
func totalLow(x, one float64) float64 {
	if math.Abs(x) < 1 {
		return x - ((x + one) - one)
	}
	return 0
}

// totalExcept returns the double-double number hi + lo without x, plus one, so that a small
// result keeps its digits.
func totalExcept(hi, lo, x, one float64) float64 {
	y := hi - x
	if z := y + one; z > 0.1 || z < -0.1 {
		return z + lo
	}
	y, low := addDouble(hi, lo, -x)
	return (y + one) + low
}

func (t *total) addPoint(at float64) {
	n, clash := t.points()
	if n == 0 {
		t.a += t.aLow
		t.b += t.bLow
		t.aLow = at
	}
	t.setPoints(n+1, clash || t.aLow != at)
}

// removePoint takes out one point mass. After a clash the places of the others
// are not known any more, and the product stays contradictory.
func (t *total) removePoint() {
	n, clash := t.points()
	if n <= 1 {
		t.aLow, t.bLow = 0, 0
		return
	}
	t.setPoints(n-1, clash)
}

// addDouble adds y to the double-double number hi + lo.
func addDouble(hi, lo, y float64) (float64, float64) {
	s := hi + y
	v := s - hi
	e := (hi - (s - v)) + (y - v) + lo
	r := s + e
	return r, e - (r - s)
}

// replaceDouble adds y - old to the double-double number hi + lo: the rounding
// errors of the difference and of the sum are both exact. What does not depend
// on y comes first: y is the last thing that an update of a message computes,
// and a processor goes on with the next update while few sums wait for it.
func replaceDouble(hi, lo, old, y float64) (float64, float64) {
	c := hi - old
	u := c - hi
	e := (hi - (c - u)) - (old + u) + lo
	s := c + y
	v := s - c
	e += (c - (s - v)) + (y - v)
	r := s + e
	return r, e - (r - s)
}
