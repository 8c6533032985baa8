package limits

import (
	"math"
	"math/bits"
)

// A random is the generator xoshiro256++ of Blackman and Vigna, concrete so that calls
// are inlined and do not go through rand.Source.
type random struct{ a, b, c, d uint64 }

// newRandom seeds by splitmix64.
func newRandom(seed uint64) *random {
	next := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	return &random{next(), next(), next(), next()}
}

// uint64 returns 64 random bits.
func (r *random) uint64() uint64 {
	x := bits.RotateLeft64(r.a+r.d, 23) + r.a
	t := r.b << 17
	r.c ^= r.a
	r.d ^= r.b
	r.b ^= r.c
	r.a ^= r.d
	r.c ^= t
	r.d = bits.RotateLeft64(r.d, 45)
	return x
}

// float64 returns a uniform in (0, 1).
func (r *random) float64() float64 { return (float64(r.uint64()>>11) + 0.5) * 0x1p-53 }

// Ziggurat with 256 layers on 53-bit signed integers.
const (
	zigN = 256
	zigR = 3.6541528853610088
	zigA = 0.00492867323399
)

// A ziggurat is the density of the standard normal cut into layers.
type ziggurat struct {
	within [zigN]int64   // accept below
	scale  [zigN]float64 // of the position in a layer
	edge   [zigN]float64 // density at the edge of a layer
}

var zig = cutZiggurat()

func cutZiggurat() (z ziggurat) {
	f := func(x float64) float64 { return math.Exp(-x * x / 2) }
	x := make([]float64, zigN+1)
	x[0] = zigA / f(zigR)
	x[1] = zigR
	for i := 2; i < zigN; i++ {
		x[i] = math.Sqrt(-2 * math.Log(zigA/x[i-1]+f(x[i-1])))
	}
	for i := range zigN {
		z.scale[i] = x[i] * 0x1p-53
		z.within[i] = int64(x[i+1] / x[i] * 0x1p53)
		z.edge[i] = f(x[i])
	}
	return z
}

// normal returns a standard normal deviate.
func (r *random) normal() float64 {
	u := r.uint64()
	i := u & (zigN - 1)
	j := int64(u) >> 10 // 54 bits, signed
	x := float64(j) * zig.scale[i]
	if max(j, -j) < zig.within[i] {
		return x
	}
	return r.normalSlow(i, x)
}

//go:noinline
func (r *random) normalSlow(i uint64, x float64) float64 {
	for {
		if i == 0 {
			for {
				e := -math.Log(r.float64()) / zigR
				y := -math.Log(r.float64())
				if y+y >= e*e {
					if x < 0 {
						return -zigR - e
					}
					return zigR + e
				}
			}
		}
		top := 1.0
		if i+1 < zigN {
			top = zig.edge[i+1]
		}
		if zig.edge[i]+r.float64()*(top-zig.edge[i]) < math.Exp(-x*x/2) {
			return x
		}
		u := r.uint64()
		i = u & (zigN - 1)
		j := int64(u) >> 10
		x = float64(j) * zig.scale[i]
		if max(j, -j) < zig.within[i] {
			return x
		}
	}
}

// gamma returns a deviate of the given shape and unit rate
// (Marsaglia and Tsang).
func (r *random) gamma(shape float64) float64 {
	if shape < 1 {
		return r.gamma(shape+1) * math.Pow(r.float64(), 1/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := r.float64()
		x2 := x * x
		if u < 1-0.0331*x2*x2 || math.Log(u) < x2/2+d*(1-v+math.Log(v)) {
			return d * v
		}
	}
}
