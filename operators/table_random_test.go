package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// randomRows draws dirichlet distributions, a few of them with counts so small that the
// geometric means underflow.
func randomRows(rng *rand.Rand, rows, n int) (list []dist.DirichletMoments) {
	for range rows {
		d := dist.Dirichlet{A: make([]float64, n)}
		for k := range d.A {
			d.A[k] = math.Exp(2 * rng.NormFloat64())
			if rng.IntN(10) == 0 {
				d.A[k] = 1e-4
			}
		}
		var m dist.DirichletMoments
		m.Set(d)
		list = append(list, m)
	}
	return list
}

// logsOf are the log probabilities of a message.
func logsOf(d dist.Categorical) []float64 {
	logs := make([]float64, len(d.LogP))
	for k := range logs {
		logs[k] = d.LogProb(k)
	}
	return logs
}

// Messages between x and a are sums over the geometric means, and the rows get the counts
// of both together.
func TestTableRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 17))
	work := &dist.CategoricalWork{}
	for range 2000 {
		rows, n := 1+rng.IntN(4), 1+rng.IntN(4)
		a, x, p := randomCategorical(rng, rows), randomCategorical(rng, n), randomRows(rng, rows, n)
		la, lx := logsOf(a), logsOf(x)
		joint, logZ := make([][]float64, rows), math.Inf(-1)
		toX, toA := dist.CategoricalUniform(n), dist.CategoricalUniform(rows)
		for k := range n {
			toX.LogP[k] = math.Inf(-1)
		}
		for i := range rows {
			joint[i] = make([]float64, n)
			toA.LogP[i] = math.Inf(-1)
			for k := range n {
				l := p[i].MeanLog[k]
				joint[i][k] = la[i] + lx[k] + l
				toX.LogP[k] = logicLogSum(toX.LogP[k], la[i]+l)
				toA.LogP[i] = logicLogSum(toA.LogP[i], lx[k]+l)
				logZ = logicLogSum(logZ, joint[i][k])
			}
		}
		got := dist.CategoricalUniform(n)
		if f := TableRandomToX(a, p, &got, work); f != dist.NoFault {
			t.Fatalf("fault %d", f)
		}
		nearLogs(t, "to x", got.LogP, toX.LogP)
		got = dist.CategoricalUniform(rows)
		if f := TableRandomToA(x, p, &got, work); f != dist.NoFault {
			t.Fatalf("fault %d", f)
		}
		nearLogs(t, "to a", got.LogP, toA.LogP)
		if z := TableRandomEvidence(x, a, p, work); !near(z, logZ) {
			t.Fatalf("log Z %v, want %v", z, logZ)
		}
		seen := rng.IntN(n)
		column, sum := make([]float64, rows), math.Inf(-1)
		for i := range rows {
			column[i] = p[i].MeanLog[seen]
			sum = logicLogSum(sum, la[i]+column[i])
		}
		TableRandomToAObserved(seen, p, &got)
		nearLogs(t, "to a of an observed x", got.LogP, column)
		if z := TableRandomEvidenceObserved(seen, a, p, work); !near(z, sum) {
			t.Fatalf("log Z of an observed x %v, want %v", z, sum)
		}

		counts := dist.NewDirichlets(rows, func(int) int { return n })
		if f := TableRandomToPPair(x, a, p, 0.5, counts, work); f != dist.NoFault {
			t.Fatalf("fault %d", f)
		}
		for i := range rows {
			for k := range n {
				if want := 1 + 0.5*math.Exp(joint[i][k]-logZ); !(math.Abs(counts[i].A[k]-want) < 1e-12) {
					t.Fatalf("count %d, %d: %v, want %v", i, k, counts[i].A[k], want)
				}
			}
		}
		checkTableMeans(t, a, x, p, seen)
	}
}

func nearLogs(t *testing.T, what string, got, want []float64) {
	t.Helper()
	got, want = relative(got), relative(want)
	for k := range want {
		if !near(got[k], want[k]) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
}

// checkTableMeans compares the operators for independent x and a with sums.
func checkTableMeans(t *testing.T, a, x dist.Categorical, p []dist.DirichletMoments, seen int) {
	t.Helper()
	pa, px := categoricalMoments(a), categoricalMoments(x)
	toX, toA := make([]float64, len(px.P)), make([]float64, len(pa.P))
	mean, observed := 0.0, 0.0
	counts := dist.NewDirichlets(len(pa.P), func(int) int { return len(px.P) })
	one := dist.NewDirichlets(len(pa.P), func(int) int { return len(px.P) })
	TableRandomToP(px, pa, 2, counts)
	TableRandomToPObserved(seen, pa, 2, one)
	for i := range pa.P {
		observed += pa.P[i] * p[i].MeanLog[seen]
		for k := range px.P {
			toX[k] += pa.P[i] * p[i].MeanLog[k]
			toA[i] += px.P[k] * p[i].MeanLog[k]
			mean += pa.P[i] * px.P[k] * p[i].MeanLog[k]
			want, wantOne := 1+2*pa.P[i]*px.P[k], 1.0
			if k == seen {
				wantOne += 2 * pa.P[i]
			}
			if !near(counts[i].A[k], want) || !near(one[i].A[k], wantOne) {
				t.Fatalf("counts %v and %v, want %v and %v", counts[i].A[k], one[i].A[k], want, wantOne)
			}
		}
	}
	got := dist.CategoricalUniform(len(toX))
	TableRandomToXAverage(pa, p, &got)
	nearLogs(t, "to x by means", got.LogP, toX)
	got = dist.CategoricalUniform(len(toA))
	TableRandomToAAverage(px, p, &got)
	nearLogs(t, "to a by means", got.LogP, toA)
	if z := TableRandomAverageLog(px, pa, p); !near(z, mean) {
		t.Fatalf("mean log %v, want %v", z, mean)
	}
	if z := TableRandomAverageLogObserved(seen, pa, p); !near(z, observed) {
		t.Fatalf("mean log of an observed x %v, want %v", z, observed)
	}
}

// Improper rows are a fault, and so is a message that leaves no value.
func TestTableRandomFaults(t *testing.T) {
	work := &dist.CategoricalWork{}
	rng := rand.New(rand.NewPCG(6, 17))
	p := randomRows(rng, 2, 2)
	bad := randomRows(rng, 2, 2)
	bad[1].Set(dist.Dirichlet{A: []float64{1, -1}})
	u, to := dist.CategoricalUniform(2), dist.CategoricalUniform(2)
	rows := dist.NewDirichlets(2, func(int) int { return 2 })
	none := dist.Categorical{LogP: []float64{math.NaN(), math.NaN()}}
	for what, got := range map[string][2]dist.Fault{
		"x of improper rows":  {TableRandomToX(u, bad, &to, work), dist.Improper},
		"a of improper rows":  {TableRandomToA(u, bad, &to, work), dist.Improper},
		"p of improper rows":  {TableRandomToPPair(u, u, bad, 1, rows, work), dist.Improper},
		"x of no value of a":  {TableRandomToX(none, p, &to, work), dist.Contradiction},
		"a of no value of x":  {TableRandomToA(none, p, &to, work), dist.Contradiction},
		"p of no value of x":  {TableRandomToPPair(none, u, p, 1, rows, work), dist.Contradiction},
		"p of an x out of it": {TableRandomToPObserved(2, categoricalMoments(u), 1, rows), dist.Contradiction},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: fault %d, want %d", what, got[0], got[1])
		}
	}
}
