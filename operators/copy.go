package operators

import "mpc/dist"

func copyOps() []*Op {
	return []*Op{
		{Func: CopyNormalToOut, Factor: "copy", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: CopyNormalToA, Factor: "copy", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyNormalEvidence, Factor: "copy", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
		{Func: CopyGammaToOut, Factor: "copy", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: CopyGammaToA, Factor: "copy", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyGammaEvidence, Factor: "copy", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
		{Func: CopyInverseGammaToOut, Factor: "copy", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: CopyInverseGammaToA, Factor: "copy", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyInverseGammaEvidence, Factor: "copy", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
		{Func: CopyBetaToOut, Factor: "copy", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: CopyBetaToA, Factor: "copy", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyBetaEvidence, Factor: "copy", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
		{Func: CopyBernoulliToOut, Factor: "copy", To: "out", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", SkipIfUniform}}},
		{Func: CopyBernoulliToA, Factor: "copy", To: "a", Algorithm: EP, Safe: true, Args: []Arg{{"out", SkipIfUniform}}},
		{Func: CopyBernoulliEvidence, Factor: "copy", To: Evidence, Algorithm: EP, Args: []Arg{{"out", 0}, {"a", 0}}},
	}
}

// CopyNormalToOut sends out = a.
func CopyNormalToOut(a dist.Normal) dist.Normal { return a }

// CopyNormalToA sends a = out.
func CopyNormalToA(out dist.Normal) dist.Normal { return out }

// CopyNormalEvidence is log Z of out = a, the log integral of both.
func CopyNormalEvidence(out, a dist.Normal) float64 { return a.LogIntegral(out) }

// CopyGammaToOut sends out = a.
func CopyGammaToOut(a dist.Gamma) dist.Gamma { return a }

// CopyGammaToA sends a = out.
func CopyGammaToA(out dist.Gamma) dist.Gamma { return out }

// CopyGammaEvidence is log Z of out = a, the log integral of both.
func CopyGammaEvidence(out, a dist.Gamma) float64 { return a.LogIntegral(out) }

// CopyInverseGammaToOut sends out = a.
func CopyInverseGammaToOut(a dist.InverseGamma) dist.InverseGamma { return a }

// CopyInverseGammaToA sends a = out.
func CopyInverseGammaToA(out dist.InverseGamma) dist.InverseGamma { return out }

// CopyInverseGammaEvidence is log Z of out = a, the log integral of both.
func CopyInverseGammaEvidence(out, a dist.InverseGamma) float64 { return a.LogIntegral(out) }

// CopyBetaToOut sends out = a.
func CopyBetaToOut(a dist.Beta) dist.Beta { return a }

// CopyBetaToA sends a = out.
func CopyBetaToA(out dist.Beta) dist.Beta { return out }

// CopyBetaEvidence is log Z of out = a, the log integral of both.
func CopyBetaEvidence(out, a dist.Beta) float64 { return a.LogIntegral(out) }

// CopyBernoulliToOut sends out = a.
func CopyBernoulliToOut(a dist.Bernoulli) dist.Bernoulli { return a }

// CopyBernoulliToA sends a = out.
func CopyBernoulliToA(out dist.Bernoulli) dist.Bernoulli { return out }

// CopyBernoulliEvidence is log Z of out = a, the log integral of both.
func CopyBernoulliEvidence(out, a dist.Bernoulli) float64 { return a.LogIntegral(out) }
