package modeltest

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

// Sampled compares posteriors of a sampler with a reference, by name: mean, standard
// deviation and Monte Carlo error of each element. Means are to be within five Monte Carlo
// errors of both together, standard deviations, of which those of heavy tails vary more,
// within ten; one without a reference has a fourth moment that is infinite, so that draws
// do not estimate it. Effective sample sizes below 100 are too few to say anything.
func Sampled(t *testing.T, file string, posteriors map[string]any) {
	t.Helper()
	var reference map[string]any
	ReadJSON(t, file, &reference)
	if len(reference) != len(posteriors) {
		t.Errorf("%d of %d posteriors have a reference", len(reference), len(posteriors))
	}
	for name, want := range reference {
		text, err := json.Marshal(posteriors[name])
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		sampled(t, name, got, want.([]any))
	}
}

func sampled(t *testing.T, name string, got any, want []any) {
	t.Helper()
	if list, ok := got.([]any); ok {
		if len(list) != len(want) {
			t.Fatalf("%s has %d elements, its reference %d", name, len(list), len(want))
		}
		for i, x := range list {
			sampled(t, fmt.Sprintf("%s[%d]", name, i), x, want[i].([]any))
		}
		return
	}
	d, ok := got.(map[string]any)
	if !ok {
		t.Fatalf("%s: %v", name, got)
	}
	number := func(key string) float64 {
		x, _ := d[key].(float64)
		return x
	}
	mean, sd := number("mean"), number("sd")
	p, truth := d["p"].(float64)
	if truth {
		mean, sd = p, math.Sqrt(p*(1-p))
	}
	e := math.Hypot(number("mcse"), want[2].(float64))
	t.Logf("%-14s mean %10.5g sd %9.4g, reference %10.5g sd %9.4v: %+.1f errors of %.2g, rhat %.4f", name, mean, sd, want[0], want[1], (mean-want[0].(float64))/e, e, number("rhat"))
	if n := sd * sd / number("mcse") / number("mcse"); !(n > 100) {
		t.Errorf("%s: %.0f draws are too few", name, n)
	}
	if !(math.Abs(mean-want[0].(float64)) <= 5*e) {
		t.Errorf("%s: mean %v, want %v, error %v", name, mean, want[0], e)
	}
	// That of a truth is a function of its probability.
	if want, ok := want[1].(float64); ok && !truth && !(math.Abs(sd-want) <= 10*e) {
		t.Errorf("%s: sd %v, want %v, error %v", name, sd, want, e)
	}
}
