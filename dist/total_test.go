package dist

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNormalTotal replaces messages of very different sizes, and point masses,
// and compares with exact sums of what is there.
func TestNormalTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var s NormalTotal
		messages := make([]Normal, 8)
		points := r.IntN(3) == 0
		var sizes Normal // the largest ever
		for range 60 {
			i := r.IntN(len(messages))
			m := Normal{r.NormFloat64() * math.Exp(20*r.NormFloat64()), math.Exp(20 * r.NormFloat64())}
			if points && r.IntN(4) == 0 {
				m = NormalPoint(3)
			}
			s.Replace(messages[i], m)
			messages[i] = m
			if !m.IsPoint() {
				sizes.H, sizes.P = max(sizes.H, math.Abs(m.H)), max(sizes.P, m.P)
			}
			eps := 0x1p-102
			if points {
				eps = 0x1p-48 // plain double arithmetic beside point masses
			}
			bound := Normal{eps * sizes.H, eps * sizes.P}
			checkTotal(t, s.Value(), messages, -1, bound)
			checkTotal(t, s.Except(messages[i]), messages, i, bound)
		}
	}
}

// checkTotal compares a product with the exact one of all messages but one, to
// the last digit or to bound.
func checkTotal(t *testing.T, got Normal, messages []Normal, without int, bound Normal) {
	t.Helper()
	h, p := new(big.Float).SetPrec(2000), new(big.Float).SetPrec(2000)
	for i, m := range messages {
		switch {
		case i == without:
		case m.IsPoint():
			if got != NormalPoint(3) {
				t.Fatalf("got %v, want the point mass at 3", got)
			}
			return
		default:
			h.Add(h, big.NewFloat(m.H))
			p.Add(p, big.NewFloat(m.P))
		}
	}
	wantH, _ := h.Float64()
	wantP, _ := p.Float64()
	if math.Abs(got.H-wantH) > 0x1p-50*math.Abs(wantH)+bound.H {
		t.Fatalf("got H %g, want %g", got.H, wantH)
	}
	if math.Abs(got.P-wantP) > 0x1p-50*math.Abs(wantP)+bound.P {
		t.Fatalf("got P %g, want %g", got.P, wantP)
	}
}

// TestTotalClash tells point masses at different places, and forgets them.
func TestTotalClash(t *testing.T) {
	var s GammaTotal
	m := Gamma{3, 2}
	s.Add(m)
	s.Add(GammaPoint(1))
	if got := s.Value(); got != GammaPoint(1) {
		t.Errorf("one point mass: %v", got)
	}
	s.Add(GammaPoint(2))
	if got := s.Value(); got.IsFinite() {
		t.Errorf("two point masses: %v", got)
	}
	if got := s.Except(m); got.IsFinite() {
		t.Errorf("two point masses without the other message: %v", got)
	}
	s.Remove(GammaPoint(2))
	s.Remove(GammaPoint(1))
	if got := s.Value(); got != m {
		t.Errorf("after the point masses: %v", got)
	}
	s.Replace(m, Gamma{5, 4})
	if got := s.Value(); got != (Gamma{5, 4}) {
		t.Errorf("replaced: %v", got)
	}
}

// TestTotalOverflow: what overflows is not finite, and no point mass.
func TestTotalOverflow(t *testing.T) {
	var s NormalTotal
	s.Add(Normal{1, 1e308})
	if got := s.Except(Normal{0, -1e308}); got.IsFinite() {
		t.Errorf("Except: %v", got)
	}
	s.Replace(Normal{}, Normal{1, 1e308})
	if got := s.Value(); got.IsFinite() {
		t.Errorf("Replace: %v", got)
	}
}
