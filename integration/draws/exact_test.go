package draws

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// falseAlarms is the probability that TestExact fails for sampling that is right: the
// bounds of its statements are those of Student's distribution at this level over their
// number (Bonferroni). The seed is fixed, so that it either does or does not.
const falseAlarms = 1e-3

// joined is how many models stand in one package.
const joined = 5

// TestExact compares the draws of random models with their exact marginals: the
// probability of each discrete value, and of reals the distribution function at fixed
// places.
func TestExact(t *testing.T) {
	var surveys []survey
	var all []*smallModel
	for stream := uint64(0); len(all) < smallModels; stream++ {
		s := survey{Data: map[string]any{}, Seed: stream + 1, BurnIn: 500, Samples: smallSamples, Chains: 4, name: fmt.Sprintf("small%d", stream)}
		var program, inputs strings.Builder
		var asked []string
		for k := range joined {
			m := randomSmall(20261121, stream*joined+uint64(k), string(rune('a'+k)))
			shares, total := m.exact()
			if !(total > 1e-12) {
				continue // impossible, or as good as that
			}
			all = append(all, m)
			s.Shares = append(s.Shares, shares...)
			program.WriteString(m.program.String())
			for _, v := range m.vars {
				if name, _, _ := strings.Cut(v.name, "["); !slices.Contains(asked, name) {
					asked = append(asked, name)
				}
			}
			for _, in := range m.inputs {
				inputs.WriteString("  " + in + "\n")
			}
			maps.Copy(s.Data.(map[string]any), m.data)
		}
		if inputs.Len() > 0 {
			inputs.WriteString("\n")
		}
		s.model = fmt.Sprintf("model: %s\nalgorithm: gibbs\ninputs:\n%sprogram: |\n%sinfer: [%s]\n", s.name, inputs.String(), program.String(), strings.Join(asked, ", "))
		surveys = append(surveys, s)
	}
	count := 0
	for _, s := range surveys {
		count += len(s.Shares)
	}
	bound := studentBound(99, falseAlarms/float64(count))
	squares, squared, slow := 0.0, 0, 0
	for i, r := range ask(t, surveys) {
		s := surveys[i]
		if r.Error != "" {
			t.Errorf("%s: %s\n%s", s.name, r.Error, s.model)
			continue
		}
		if r.Thin > 1 {
			slow++
		}
		wrong := false
		for k, f := range r.Shares {
			x := s.Shares[k]
			draws := float64(s.Samples * s.Chains)
			// Draws are at best independent; of rare values there are too few for a
			// normal approximation.
			least := math.Sqrt(x.p * (1 - x.p) / draws)
			e := max(f.Error, least)
			if rare := min(x.p, 1-x.p); rare*draws < 200 || f.Slow > 12 {
				e = max(e, 0.004)
			} else {
				squares += (f.P - x.p) * (f.P - x.p) / e / e
				squared++
			}
			if math.Abs(f.P-x.p) > bound*e || x.p < 1e-15 && f.P > 0 {
				t.Errorf("%s: P(%s < %g) is %.4f +- %.4f in the draws, exactly %.4f", s.name, x.Column, x.Below, f.P, f.Error, x.p)
				wrong = true
			}
		}
		if wrong {
			t.Logf("%s\n%v", s.model, s.Data)
		}
	}
	t.Logf("%d models, %d statements, bound %.2f errors, mean square %.3f, %d of %d packages mix slowly", len(all), count, bound, squares/float64(squared), slow, len(surveys))
	// Were the errors too large, nothing would be found wrong; were many a little off, no
	// single one would show it.
	if mean := squares / float64(squared); mean < 0.6 || mean > 1.35 {
		t.Errorf("the mean square of the deviations is %v errors, not 1", mean)
	}
}

// studentBound is the number that Student's distribution exceeds, with either sign, with
// this probability.
func studentBound(freedom, probability float64) float64 {
	a, _ := math.Lgamma((freedom + 1) / 2)
	b, _ := math.Lgamma(freedom / 2)
	density := func(x float64) float64 {
		return math.Exp(a-b-(freedom+1)/2*math.Log1p(x*x/freedom)) / math.Sqrt(freedom*math.Pi)
	}
	const step = 1e-4
	tail, x := 0.0, 60.0
	for 2*tail < probability {
		x -= step
		tail += step * density(x+step/2)
	}
	return x
}

// TestStudentBound: against printed tables.
func TestStudentBound(t *testing.T) {
	for _, c := range []struct{ freedom, probability, want float64 }{{10, 0.05, 2.228}, {99, 0.01, 2.626}, {5, 0.001, 6.869}} {
		if got := studentBound(c.freedom, c.probability); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%v: %v", c, got)
		}
	}
}

// TestSmallModels: the random models have all kinds of statements.
func TestSmallModels(t *testing.T) {
	var all strings.Builder
	for stream := range uint64(60) {
		all.WriteString(randomSmall(20261121, stream, "a").program.String())
	}
	for _, want := range []string{"if (", "} else {", "switch (", "bernoulli(", "categorical(", "categorical(ap", "poisson(", "gamma(shape", "rate = at", "precision = at", "* at", "observe between(", "observe ax", "observe ab", "observe ak", "observe (", "&&", "||", "~ normal(ac", "~ normal(am"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no model has %q", want)
		}
	}
}
