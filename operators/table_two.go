package operators

import (
	"mpc/dist"
)

func tableTwoOps() []*Op {
	a, b, back := Arg{"a", Required}, Arg{"b", Required}, Arg{"x", SkipIfUniform}
	rest := []Arg{{"p", 0}, {"m", 0}, {"n", 0}, {"to", 0}, {"work", 0}}
	truth := []Arg{{"p", 0}, {"m", 0}, {"to", 0}, {"work", 0}}
	of := func(first []Arg, rest []Arg) []Arg { return append(first, rest...) }
	return []*Op{
		{Func: TableTwoToX, Factor: "table_two", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: of([]Arg{a, b}, rest)},
		{Func: TableTwoToXTruth, Factor: "table_two", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{a, b, {"p", 0}, {"m", 0}, {"work", 0}}},
		{Func: TableTwoToA, Factor: "table_two", To: "a", Algorithm: EP, Args: of([]Arg{back, b}, rest)},
		{Func: TableTwoToAObserved, Factor: "table_two", To: "a", Algorithm: EP, Args: of([]Arg{{"x", 0}, b}, rest)},
		{Func: TableTwoToATruth, Factor: "table_two", To: "a", Algorithm: EP, Args: of([]Arg{back, b}, truth)},
		{Func: TableTwoToB, Factor: "table_two", To: "b", Algorithm: EP, Args: of([]Arg{back, a}, rest)},
		{Func: TableTwoToBObserved, Factor: "table_two", To: "b", Algorithm: EP, Args: of([]Arg{{"x", 0}, a}, rest)},
		{Func: TableTwoToBTruth, Factor: "table_two", To: "b", Algorithm: EP, Args: of([]Arg{back, a}, truth)},
		{Func: TableTwoEvidenceObserved, Factor: "table_two", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"a", 0}, {"b", 0}, {"p", 0}, {"m", 0}, {"n", 0}, {"work", 0}}},
		{Func: TableTwoEvidenceTruth, Factor: "table_two", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"a", 0}, {"b", 0}, {"p", 0}, {"m", 0}, {"work", 0}}},
	}
}

// TableTwoToX sends x ~ categorical(p[a, b]), p of m rows for each a: the sum of the rows
// weighted by the probabilities of a and b. The fault is Contradiction where no value is
// left.
func TableTwoToX(a, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	tableToX(&t, a.LogP, b.LogP, to.LogP, work)
	return discreteSend(to)
}

// TableTwoToXTruth sends x ~ bernoulli(p[a, b]).
func TableTwoToXTruth(a, b dist.Categorical, p []float64, m int, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	t := tableTruths(p, m, work)
	return tableSend(&t, a.LogP, b.LogP, work)
}

// TableTwoToA sends to a of x ~ categorical(p[a, b]): the sum over b and x. The fault is
// Contradiction where no value is left.
func TableTwoToA(x, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableBack(&t, x.LogP, b.LogP, m, 1, to, work)
}

// TableTwoToAObserved sends to a of an observed x ~ categorical(p[a, b]).
func TableTwoToAObserved(x int, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableObserved(&t, x, b.LogP, m, 1, to, work)
}

// TableTwoToATruth sends to a of x ~ bernoulli(p[a, b]).
func TableTwoToATruth(x dist.Bernoulli, b dist.Categorical, p []float64, m int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, m, work)
	return tableBack(&t, tableTruth(x, work), b.LogP, m, 1, to, work)
}

// TableTwoToB sends to b of x ~ categorical(p[a, b]): the sum over a and x. The fault is
// Contradiction where no value is left.
func TableTwoToB(x, a dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableBack(&t, x.LogP, a.LogP, 1, m, to, work)
}

// TableTwoToBObserved sends to b of an observed x ~ categorical(p[a, b]).
func TableTwoToBObserved(x int, a dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableObserved(&t, x, a.LogP, 1, m, to, work)
}

// TableTwoToBTruth sends to b of x ~ bernoulli(p[a, b]).
func TableTwoToBTruth(x dist.Bernoulli, a dist.Categorical, p []float64, m int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, m, work)
	return tableBack(&t, tableTruth(x, work), a.LogP, 1, m, to, work)
}

// TableTwoEvidenceObserved returns log Z of an observed x ~ categorical(p[a, b]), -Inf
// where that is impossible.
func TableTwoEvidenceObserved(x int, a, b dist.Categorical, p []float64, m, n int, work *dist.CategoricalWork) float64 {
	t := tableRows{p: p, m: m, n: n}
	return tableLogObserved(&t, x, a.LogP, b.LogP, work)
}

// TableTwoEvidenceTruth returns log Z of x ~ bernoulli(p[a, b]).
func TableTwoEvidenceTruth(x dist.Bernoulli, a, b dist.Categorical, p []float64, m int, work *dist.CategoricalWork) float64 {
	t := tableTruths(p, m, work)
	w := work.Row(2, 2)
	copy(w, tableTruth(x, work))
	return tableLogZ(&t, w, 0, 2, a.LogP, b.LogP, work)
}
