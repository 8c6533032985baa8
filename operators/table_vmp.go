package operators

import (
	"math"

	"mpc/dist"
)

// Tables by VMP: means of the logs of the table (Winn and Bishop 2005), in which what has
// no probability does not count, though its log may be -Inf.

func tableVMPOps() []*Op {
	rest := []Arg{{"p", 0}, {"n", 0}, {"to", 0}, {"work", 0}}
	two := []Arg{{"p", 0}, {"m", 0}, {"n", 0}, {"to", 0}, {"work", 0}}
	truth := []Arg{{"p", 0}, {"m", 0}, {"to", 0}, {"work", 0}}
	of := func(rest []Arg, names ...string) []Arg {
		var list []Arg
		for _, n := range names {
			list = append(list, Arg{n, 0})
		}
		return append(list, rest...)
	}
	return []*Op{
		{Func: TableToXAverage, Factor: "table", To: "x", Algorithm: VMP, Args: of(rest, "a")},
		{Func: TableToXTruthAverage, Factor: "table", To: "x", Algorithm: VMP, Args: of(nil, "a", "p", "work")},
		{Func: TableToAAverage, Factor: "table", To: "a", Algorithm: VMP, Args: of(rest, "x")},
		{Func: TableToAObserved, Factor: "table", To: "a", Algorithm: VMP, Args: of(rest, "x")},
		{Func: TableToATruthAverage, Factor: "table", To: "a", Algorithm: VMP, Args: of(nil, "x", "p", "to", "work")},
		{Func: TableAverageLog, Factor: "table", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "p", "n", "work")},
		{Func: TableAverageLogObserved, Factor: "table", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "p", "n", "work")},
		{Func: TableAverageLogTruth, Factor: "table", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "p", "work")},
		{Func: TableTwoToXAverage, Factor: "table_two", To: "x", Algorithm: VMP, Args: of(two, "a", "b")},
		{Func: TableTwoToXTruthAverage, Factor: "table_two", To: "x", Algorithm: VMP, Args: of(nil, "a", "b", "p", "m", "work")},
		{Func: TableTwoToAAverage, Factor: "table_two", To: "a", Algorithm: VMP, Args: of(two, "x", "b")},
		{Func: TableTwoToAObservedAverage, Factor: "table_two", To: "a", Algorithm: VMP, Args: of(two, "x", "b")},
		{Func: TableTwoToATruthAverage, Factor: "table_two", To: "a", Algorithm: VMP, Args: of(truth, "x", "b")},
		{Func: TableTwoToBAverage, Factor: "table_two", To: "b", Algorithm: VMP, Args: of(two, "x", "a")},
		{Func: TableTwoToBObservedAverage, Factor: "table_two", To: "b", Algorithm: VMP, Args: of(two, "x", "a")},
		{Func: TableTwoToBTruthAverage, Factor: "table_two", To: "b", Algorithm: VMP, Args: of(truth, "x", "a")},
		{Func: TableTwoAverageLog, Factor: "table_two", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "b", "p", "m", "n", "work")},
		{Func: TableTwoAverageLogObserved, Factor: "table_two", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "b", "p", "m", "n", "work")},
		{Func: TableTwoAverageLogTruth, Factor: "table_two", To: Evidence, Algorithm: VMP, Args: of(nil, "x", "a", "b", "p", "m", "work")},
	}
}

// tableShares writes the probabilities of log weights to w, NaN where there are none.
func tableShares(w, logs []float64) []float64 {
	sum := discreteLogSum(logs)
	for k, l := range logs {
		w[k] = math.Exp(l - sum)
	}
	return w
}

// tableKnown writes the probabilities of an observed x of n values to w.
func tableKnown(w []float64, x int) []float64 {
	clear(w)
	w[x] = 1
	return w
}

// tableMeanX writes to out the mean log of each column.
func tableMeanX(t *tableRows, a, b, out []float64, work *dist.CategoricalWork) {
	wa, wb := tableShares(work.Row(0, len(a)), a), tableShares(work.Row(1, len(b)), b)
	for k := range out {
		out[k] = 0
		if k >= t.n {
			out[k] = math.Inf(-1)
			continue
		}
		for i, u := range wa {
			for j, w := range wb {
				if row := i*t.m + j; u != 0 && w != 0 && row < t.rows() {
					out[k] += u * w * t.log(row, k)
				}
			}
		}
	}
}

// tableMeanParent writes to out the mean log of each row, weighted by the probabilities
// wx of x. A value of x that the table does not have is impossible.
func tableMeanParent(t *tableRows, wx, other []float64, own, others int, out []float64, work *dist.CategoricalWork) {
	wb := tableShares(work.Row(1, len(other)), other)
	for i := range out {
		out[i] = 0
		for j, w := range wb {
			row := i*own + j*others
			for k, u := range wx {
				switch {
				case u == 0 || w == 0:
				case k >= t.n || row >= t.rows():
					out[i] = math.Inf(-1)
				default:
					out[i] += w * u * t.log(row, k)
				}
			}
		}
	}
}

// tableMeanLog is the mean log of the table.
func tableMeanLog(t *tableRows, wx, a, b []float64, work *dist.CategoricalWork) float64 {
	out := work.Row(0, len(a))
	tableMeanParent(t, wx, b, t.m, 1, out, work)
	return discreteMean(tableShares(work.Row(1, len(a)), a), out)
}

// tableMeanBack sends to a parent.
func tableMeanBack(t *tableRows, wx, other []float64, own, others int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	tableMeanParent(t, wx, other, own, others, to.LogP, work)
	return discreteSend(to)
}

// tableMeanSeen sends to a parent what an observed x says.
func tableMeanSeen(t *tableRows, x int, other []float64, own, others int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if x < 0 || x >= t.n {
		return dist.Contradiction
	}
	return tableMeanBack(t, tableKnown(work.Row(2, t.n), x), other, own, others, to, work)
}

// tableMeanSend sends to x that is a truth.
func tableMeanSend(t *tableRows, a, b []float64, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	out := work.Row(4, 2)
	tableMeanX(t, a, b, out, work)
	if odds := out[1] - out[0]; odds == odds {
		return dist.Bernoulli{LogOdds: odds}, dist.NoFault
	}
	return dist.Bernoulli{}, dist.Contradiction
}

// tableTruthShares are the probabilities of a truth.
func tableTruthShares(x dist.Bernoulli, work *dist.CategoricalWork) []float64 {
	w := work.Row(2, 2)
	w[0], w[1] = x.Q(), x.P()
	return w
}

// TableToXAverage sends x ~ categorical(p[a]), p known: the means of the logs of its
// columns. The fault is Contradiction where no value is left.
func TableToXAverage(a dist.Categorical, p []float64, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableOne(p, n)
	tableMeanX(&t, a.LogP, tableAlone(work), to.LogP, work)
	return discreteSend(to)
}

// TableToXTruthAverage sends x ~ bernoulli(p[a]).
func TableToXTruthAverage(a dist.Categorical, p []float64, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	t := tableTruths(p, 1, work)
	return tableMeanSend(&t, a.LogP, tableAlone(work), work)
}

// TableToAAverage sends to a of x ~ categorical(p[a]): the means of the logs of the rows.
func TableToAAverage(x dist.Categorical, p []float64, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableOne(p, n)
	return tableMeanBack(&t, tableShares(work.Row(2, len(x.LogP)), x.LogP), tableAlone(work), 1, 1, to, work)
}

// TableToATruthAverage sends to a of x ~ bernoulli(p[a]).
func TableToATruthAverage(x dist.Bernoulli, p []float64, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, 1, work)
	return tableMeanBack(&t, tableTruthShares(x, work), tableAlone(work), 1, 1, to, work)
}

// TableAverageLog is the mean log probability of x ~ categorical(p[a]): -Inf where what is
// impossible may be.
func TableAverageLog(x, a dist.Categorical, p []float64, n int, work *dist.CategoricalWork) float64 {
	t := tableOne(p, n)
	return tableMeanLog(&t, tableShares(work.Row(2, len(x.LogP)), x.LogP), a.LogP, tableAlone(work), work)
}

// TableAverageLogObserved is TableAverageLog of an observed x.
func TableAverageLogObserved(x int, a dist.Categorical, p []float64, n int, work *dist.CategoricalWork) float64 {
	t := tableOne(p, n)
	if x < 0 || x >= n {
		return math.Inf(-1)
	}
	return tableMeanLog(&t, tableKnown(work.Row(2, n), x), a.LogP, tableAlone(work), work)
}

// TableAverageLogTruth is TableAverageLog of x ~ bernoulli(p[a]).
func TableAverageLogTruth(x dist.Bernoulli, a dist.Categorical, p []float64, work *dist.CategoricalWork) float64 {
	t := tableTruths(p, 1, work)
	return tableMeanLog(&t, tableTruthShares(x, work), a.LogP, tableAlone(work), work)
}

// TableTwoToXAverage is TableToXAverage of two parents.
func TableTwoToXAverage(a, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	tableMeanX(&t, a.LogP, b.LogP, to.LogP, work)
	return discreteSend(to)
}

// TableTwoToXTruthAverage sends x ~ bernoulli(p[a, b]).
func TableTwoToXTruthAverage(a, b dist.Categorical, p []float64, m int, work *dist.CategoricalWork) (dist.Bernoulli, dist.Fault) {
	t := tableTruths(p, m, work)
	return tableMeanSend(&t, a.LogP, b.LogP, work)
}

// TableTwoToAAverage sends to a of x ~ categorical(p[a, b]).
func TableTwoToAAverage(x, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableMeanBack(&t, tableShares(work.Row(2, len(x.LogP)), x.LogP), b.LogP, m, 1, to, work)
}

// TableTwoToAObservedAverage sends to a of an observed x ~ categorical(p[a, b]).
func TableTwoToAObservedAverage(x int, b dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableMeanSeen(&t, x, b.LogP, m, 1, to, work)
}

// TableTwoToATruthAverage sends to a of x ~ bernoulli(p[a, b]).
func TableTwoToATruthAverage(x dist.Bernoulli, b dist.Categorical, p []float64, m int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, m, work)
	return tableMeanBack(&t, tableTruthShares(x, work), b.LogP, m, 1, to, work)
}

// TableTwoToBAverage sends to b of x ~ categorical(p[a, b]).
func TableTwoToBAverage(x, a dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableMeanBack(&t, tableShares(work.Row(2, len(x.LogP)), x.LogP), a.LogP, 1, m, to, work)
}

// TableTwoToBObservedAverage sends to b of an observed x ~ categorical(p[a, b]).
func TableTwoToBObservedAverage(x int, a dist.Categorical, p []float64, m, n int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableRows{p: p, m: m, n: n}
	return tableMeanSeen(&t, x, a.LogP, 1, m, to, work)
}

// TableTwoToBTruthAverage sends to b of x ~ bernoulli(p[a, b]).
func TableTwoToBTruthAverage(x dist.Bernoulli, a dist.Categorical, p []float64, m int, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	t := tableTruths(p, m, work)
	return tableMeanBack(&t, tableTruthShares(x, work), a.LogP, 1, m, to, work)
}

// TableTwoAverageLog is TableAverageLog of two parents.
func TableTwoAverageLog(x, a, b dist.Categorical, p []float64, m, n int, work *dist.CategoricalWork) float64 {
	t := tableRows{p: p, m: m, n: n}
	return tableMeanLog(&t, tableShares(work.Row(2, len(x.LogP)), x.LogP), a.LogP, b.LogP, work)
}

// TableTwoAverageLogObserved is TableTwoAverageLog of an observed x.
func TableTwoAverageLogObserved(x int, a, b dist.Categorical, p []float64, m, n int, work *dist.CategoricalWork) float64 {
	t := tableRows{p: p, m: m, n: n}
	if x < 0 || x >= n {
		return math.Inf(-1)
	}
	return tableMeanLog(&t, tableKnown(work.Row(2, n), x), a.LogP, b.LogP, work)
}

// TableTwoAverageLogTruth is TableTwoAverageLog of x ~ bernoulli(p[a, b]).
func TableTwoAverageLogTruth(x dist.Bernoulli, a, b dist.Categorical, p []float64, m int, work *dist.CategoricalWork) float64 {
	t := tableTruths(p, m, work)
	return tableMeanLog(&t, tableTruthShares(x, work), a.LogP, b.LogP, work)
}
