package operators

import (
	"mpc/dist"
)

func tableOps() []*Op {
	back := Arg{"x", SkipIfUniform}
	rest := []Arg{{"p", 0}, {"n", 0}, {"to", 0}, {"work", 0}}
	return []*Op{
		{Func: TableToX, Factor: "table", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: append([]Arg{{"a", Required}}, rest...)},
		{Func: TableToXTruth, Factor: "table", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"a", Required}, {"p", 0}, {"work", 0}}},
		{Func: TableToA, Factor: "table", To: "a", Algorithm: EP, Args: append([]Arg{back}, rest...)},
		{Func: TableToAObserved, Factor: "table", To: "a", Algorithm: EP, Args: append([]Arg{{"x", 0}}, rest...)},
		{Func: TableToATruth, Factor: "table", To: "a", Algorithm: EP, Args: []Arg{back, {"p", 0}, {"to", 0}, {"work", 0}}},
		{Func: TableEvidenceObserved, Factor: "table", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"n", 0}, {"work", 0}}},
		{Func: TableEvidenceTruth, Factor: "table", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"work", 0}}},
	}
}

// TableToX sends x ~ categorical(p[a]): the sum of the rows weighted by the probabilities
// of a. The fault is Contradiction where no value is left.
func TableToX(a dist.Categorical, p []float64, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableOne(p, n)
	tableToX(&t, a.LogP, tableAlone(work), to.LogP, work)
	return discreteSend(to)
}

// TableToXTruth sends x ~ bernoulli(p[a]).
func TableToXTruth(a dist.Categorical, p []float64, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	t := tableTruths(p, 1, work)
	return tableSend(&t, a.LogP, tableAlone(work), work)
}

// TableToA sends to a of x ~ categorical(p[a]): of each row the sum weighted by the
// message about x. The fault is Contradiction where no value is left.
func TableToA(x dist.Categorical, p []float64, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableOne(p, n)
	return tableBack(&t, x.LogP, tableAlone(work), 1, 1, to, work)
}

// TableToAObserved sends to a of an observed x ~ categorical(p[a]): its column. The fault
// is Contradiction where that has no weight.
func TableToAObserved(x int, p []float64, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableOne(p, n)
	return tableObserved(&t, x, tableAlone(work), 1, 1, to, work)
}

// TableToATruth sends to a of x ~ bernoulli(p[a]).
func TableToATruth(x dist.Bernoulli, p []float64, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, 1, work)
	return tableBack(&t, tableTruth(x, work), tableAlone(work), 1, 1, to, work)
}

// TableEvidenceObserved returns log Z of an observed x ~ categorical(p[a]), -Inf where
// that is impossible.
func TableEvidenceObserved(x int, a dist.Categorical, p []float64, n int, work *dist.CategoricalWork) float64 {
	t := tableOne(p, n)
	return tableLogObserved(&t, x, a.LogP, tableAlone(work), work)
}

// TableEvidenceTruth returns log Z of x ~ bernoulli(p[a]).
func TableEvidenceTruth(x dist.Bernoulli, a dist.Categorical, p []float64, work *dist.CategoricalWork) float64 {
	t := tableTruths(p, 1, work)
	w := work.Row(2, 2)
	copy(w, tableTruth(x, work))
	return tableLogZ(&t, w, 0, 2, a.LogP, tableAlone(work), work)
}
