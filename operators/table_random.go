package operators

import (
	"math"

	"mpc/dist"
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
		{Func: TableRandomToX, Factor: "table_random", To: "x", Algorithm: EP, Averaged: true, Safe: true, Args: []Arg{{"a", Required}, rows, {"to", 0}, {"work", 0}}},
		{Func: TableRandomToA, Factor: "table_random", To: "a", Algorithm: EP, Averaged: true, Args: []Arg{back, rows, {"to", 0}, {"work", 0}}},
		{Func: TableRandomToAObserved, Factor: "table_random", To: "a", Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, rows, {"to", 0}}},
		{Func: TableRandomEvidence, Factor: "table_random", To: Evidence, Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"work", 0}}},
		{Func: TableRandomEvidenceObserved, Factor: "table_random", To: Evidence, Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"work", 0}}},
		{Func: TableRandomToPPair, Factor: "table_random", To: "p", Algorithm: VMP, Pair: "x", Adds: true, Args: []Arg{{"x", 0}, {"a", 0}, {"p", 0}, {"power", 0}, {"to", 0}, {"work", 0}}},
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
	if !tableProper(p) {
		return dist.Improper
	}
	out := to.LogP
	wa, sums := work.Row(0, len(a.LogP)), work.Row(1, len(out))
	scale := discreteScale(wa, a.LogP)
	clear(sums)
	for i, w := range wa[:min(len(wa), len(p))] {
		if w == 0 {
			continue
		}
		row := p[i].Geometric
		for k, g := range row[:min(len(row), len(sums))] {
			sums[k] += w * g
		}
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

// TableRandomToA sends to a of x ~ categorical(p[a]), x of EP and p of VMP: the sum of
// each row's geometric means weighted by the message about x. The faults are those of
// TableRandomToX.
func TableRandomToA(x dist.Categorical, p []dist.DirichletMoments, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if !tableProper(p) {
		return dist.Improper
	}
	wx := work.Row(0, len(x.LogP))
	scale := discreteScale(wx, x.LogP)
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
	n := min(len(w), len(p.Geometric))
	sum := 0.0
	for k, g := range p.Geometric[:n] {
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

// TableRandomToPPair multiplies into the rows, to a power, the expected counts of x ~ categorical(p[a]),
// x and a of EP: of the value i of a its probability, spread over the values of x as the
// message about x times the geometric means of row i is. The fault is Improper where a
// row or a is, and Contradiction where a row that is possible leaves no value.
func TableRandomToPPair(x dist.Categorical, a dist.CategoricalMoments, p []dist.DirichletMoments, power float64, to []dist.Dirichlet, work *dist.CategoricalWork) dist.Fault {
	if !tableProper(p) || !a.IsProper() {
		return dist.Improper
	}
	wx, sums := work.Row(0, len(x.LogP)), work.Row(1, len(p))
	scale := discreteScale(wx, x.LogP)
	for i, m := range p {
		n := min(len(wx), len(m.Geometric))
		sum := 0.0
		for k, g := range m.Geometric[:n] {
			sum += wx[k] * g
		}
		sums[i] = sum
		if i < len(a.P) && a.P[i] > 0 && !(sum > discreteTiny) && math.IsInf(tableRowLog(m, x.LogP, wx, scale), -1) || sum != sum {
			return dist.Contradiction
		}
	}
	for i, m := range p[:min(len(p), len(a.P), len(to))] {
		share := power * a.P[i]
		if share == 0 {
			continue
		}
		n := min(len(wx), len(m.Geometric), len(to[i].A))
		row := to[i].A[:n]
		if sums[i] > discreteTiny {
			share /= sums[i]
			for k, g := range m.Geometric[:n] {
				row[k] += share * wx[k] * g
			}
			continue
		}
		log := tableRowLog(m, x.LogP, wx, scale)
		for k := range row {
			row[k] += share * math.Exp(x.LogP[k]+m.MeanLog[k]-log)
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
