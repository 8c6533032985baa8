package limits

import "math"

// expPowers are 2^(i/64).
var expPowers = powersOfTwo()

func powersOfTwo() (table [64]float64) {
	for i := range table {
		table[i] = math.Exp2(float64(i) / 64)
	}
	return table
}

// expTable is e^x to about 1 ulp for x of -700 to 700, and 0 below: small enough that
// several are in flight at a time.
func expTable(x float64) float64 {
	if x < -700 {
		return 0
	}
	const (
		inv   = 64 / math.Ln2
		hi    = 0x1.62e42fefa0000p-7 // ln2/64, upper bits
		lo    = 0x1.cf79abc9e3b39p-46
		magic = 0x1.8p52
	)
	kd := x*inv + magic
	k := int64(math.Float64bits(kd)) // low bits hold the rounded integer
	kd -= magic
	r := x - kd*hi - kd*lo
	r2 := r * r
	p := r + r2*(0.5+r*(1.0/6)) + r2*r2*(1.0/24+r*(1.0/120))
	s := math.Float64frombits(math.Float64bits(expPowers[k&63]) + uint64(k>>6)<<52)
	return s + s*p
}
