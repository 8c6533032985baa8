package mcmc

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"mpc/special"
)

// TestStreamSequence computes the generator with whole numbers of any size.
func TestStreamSequence(t *testing.T) {
	s := &Stream{hi: 0x0123456789abcdef, lo: 0xfedcba9876543210}
	word := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	join := func(hi, lo uint64) *big.Int { return new(big.Int).Add(new(big.Int).Lsh(word(hi), 64), word(lo)) }
	state, multiplier := join(s.hi, s.lo), word(0xda942042e4dd58b5)
	step := join(6364136223846793005, 1442695040888963407)
	size := new(big.Int).Lsh(big.NewInt(1), 128)
	for i := range 1000 {
		hi := new(big.Int).Rsh(state, 64).Uint64()
		lo := new(big.Int).And(state, word(math.MaxUint64)).Uint64()
		hi = (hi ^ hi>>32) * 0xda942042e4dd58b5
		hi = (hi ^ hi>>48) * (lo | 1)
		if got := s.Uint64(); got != hi {
			t.Fatalf("number %d is %x, not %x", i, got, hi)
		}
		state.Mod(state.Add(state.Mul(state, multiplier), step), size)
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(100) {
		for chain := range uint64(100) {
			s := NewStream(seed, chain)
			for range 3 {
				x := s.Uint64()
				if seen[x] {
					t.Fatalf("%x is drawn twice", x)
				}
				seen[x] = true
			}
		}
	}
	a, b := NewStream(7, 3), NewStream(7, 3)
	for range 100 {
		if a.Uint64() != b.Uint64() {
			t.Fatal("one seed gives two streams")
		}
	}
}

// TestStreamBits: bits of streams of neighbouring chains do not go together.
func TestStreamBits(t *testing.T) {
	const n = 20000
	a, b := NewStream(1, 0), NewStream(1, 1)
	var ones, both [64]int
	for range n {
		x, y := a.Uint64(), b.Uint64()
		for i := range 64 {
			ones[i] += int(x >> i & 1)
			both[i] += int((x ^ y) >> i & 1)
		}
	}
	for i := range 64 {
		averages(t, "a bit", n, float64(ones[i])/n, 0.5, 0.5)
		averages(t, "a bit that differs", n, float64(both[i])/n, 0.5, 0.5)
	}
}

func TestStreamResumes(t *testing.T) {
	s := NewStream(3, 4)
	for range 17 {
		s.Normal()
	}
	state, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var other Stream
	if err := other.UnmarshalBinary(state); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if s.Normal() != other.Normal() || s.Exponential() != other.Exponential() || DrawGamma(s, 0.3, 2) != DrawGamma(&other, 0.3, 2) {
			t.Fatal("the resumed stream goes another way")
		}
	}
	before := other
	for _, bad := range [][]byte{nil, state[1:], append([]byte("pcg:"), state[4:]...), append(state, 0)} {
		if other.UnmarshalBinary(bad) == nil || other != before {
			t.Errorf("%q is taken for a state", bad)
		}
	}
}

func TestStreamOfRand(t *testing.T) {
	rng := rand.New(NewStream(5, 0))
	fits(t, "rand of a stream", drawn(100000, rng.NormFloat64), special.NormalCdf)
}

func TestUniform(t *testing.T) {
	s := NewStream(11, 0)
	fits(t, "Float64", drawn(100000, s.Float64), func(x float64) float64 { return x })
	fits(t, "Open", drawn(100000, s.Open), func(x float64) float64 { return x })
	fits(t, "DrawUniform", drawn(100000, func() float64 { return DrawUniform(s, -3, 5) }), func(x float64) float64 { return (x + 3) / 8 })
	if x := DrawUniform(s, -math.MaxFloat64, math.MaxFloat64); x-x != 0 {
		t.Errorf("the widest interval gives %v", x)
	}
}

// TestZiggurat: the last layer ends at height 1, so that the layers have equal areas.
func TestZiggurat(t *testing.T) {
	for name, table := range map[string]*zigguratTable{"normal": &zigguratNormal, "exponential": &zigguratExponential} {
		area := table.layers[0].scale * 0x1p53 * table.height[255]
		for i := 1; i < 256; i++ {
			top := table.height[i-1]
			if got := table.layers[i].scale * 0x1p53 * (top - table.height[i]); math.Abs(got/area-1) > 1e-11 {
				t.Errorf("layer %d of the %s has the area %v of %v", i, name, got, area)
			}
		}
	}
}

// TestNormal has cells of equal probability, and beyond the last layer others.
func TestNormal(t *testing.T) {
	const n, cells = 3000000, 1000
	s := NewStream(1, 0)
	seen, tail := make([]int, cells), make([]int, 5)
	square, fourth := 0.0, 0.0
	for range n {
		x := s.Normal()
		seen[min(int(special.NormalCdf(x)*cells), cells-1)]++
		if a := math.Abs(x); a > 3.5 {
			tail[min(int((a-3.5)*5)+1, 4)]++
		} else {
			tail[0]++
		}
		square += x * x
		fourth += x * x * x * x
	}
	p := make([]float64, cells)
	for i := range p {
		p[i] = 1.0 / cells
	}
	counts(t, "normal", seen, p)
	p = p[:5]
	last := 1.0
	for i := range p {
		next := 2 * special.NormalCdf(-3.5-float64(i)/5)
		if i == 4 {
			next = 0
		}
		p[i] = last - next
		last = next
	}
	counts(t, "the tail of the normal", tail, p)
	averages(t, "x^2", n, square/n, 1, math.Sqrt2)
	averages(t, "x^4", n, fourth/n, 3, math.Sqrt(96))
}

func TestExponential(t *testing.T) {
	const n, cells = 3000000, 1000
	s := NewStream(2, 0)
	seen, tail := make([]int, cells), make([]int, 6)
	sum := 0.0
	for range n {
		x := s.Exponential()
		if !(x > 0) {
			t.Fatalf("%v is drawn", x)
		}
		seen[min(int(-math.Expm1(-x)*cells), cells-1)]++
		tail[min(int(max(x-6, 0)), 5)]++
		sum += x
	}
	p := make([]float64, cells)
	for i := range p {
		p[i] = 1.0 / cells
	}
	counts(t, "exponential", seen, p)
	p = p[:6]
	p[0] = -math.Expm1(-7)
	for i := 1; i < 5; i++ {
		p[i] = math.Exp(-6-float64(i)) - math.Exp(-7-float64(i))
	}
	p[5] = math.Exp(-11)
	counts(t, "the tail of the exponential", tail, p)
	averages(t, "exponential", n, sum/n, 1, 1)
}
