package samples

import (
	"math"
	"math/rand/v2"
	"testing"
)

// autoregressive fills chains of standard normal draws, each of which has correlation
// phi with the next.
func autoregressive(seed uint64, chains, n int, phi float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	list := make([][]float64, chains)
	for c := range list {
		list[c] = make([]float64, n)
		x := rng.NormFloat64()
		for i := range list[c] {
			list[c][i] = x
			x = phi*x + math.Sqrt(1-phi*phi)*rng.NormFloat64()
		}
	}
	return list
}

func record(size Size, draws [][]float64) *Recorder {
	size.Chains = len(draws)
	r := NewRecorder(size)
	for c := range draws {
		for _, x := range draws[c] {
			r.Add(c, x)
		}
	}
	return r
}

// allDraws is what a recorder that keeps all draws says.
func allDraws(x [][]float64) Real {
	w := new(SummaryWork)
	w.rank(x)
	var s Real
	s.Mean, s.SD = w.meanAndSD()
	s.MCSE, s.ESSBulk, s.ESSTail, s.RHat = MCSE(x), ESSBulk(x), ESSTail(x), RHat(x)
	s.Q05, s.Q50, s.Q95 = w.quantile(0.05), w.quantile(0.5), w.quantile(0.95)
	return s
}

// TestLong: summaries of more draws than are kept are about those of all draws.
func TestLong(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.9, 0.98, -0.3} {
		for _, n := range []int{2049, 10000, 40000} {
			x := autoregressive(uint64(n), 4, n, phi)
			for c := range x {
				for i := range x[c] {
					x[c][i] = 50 + 3*x[c][i]
				}
			}
			got, all := record(Size{}, x).Summary(nil), allDraws(x)
			if !near(got.Mean, all.Mean, 1e-12) || !near(got.SD, all.SD, 1e-12) {
				t.Errorf("phi %v, %d draws: mean %v, sd %v, of all draws %v, %v", phi, n, got.Mean, got.SD, all.Mean, all.SD)
			}
			if !near(got.MCSE, all.MCSE, 0.06) {
				t.Errorf("phi %v, %d draws: error %v, of all draws %v", phi, n, got.MCSE, all.MCSE)
			}
			if phi >= 0 && !near(got.ESSBulk, all.ESSBulk, 0.12) {
				t.Errorf("phi %v, %d draws: bulk ESS %v, of all draws %v", phi, n, got.ESSBulk, all.ESSBulk)
			}
			// The tails are of the kept draws, at least 1024 of a chain. What all draws
			// say is within the error of the printed quantiles, of which 2.1 is the one
			// of a single draw in standard deviations.
			if kept := 4 * 1024.0; got.ESSTail > 1.3*all.ESSTail || got.ESSTail < 0.7*min(all.ESSTail, kept) {
				t.Errorf("phi %v, %d draws: tail ESS %v, of all draws %v", phi, n, got.ESSTail, all.ESSTail)
			}
			for _, q := range [][2]float64{{got.Q05, all.Q05}, {got.Q95, all.Q95}} {
				if math.Abs(q[0]-q[1]) > 4*3*2.1/math.Sqrt(got.ESSTail) {
					t.Errorf("phi %v, %d draws: quantile %v, of all draws %v", phi, n, q[0], q[1])
				}
			}
			if math.Abs(got.RHat-all.RHat) > 0.004 {
				t.Errorf("phi %v, %d draws: R-hat %v, of all draws %v", phi, n, got.RHat, all.RHat)
			}
		}
	}
}

// TestLongApart: chains at different places are found as such however long they are,
// and the error says so.
func TestLongApart(t *testing.T) {
	x := autoregressive(5, 4, 20000, 0.3)
	for i := range x[2] {
		x[2][i] += 2
	}
	got, all := record(Size{}, x).Summary(nil), allDraws(x)
	if !near(got.RHat, all.RHat, 0.01) || got.RHat < 1.3 {
		t.Errorf("R-hat %v, of all draws %v", got.RHat, all.RHat)
	}
	if !near(got.ESSBulk, all.ESSBulk, 0.1) || !near(got.MCSE, all.MCSE, 0.1) {
		t.Errorf("bulk ESS %v, error %v, of all draws %v, %v", got.ESSBulk, got.MCSE, all.ESSBulk, all.MCSE)
	}
}

// TestLongHeavy: draws without mean do not make the bulk ESS larger than it is.
func TestLongHeavy(t *testing.T) {
	x := autoregressive(6, 4, 20000, 0.9)
	for c := range x {
		for i, v := range x[c] {
			p := 0.5 * math.Erfc(-v/math.Sqrt2)
			x[c][i] = math.Tan(math.Pi * (p - 0.5))
		}
	}
	got, all := record(Size{}, x).Summary(nil), allDraws(x)
	if got.ESSBulk > 1.3*all.ESSBulk || got.ESSBulk < 0.5*all.ESSBulk {
		t.Errorf("bulk ESS %v, of all draws %v", got.ESSBulk, all.ESSBulk)
	}
	if !near(got.RHat, all.RHat, 0.005) {
		t.Errorf("R-hat %v, of all draws %v", got.RHat, all.RHat)
	}
}

// TestLongScales: running sums of draws of any place and scale lose nothing that the
// draws have.
func TestLongScales(t *testing.T) {
	for _, row := range []struct{ place, scale, part float64 }{
		{0, 1e-6, 1e-11}, {1e8, 1, 1e-8}, {-1e5, 1e-6, 1e-5}, {0, 1e-140, 1e-11}, {1e150, 1e140, 1e-6}, {0, 1e150, 1e-11},
	} {
		x := autoregressive(8, 2, 5000, 0.5)
		for c := range x {
			for i := range x[c] {
				x[c][i] = row.place + row.scale*x[c][i]
			}
		}
		got, all := record(Size{}, x).Summary(nil), allDraws(x)
		if math.Abs(got.Mean-all.Mean) > row.part*all.SD+1e-15*math.Abs(row.place) || !near(got.SD, all.SD, row.part) || !near(got.MCSE, all.MCSE, 0.1) {
			t.Errorf("%v + %v x: %+v, of all draws %+v", row.place, row.scale, got, all)
		}
	}
}

// TestError: means are off by their Monte Carlo errors, while all draws are kept and
// after.
func TestError(t *testing.T) {
	for _, n := range []int{250, 3000} {
		const runs = 300
		size := Size{Chains: 3, Draws: n, Keep: 256}
		real, truth, w := 0.0, 0.0, new(SummaryWork)
		for run := range uint64(runs) {
			x := autoregressive(run, 3, n, 0.7)
			r, b := NewRecorder(size), NewTruths(size)
			for c := range x {
				for _, v := range x[c] {
					r.Add(c, v)
					b.Add(c, v > 0.5)
				}
			}
			s, p := r.Summary(w), b.Summary(w)
			real += s.Mean * s.Mean / (s.MCSE * s.MCSE)
			off := p.P - 0.5*math.Erfc(0.5/math.Sqrt2)
			truth += off * off / (p.MCSE * p.MCSE)
		}
		// Means of 300 squares of normals are 1 +- 0.082, a little more as the errors
		// are estimates.
		for _, square := range []float64{real / runs, truth / runs} {
			if square < 0.75 || square > 1.35 {
				t.Errorf("%d draws: the mean square of the deviation is %v in errors", n, square)
			}
		}
	}
}

// TestUneven: chains that were stopped at different draws, one of them before the
// first.
func TestUneven(t *testing.T) {
	for _, lengths := range [][]int{{500, 480, 500}, {5000, 1900, 2100}, {4097, 4090, 0}} {
		x := autoregressive(9, 3, 5000, 0.4)
		var all, prefix [][]float64
		for c, n := range lengths {
			if x[c] = x[c][:n]; n > 0 {
				all, prefix = append(all, x[c]), append(prefix, x[c][:min(lengths[0], lengths[1])])
			}
		}
		got := record(Size{Draws: 5000}, x).Summary(nil)
		w := new(SummaryWork)
		w.rank(all)
		mean, sd := w.meanAndSD()
		if !near(got.Mean, mean, 1e-12) || !near(got.SD, sd, 1e-12) {
			t.Errorf("%v draws: mean %v, sd %v, want %v, %v", lengths, got.Mean, got.SD, mean, sd)
		}
		// Where one chain is short and others have draws dropped, less is known.
		if ess := ESSBulk(prefix); math.Abs(got.RHat-RHat(prefix)) > 0.01 || got.ESSBulk > 1.2*ess || got.ESSBulk < 0.4*ess {
			t.Errorf("%v draws: R-hat %v, bulk ESS %v, want %v, %v", lengths, got.RHat, got.ESSBulk, RHat(prefix), ESSBulk(prefix))
		}
	}
}

// TestReserve: a run that continues in more memory keeps more, one that does not
// thins.
func TestReserve(t *testing.T) {
	x := autoregressive(10, 2, 400, 0.4)
	r := NewRecorder(Size{Chains: 2, Draws: 100})
	for c := range x {
		for i, v := range x[c] {
			if i == 100 {
				r.Reserve(Size{Chains: 2, Draws: 400})
			}
			r.Add(c, v)
		}
	}
	if got, want := r.Summary(nil), allDraws(x); !near(got.ESSTail, want.ESSTail, 1e-12) || !near(got.RHat, want.RHat, 1e-12) {
		t.Errorf("with room: %+v, of all draws %+v", got, want)
	}
	if got := r.Draws(1); got != 400 {
		t.Errorf("%d draws", got)
	}
	r = record(Size{Draws: 100}, x)
	if c := r.chains[0]; c.stride != 4 || c.count != 100 || r.Draws(0) != 400 {
		t.Errorf("without room: stride %d, %d kept of %d", c.stride, c.count, r.Draws(0))
	}
	r.Reset()
	if got := r.Summary(nil); !math.IsNaN(got.Mean) || r.Draws(0) != 0 {
		t.Errorf("after Reset: %+v", got)
	}
}
