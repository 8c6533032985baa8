package limits

import (
	"math"
	"math/rand/v2"
)

// RatWeights are the weights of 30 rats in grams at five ages: the example Rats of
// BUGS, data of Gelfand, Hills, Racine-Poon and Smith (1990).
var RatWeights = [30][5]float64{
	{151, 199, 246, 283, 320}, {145, 199, 249, 293, 354}, {147, 214, 263, 312, 328},
	{155, 200, 237, 272, 297}, {135, 188, 230, 280, 323}, {159, 210, 252, 298, 331},
	{141, 189, 231, 275, 305}, {159, 201, 248, 297, 338}, {177, 236, 285, 350, 376},
	{134, 182, 220, 260, 296}, {160, 208, 261, 313, 352}, {143, 188, 220, 273, 314},
	{154, 200, 244, 289, 325}, {171, 221, 270, 326, 358}, {163, 216, 242, 281, 312},
	{160, 207, 248, 288, 324}, {142, 187, 234, 280, 316}, {156, 203, 243, 283, 317},
	{157, 212, 259, 307, 336}, {152, 203, 246, 286, 321}, {154, 205, 253, 298, 334},
	{139, 190, 225, 267, 302}, {146, 191, 229, 272, 302}, {157, 211, 250, 285, 323},
	{132, 185, 237, 286, 331}, {160, 207, 257, 303, 345}, {169, 216, 261, 295, 333},
	{157, 205, 248, 289, 316}, {137, 180, 219, 258, 291}, {153, 200, 244, 286, 324},
}

// RatAges are these ages in days, less their mean of 22.
var RatAges = [5]float64{-14, -7, 0, 7, 14}

// squaredAges is the sum of squares of RatAges.
const squaredAges = 490

// Rats is a chain of Gibbs sampling for the growth of the rats, a line each. Precisions
// have gamma priors of 0.001 and 0.001, the means of the population normal ones of
// precision 1e-6.
type Rats struct {
	Alpha, Beta             [30]float64
	AlphaC, BetaC           float64
	TauC, TauAlpha, TauBeta float64
	random                  *random
	sumY, sumXY             [30]float64
}

// NewRats starts where the example does.
func NewRats(seed uint64) *Rats {
	s := &Rats{AlphaC: 150, BetaC: 10, TauC: 1, TauAlpha: 1, TauBeta: 1, random: newRandom(seed)}
	for i := range RatWeights {
		s.Alpha[i], s.Beta[i] = 250, 6
		for j, x := range RatAges {
			s.sumY[i] += RatWeights[i][j]
			s.sumXY[i] += x * RatWeights[i][j]
		}
	}
	return s
}

const (
	ratShape, ratRate = 0.001, 0.001
	ratPrecision      = 1e-6
)

// normal draws from a normal in natural parameters.
func (s *Rats) normal(h, p float64) float64 {
	v := 1 / p
	return h*v + math.Sqrt(v)*s.random.normal()
}

// Scan is one scan with all algebra fused: 62 normals and 3 gammas, one division and one
// root for thirty normals, the data as two sums for each rat save in the residuals of
// TauC.
func (s *Rats) Scan() {
	r := s.random
	va := 1 / (s.TauAlpha + 5*s.TauC)
	vb := 1 / (s.TauBeta + squaredAges*s.TauC)
	sa, sb := math.Sqrt(va), math.Sqrt(vb)
	ha, hb := s.TauAlpha*s.AlphaC*va, s.TauBeta*s.BetaC*vb
	ca, cb := s.TauC*va, s.TauC*vb
	var sumA, sumB, sse float64
	for i := range RatWeights {
		a := ha + ca*s.sumY[i] + sa*r.normal()
		b := hb + cb*s.sumXY[i] + sb*r.normal()
		s.Alpha[i], s.Beta[i] = a, b
		sumA += a
		sumB += b
		y := &RatWeights[i]
		d0, d1, d2, d3, d4 := y[0]-a+14*b, y[1]-a+7*b, y[2]-a, y[3]-a-7*b, y[4]-a-14*b
		sse += (d0*d0 + d1*d1) + (d2*d2 + d3*d3) + d4*d4
	}
	s.AlphaC = s.normal(s.TauAlpha*sumA, ratPrecision+30*s.TauAlpha)
	s.BetaC = s.normal(s.TauBeta*sumB, ratPrecision+30*s.TauBeta)
	var ssa, ssb float64
	for i := range RatWeights {
		a, b := s.Alpha[i]-s.AlphaC, s.Beta[i]-s.BetaC
		ssa += a * a
		ssb += b * b
	}
	s.TauC = r.gamma(ratShape+75) / (ratRate + sse/2)
	s.TauAlpha = r.gamma(ratShape+15) / (ratRate + ssa/2)
	s.TauBeta = r.gamma(ratShape+15) / (ratRate + ssb/2)
}

// ScanPlain is one scan in which every conditional is computed from the data.
func (s *Rats) ScanPlain(r *rand.Rand) {
	normal := func(h, p float64) float64 { return h/p + r.NormFloat64()/math.Sqrt(p) }
	gamma := func(shape, rate float64) float64 {
		d := shape - 1.0/3
		c := 1 / math.Sqrt(9*d)
		for {
			x := r.NormFloat64()
			v := 1 + c*x
			if v <= 0 {
				continue
			}
			v = v * v * v
			u := r.Float64()
			if u < 1-0.0331*x*x*x*x || math.Log(u) < x*x/2+d*(1-v+math.Log(v)) {
				return d * v / rate
			}
		}
	}
	for i := range RatWeights {
		h, p := s.TauAlpha*s.AlphaC, s.TauAlpha
		for j, x := range RatAges {
			h += s.TauC * (RatWeights[i][j] - s.Beta[i]*x)
			p += s.TauC
		}
		s.Alpha[i] = normal(h, p)
		h, p = s.TauBeta*s.BetaC, s.TauBeta
		for j, x := range RatAges {
			h += s.TauC * x * (RatWeights[i][j] - s.Alpha[i])
			p += s.TauC * x * x
		}
		s.Beta[i] = normal(h, p)
	}
	var sa, sb, ssa, ssb, sse float64
	for i := range RatWeights {
		sa += s.Alpha[i]
		sb += s.Beta[i]
	}
	s.AlphaC = normal(s.TauAlpha*sa, ratPrecision+30*s.TauAlpha)
	s.BetaC = normal(s.TauBeta*sb, ratPrecision+30*s.TauBeta)
	for i := range RatWeights {
		ssa += (s.Alpha[i] - s.AlphaC) * (s.Alpha[i] - s.AlphaC)
		ssb += (s.Beta[i] - s.BetaC) * (s.Beta[i] - s.BetaC)
		for j, x := range RatAges {
			d := RatWeights[i][j] - s.Alpha[i] - s.Beta[i]*x
			sse += d * d
		}
	}
	s.TauC = gamma(ratShape+75, ratRate+sse/2)
	s.TauAlpha = gamma(ratShape+15, ratRate+ssa/2)
	s.TauBeta = gamma(ratShape+15, ratRate+ssb/2)
}
