package operators

import "mpc/dist"

func flatOps() []*Op {
	return []*Op{
		{Func: FlatToX, Factor: "flat", To: "x", Algorithm: EP, Exact: true, Safe: true},
		{Func: FlatEvidence, Factor: "flat", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}}},
	}
}

func flatVMPOps() []*Op {
	return []*Op{
		{Func: FlatToX, Factor: "flat", To: "x", Algorithm: VMP},
		{Func: FlatAverageLog, Factor: "flat", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}}},
	}
}

// FlatToX sends x ~ flat(): the message that says nothing.
func FlatToX() dist.Normal { return dist.Normal{} }

// FlatEvidence is log Z of x ~ flat(), whose density is 1.
func FlatEvidence(x dist.Normal) float64 { return dist.Normal{}.LogIntegral(x) }

// FlatAverageLog is the mean log density of x ~ flat(), whose density is 1.
func FlatAverageLog(x dist.Normal) float64 { return dist.Normal{}.MeanLogProb(x) }
