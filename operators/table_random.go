package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// Tables whose rows are random, of one parent. Where x and the parent are of EP and the
// rows of VMP the table that messages between x and the parent are computed with is that of
// the geometric means exp(E[log p]), and the rows get the expected counts of both together:
// structured variational Bayes, as for hidden Markov models (MacKay, "Ensemble learning for
// hidden Markov models", 1997; Saul and Jordan, "Exploiting tractable substructures in
// intractable networks", 1996).

func tableRandomOps() []*Op {
	back, rows := Arg{"x", SkipIfUniform}, Arg{"p", Required}
	return []*Op{
		{Func: TableRandomToX, Geometric: true, Factor: "table_random", To: "x", Algorithm: EP, Averaged: true, Safe: true, Args: []Arg{{"a", Required}, rows, {"to", 0}, {"work", 0}}},
		{Func: TableRandomToA, Geometric: true, Factor: "table_random", To: "a", Algorithm: EP, Averaged: true, Safe: true, Args: []Arg{back, rows, {"to", 0}, {"work", 0}}},
		{Func: TableRandomToAObserved, Factor: "table_random", To: "a", Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, rows, {"to", 0}}},
		{Func: TableRandomEvidence, Geometric: true, Factor: "table_random", To: Evidence, Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"work", 0}}},
		{Func: TableRandomEvidenceObserved, Factor: "table_random", To: Evidence, Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"work", 0}}},
		{Func: TableRandomToPPair, Geometric: true, Factor: "table_random", To: "p", Algorithm: VMP, Pair: true, Adds: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"power", 0}, {"to", 0}, {"work", 0}}},
		{Func: TableRandomToP, Factor: "table_random", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"a", 0}, {"power", 0}, {"to", 0}}},
		{Func: TableRandomToPObserved, Factor: "table_random", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"a", 0}, {"power", 0}, {"to", 0}}},
		{Func: TableRandomToXAverage, Factor: "table_random", To: "x", Algorithm: VMP, Args: []Arg{{"a", 0}, {"p", 0}, {"to", 0}}},
		{Func: TableRandomToAAverage, Factor: "table_random", To: "a", Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: TableRandomToAObserved, Factor: "table_random", To: "a", Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: TableRandomAverageLog, Factor: "table_random", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}}},
		{Func: TableRandomAverageLogObserved, Factor: "table_random", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}}},
	}
}

// tableProper tells whether all rows have moments.
func tableProper(p []dist.DirichletMoments) bool {
	for _, r := range p {
		if !r.IsProper() {
			return false
		}
	}
	return true
}

// TableRandomToX sends x ~ categorical(p[a]), a of EP and p of VMP: the sum of the rows'
// geometric means weighted by the probabilities of a. The fault is Improper where a row
// is, and Contradiction where no value is left.
func TableRandomToX(a dist.Categorical, p []dist.DirichletMoments, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	out := to.LogP
	wa, sums := work.Row(0, len(a.LogP)), work.Row(1, len(out))
	scale := discreteScale(wa, a.LogP)
	tableColumns(p, wa, sums)
	if tableAbove(sums) {
		special.LogRow(out, sums, 0)
		return dist.NoFault
	}
	if !tableProper(p) {
		return dist.Improper
	}
	for k := range out {
		if sums[k] > discreteTiny {
			out[k] = scale + math.Log(sums[k])
			continue
		}
		out[k] = math.Inf(-1)
		for i, l := range a.LogP {
			if i < len(p) && k < len(p[i].MeanLog) {
				out[k] = logicLogSum(out[k], l+p[i].MeanLog[k])
			}
		}
	}
	return discreteSend(to)
}

// tableAbove tells whether sums of weights have all their digits: none is tiny or NaN.
func tableAbove(sums []float64) bool {
	for _, s := range sums {
		if !(s > discreteTiny) {
			return false
		}
	}
	return len(sums) > 0
}

// tableSums writes to sums that of each row's geometric means weighted by w.
func tableSums(p []dist.DirichletMoments, w, sums []float64) {
	for i := range sums {
		g := p[i].Geometric()
		n := min(len(g), len(w))
		g, x := g[:n], w[:n]
		var a, b, c, d float64 // which do not wait for each other
		for len(g) >= 4 && len(x) >= 4 {
			a += x[0] * g[0]
			b += x[1] * g[1]
			c += x[2] * g[2]
			d += x[3] * g[3]
			g, x = g[4:], x[4:]
		}
		for k, v := range g {
			a += x[k] * v
		}
		sums[i] = (a + b) + (c + d)
	}
}

// tableColumns writes to sums that of each column's geometric means weighted by w.
func tableColumns(p []dist.DirichletMoments, w, sums []float64) {
	clear(sums)
	n := min(len(w), len(p))
	w, p = w[:n], p[:n]
	for ; len(w) >= 4 && len(p) >= 4; w, p = w[4:], p[4:] { // four rows in one pass over the sums
		a, b, c, d := tableGeometric(p[0], sums), tableGeometric(p[1], sums), tableGeometric(p[2], sums), tableGeometric(p[3], sums)
		if a == nil || b == nil || c == nil || d == nil {
			break
		}
		u, v, x, y := w[0], w[1], w[2], w[3]
		a, b, c, d = a[:len(sums)], b[:len(sums)], c[:len(sums)], d[:len(sums)]
		for k := range sums {
			sums[k] += (u*a[k] + v*b[k]) + (x*c[k] + y*d[k])
		}
	}
	for i, u := range w {
		row := p[i].Geometric()
		for k, g := range row[:min(len(row), len(sums))] {
			sums[k] += u * g
		}
	}
}

// tableGeometric is a row of geometric means as long as sums, nil for one that is shorter.
func tableGeometric(p dist.DirichletMoments, sums []float64) []float64 {
	row := p.Geometric()
	if len(row) < len(sums) {
		return nil
	}
	return row[:len(sums)]
}

// TableRandomToA sends to a of x ~ categorical(p[a]), x of EP and p of VMP: the sum of
// each row's geometric means weighted by the message about x. The faults are those of
// TableRandomToX.
func TableRandomToA(x dist.Categorical, p []dist.DirichletMoments, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	wx, sums := work.Row(0, len(x.LogP)), work.Row(1, min(len(p), len(to.LogP)))
	scale := discreteScale(wx, x.LogP)
	tableSums(p, wx, sums)
	if len(sums) == len(to.LogP) && tableAbove(sums) {
		special.LogRow(to.LogP, sums, 0)
		return dist.NoFault
	}
	if !tableProper(p) {
		return dist.Improper
	}
	for i := range to.LogP {
		to.LogP[i] = math.Inf(-1)
		if i < len(p) {
			to.LogP[i] = tableRowLog(p[i], x.LogP, wx, scale)
		}
	}
	return discreteSend(to)
}

// tableRowLog returns the log of a row's sum of geometric means weighted by x, whose log
// weights are logs and weights w, of the log scale given.
func tableRowLog(p dist.DirichletMoments, logs, w []float64, scale float64) float64 {
	geometric := p.Geometric()
	n := min(len(w), len(geometric))
	sum := 0.0
	for k, g := range geometric[:n] {
		sum += w[k] * g
	}
	if sum > discreteTiny {
		return scale + math.Log(sum)
	}
	log := math.Inf(-1)
	for k, l := range logs[:n] {
		log = logicLogSum(log, l+p.MeanLog[k])
	}
	return log
}

// TableRandomToAObserved sends to a of an observed x ~ categorical(p[a]): the means of the
// logs of its column. The faults are those of TableRandomToX.
func TableRandomToAObserved(x int, p []dist.DirichletMoments, to *dist.Categorical) dist.Fault {
	if !tableProper(p) {
		return dist.Improper
	}
	for i := range to.LogP {
		to.LogP[i] = math.Inf(-1)
		if i < len(p) && x >= 0 && x < len(p[i].MeanLog) {
			to.LogP[i] = p[i].MeanLog[x]
		}
	}
	return discreteSend(to)
}

// TableRandomEvidence returns log Z of x ~ categorical(p[a]) with the rows' geometric
// means. It is NaN where a row is improper.
func TableRandomEvidence(x, a dist.Categorical, p []dist.DirichletMoments, work *dist.CategoricalWork) float64 {
	out := dist.Categorical{LogP: work.Row(2, len(a.LogP))}
	switch TableRandomToA(x, p, &out, work) {
	case dist.Contradiction:
		return math.Inf(-1)
	case dist.NoFault:
	default:
		return math.NaN()
	}
	// The message is relative to its largest weight.
	wx := work.Row(0, len(x.LogP))
	scale := discreteScale(wx, x.LogP)
	for i := range out.LogP {
		out.LogP[i] = math.Inf(-1)
		if i < len(p) {
			out.LogP[i] = tableRowLog(p[i], x.LogP, wx, scale)
		}
	}
	return discreteOverlap(out.LogP, a.LogP) - discreteLogSum(a.LogP) - discreteLogSum(x.LogP)
}

// TableRandomEvidenceObserved is TableRandomEvidence of an observed x.
func TableRandomEvidenceObserved(x int, a dist.Categorical, p []dist.DirichletMoments, work *dist.CategoricalWork) float64 {
	if !tableProper(p) {
		return math.NaN()
	}
	out := work.Row(2, len(a.LogP))
	for i := range out {
		out[i] = math.Inf(-1)
		if i < len(p) && x >= 0 && x < len(p[i].MeanLog) {
			out[i] = p[i].MeanLog[x]
		}
	}
	return discreteOverlap(out, a.LogP) - discreteLogSum(a.LogP)
}

// TableRandomToPPair multiplies into the rows, to a power, the expected counts of x ~
// categorical(p[a]), x and a of EP: of each pair of values the messages about both times the
// geometric mean, over the sum of these. The fault is Improper where a row is, and
// Contradiction where no pair is possible.
func TableRandomToPPair(x, a dist.Categorical, p []dist.DirichletMoments, power float64, to []dist.Dirichlet, work *dist.CategoricalWork) dist.Fault {
	n := min(len(p), len(a.LogP), len(to))
	wx, wa, sums := work.Row(0, len(x.LogP)), work.Row(1, len(a.LogP)), work.Row(2, n)
	scale := discreteScale(wx, x.LogP)
	discreteScale(wa, a.LogP)
	tableSums(p, wx, sums)
	total := 0.0
	for i, sum := range sums {
		total += wa[i] * sum
	}
	if !(total > discreteTiny) || !tableAbove(sums) {
		return tableLogPair(x, a, p, power, to, wx, scale, sums)
	}
	power /= total
	for i := range sums {
		share := power * wa[i]
		g, row := p[i].Geometric(), to[i].A
		n := min(len(wx), len(g), len(row))
		g, row = g[:n], row[:n]
		for k, w := range wx[:n] {
			row[k] += share * w * g[k]
		}
	}
	return dist.NoFault
}

// tableLogPair is TableRandomToPPair in logs.
func tableLogPair(x, a dist.Categorical, p []dist.DirichletMoments, power float64, to []dist.Dirichlet, wx []float64, scale float64, sums []float64) dist.Fault {
	if !tableProper(p) {
		return dist.Improper
	}
	total := math.Inf(-1)
	for i := range sums {
		sums[i] = a.LogP[i] + tableRowLog(p[i], x.LogP, wx, scale)
		total = logicLogSum(total, sums[i])
	}
	if math.IsInf(total, -1) || total != total {
		return dist.Contradiction
	}
	for i := range sums {
		row := to[i].A
		for k := range min(len(row), len(x.LogP), len(p[i].MeanLog)) {
			if l := a.LogP[i] + x.LogP[k] + p[i].MeanLog[k]; !math.IsInf(l, -1) {
				row[k] += power * math.Exp(l-total)
			}
		}
	}
	return dist.NoFault
}

// TableRandomToP multiplies into the rows, to a power, the expected counts of x ~ categorical(p[a]), x
// and a independent in the posterior. The fault is Improper where one of them is.
func TableRandomToP(x, a dist.CategoricalMoments, power float64, to []dist.Dirichlet) dist.Fault {
	if !x.IsProper() || !a.IsProper() {
		return dist.Improper
	}
	for i, share := range a.P[:min(len(a.P), len(to))] {
		for k := range to[i].A[:min(len(to[i].A), len(x.P))] {
			to[i].A[k] += power * share * x.P[k]
		}
	}
	return dist.NoFault
}

// TableRandomToPObserved multiplies into the rows, to a power, the expected counts of an observed x ~
// categorical(p[a]). The fault is Contradiction where there is no value x, Improper where
// a is.
func TableRandomToPObserved(x int, a dist.CategoricalMoments, power float64, to []dist.Dirichlet) dist.Fault {
	if !a.IsProper() {
		return dist.Improper
	}
	for i, share := range a.P[:min(len(a.P), len(to))] {
		if x < 0 || x >= len(to[i].A) {
			return dist.Contradiction
		}
		to[i].A[x] += power * share
	}
	return dist.NoFault
}

// TableRandomToXAverage sends x ~ categorical(p[a]) by VMP: the means of the logs of the
// rows, weighted by the probabilities of a. The fault is Improper where one of them is.
func TableRandomToXAverage(a dist.CategoricalMoments, p []dist.DirichletMoments, to *dist.Categorical) dist.Fault {
	if !tableProper(p) || !a.IsProper() {
		return dist.Improper
	}
	clear(to.LogP)
	for i, w := range a.P {
		for k := range to.LogP {
			switch {
			case w == 0:
			case i >= len(p) || k >= len(p[i].MeanLog):
				to.LogP[k] = math.Inf(-1)
			default:
				to.LogP[k] += w * p[i].MeanLog[k]
			}
		}
	}
	return discreteSend(to)
}

// TableRandomToAAverage sends to a of x ~ categorical(p[a]) by VMP: of each row the mean of
// the logs, weighted by the probabilities of x. The fault is Improper where one of them is.
func TableRandomToAAverage(x dist.CategoricalMoments, p []dist.DirichletMoments, to *dist.Categorical) dist.Fault {
	if !tableProper(p) || !x.IsProper() {
		return dist.Improper
	}
	for i := range to.LogP {
		to.LogP[i] = tableRowMean(x.P, p, i)
	}
	return discreteSend(to)
}

// tableRowMean is the mean of the log of a row.
func tableRowMean(x []float64, p []dist.DirichletMoments, i int) float64 {
	mean := 0.0
	for k, w := range x {
		switch {
		case w == 0:
		case i >= len(p) || k >= len(p[i].MeanLog):
			return math.Inf(-1)
		default:
			mean += w * p[i].MeanLog[k]
		}
	}
	return mean
}

// TableRandomAverageLog is the mean log probability of x ~ categorical(p[a]): NaN where a
// row, x or a is improper.
func TableRandomAverageLog(x, a dist.CategoricalMoments, p []dist.DirichletMoments) float64 {
	if !tableProper(p) || !x.IsProper() || !a.IsProper() {
		return math.NaN()
	}
	mean := 0.0
	for i, w := range a.P {
		if w > 0 {
			mean += w * tableRowMean(x.P, p, i)
		}
	}
	return mean
}

// TableRandomAverageLogObserved is TableRandomAverageLog of an observed x.
func TableRandomAverageLogObserved(x int, a dist.CategoricalMoments, p []dist.DirichletMoments) float64 {
	if !tableProper(p) || !a.IsProper() {
		return math.NaN()
	}
	mean := 0.0
	for i, w := range a.P {
		switch {
		case w == 0:
		case i >= len(p) || x < 0 || x >= len(p[i].MeanLog):
			return math.Inf(-1)
		default:
			mean += w * p[i].MeanLog[x]
		}
	}
	return mean
}
