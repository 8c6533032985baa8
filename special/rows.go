package special

import "math"

// Exponentials and logarithms of rows of numbers, from tables (Tang, "Table-driven
// implementation of the exponential function in IEEE floating-point arithmetic", ACM
// Transactions on Mathematical Software 15, 1989, and "... of the logarithm function", 16,
// 1990): elements do not wait for each other, and none is a call.

// expSteps is the number of entries of the table of powers of 2 between 1 and 2; logSteps
// that of the reciprocals and logarithms between 1/2 and 1, from 1 on between 1 and 2.
const (
	expSteps = 256
	logSteps = 128
)

// A rowTable holds 2^(j/256) as bits; for the middle c of an interval of mantissas c, 1/c
// and log c.
type rowTable struct {
	power                 [expSteps]uint64
	middle, inverse, logs [logSteps]float64
}

var rowTables = newRowTable()

func newRowTable() *rowTable {
	t := &rowTable{}
	for j := range t.power {
		t.power[j] = math.Float64bits(math.Exp2(float64(j) / expSteps))
	}
	for j := range t.middle {
		// The mantissa 1 + j/128 stands for 1 + j/128 up to sqrt(2), and half of it above.
		c := 1 + float64(j)/logSteps
		if j >= logSplit {
			c /= 2
		}
		t.middle[j], t.inverse[j], t.logs[j] = c, 1/c, math.Log(c)
	}
	return t
}

// logSplit is the first step of the mantissas above sqrt(2).
const logSplit = 53

// ExpRow writes exp(x[k] - shift) to dst, which may be x, and returns the sum. An error is
// at most one unit in the last place of the result for results that do not underflow.
func ExpRow(dst, x []float64, shift float64) (sum float64) {
	const (
		perStep = expSteps / math.Ln2
		high    = 0x1.62e42fe000000p-1 / expSteps // of so few bits that its multiples are exact
		low     = 0x1.f473de6af278fp-30 / expSteps
		round   = 0x1.8p52
		largest = 0x4085e00000000000 << 1 & (1<<64 - 1) // the bits of 700, without a sign
	)
	t := rowTables
	dst = dst[:len(x)]
	for k, l := range x {
		l -= shift
		if math.Float64bits(l)<<1 >= largest {
			dst[k] = math.Exp(l)
			sum += dst[k]
			continue
		}
		n := l*perStep + round
		bits := math.Float64bits(n)
		n -= round
		r := (l - n*high) - n*low
		s := r * r
		p := r + s*((0.5+r*(1.0/6))+s*(1.0/24))
		scale := math.Float64frombits(t.power[bits%expSteps] + bits/expSteps<<52)
		v := scale + scale*p
		dst[k] = v
		sum += v
	}
	return sum
}

// LogRow writes log(x[k]) + shift to dst, which may be x. A relative error of the logarithm is
// at most 8e-16.
func LogRow(dst, x []float64, shift float64) {
	const (
		high = 0x1.62e42fefa0000p-1
		low  = 0x1.cf79abc9e3b39p-40
	)
	t := rowTables
	dst = dst[:len(x)]
	for k, v := range x {
		bits := math.Float64bits(v)
		// What is no normal positive number has an exponent of 0 or from 2047 on.
		if e := bits >> 52; e-1 >= 2046 {
			dst[k] = math.Log(v) + shift
			continue
		}
		// Rounded to the nearest step; what is next to 2 carries into the exponent.
		near := bits + 1<<44
		j := near >> 45 & (logSteps - 1)
		n := int64(near>>52) - 1023
		if j >= logSplit {
			n++
		}
		z := math.Float64frombits(bits - uint64(n)<<52)
		r := (z - t.middle[j]) * t.inverse[j]
		s := r * r
		e := float64(n)
		p := s*(-0.5+r*(1.0/3)) + s*s*(-0.25+r*0.2) + s*s*s*(-1.0/6+r*(1.0/7))
		dst[k] = (e*high + t.logs[j]) + (r + (p + e*low)) + shift
	}
}
