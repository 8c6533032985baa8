package samples

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A reference is a line of testdata/reference.txt.
type reference struct {
	name                            string
	rhat, bulk, tail, meanESS, mcse float64
	q05, q50, q95, mean, sd         float64
}

// readReferences reads what testdata/reference.R wrote.
func readReferences(t *testing.T) (list []reference, draws map[string][][]float64) {
	t.Helper()
	draws = map[string][][]float64{}
	for _, words := range readLines(t, "testdata/draws.txt") {
		draws[words[0]] = append(draws[words[0]], readNumbers(t, words[2:]))
	}
	for _, words := range readLines(t, "testdata/reference.txt") {
		x := readNumbers(t, words[1:])
		list = append(list, reference{words[0], x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]})
	}
	if len(list) < 15 || len(draws) != len(list) {
		t.Fatalf("%d references, draws of %d", len(list), len(draws))
	}
	return list, draws
}

func readLines(t *testing.T, path string) (lines [][]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if !strings.HasPrefix(s.Text(), "#") {
			lines = append(lines, strings.Fields(s.Text()))
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return lines
}

func readNumbers(t *testing.T, words []string) []float64 {
	t.Helper()
	x := make([]float64, len(words))
	for i, word := range words {
		if word == "NA" {
			x[i] = math.NaN()
			continue
		}
		var err error
		if x[i], err = strconv.ParseFloat(word, 64); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// near tells whether two numbers agree to so many parts, NaN with NaN.
func near(a, b, part float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= part*math.Max(math.Abs(a), math.Abs(b))
}

// TestReference: R's posterior, and the recorder, say the same.
func TestReference(t *testing.T) {
	list, draws := readReferences(t)
	for _, r := range list {
		x := draws[r.name]
		w := new(SummaryWork)
		if !w.rank(x) {
			t.Fatalf("%s: not finite", r.name)
		}
		mean, sd := w.meanAndSD()
		got := []float64{RHat(x), ESSBulk(x), ESSTail(x), ESSMean(x), MCSE(x), w.quantile(0.05), w.quantile(0.5), w.quantile(0.95), mean, sd}
		rec := NewRecorder(Size{Chains: len(x), Draws: len(x[0])})
		for c := range x {
			for _, v := range x[c] {
				rec.Add(c, v)
			}
		}
		s := rec.Summary(w)
		recorded := []float64{s.RHat, s.ESSBulk, s.ESSTail, got[3], s.MCSE, s.Q05, s.Q50, s.Q95, s.Mean, s.SD}
		want := []float64{r.rhat, r.bulk, r.tail, r.meanESS, r.mcse, r.q05, r.q50, r.q95, r.mean, r.sd}
		for i, what := range []string{"R-hat", "bulk ESS", "tail ESS", "ESS of the mean", "MCSE", "5%", "50%", "95%", "mean", "sd"} {
			part := 1e-9
			if r.name == "far" && (i == 3 || i == 4 || i == 9) {
				part = 1e-6 // the draws have no more digits
			}
			if r.name == "truth" && i == 2 {
				if !math.IsNaN(want[i]) || !(got[i] > 150 && got[i] < 250) {
					t.Errorf("%s: %s is %v, R does not say, as the 95%% quantile is the largest draw", r.name, what, got[i])
				}
			} else if !near(got[i], want[i], part) {
				t.Errorf("%s: %s is %v, R says %v", r.name, what, got[i], want[i])
			}
			if !near(recorded[i], got[i], 1e-12) {
				t.Errorf("%s: %s is %v of the recorder, %v of the draws", r.name, what, recorded[i], got[i])
			}
		}
	}
}
