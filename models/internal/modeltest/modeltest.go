// Package modeltest has what the tests of many models share: reading their data, and
// comparing posteriors by mean and standard deviation.
package modeltest

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
)

// ReadJSON reads a JSON file, by its path below models/.
func ReadJSON(t *testing.T, file string, to any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// ReadColumn reads a CSV file, by its path below models/, that has one column of
// numbers under a header.
func ReadColumn(t *testing.T, file string) []float64 {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []float64
	s := bufio.NewScanner(f)
	s.Scan() // the header
	for s.Scan() {
		v, err := strconv.ParseFloat(s.Text(), 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Moments returns mean and standard deviation.
func Moments(d interface {
	Mean() float64
	Variance() float64
}) [2]float64 {
	return [2]float64{d.Mean(), math.Sqrt(d.Variance())}
}

// Compare checks a mean, which may be off by so many standard deviations of the
// wanted posterior, and that the ratio of the standard deviations is between low and
// high.
func Compare(t *testing.T, name string, got, want [2]float64, mean, low, high float64) {
	t.Helper()
	if math.Abs(got[0]-want[0]) > mean*want[1] {
		t.Errorf("%s: mean %v, want %v, sd %v", name, got[0], want[0], want[1])
	}
	if r := got[1] / want[1]; r < low || r > high {
		t.Errorf("%s: sd %v, want %v", name, got[1], want[1])
	}
}

// NeverFalls checks that no iteration lets the log evidence fall, which VMP
// guarantees, but for rounding: iterate runs one and returns the evidence.
func NeverFalls(t *testing.T, iterations int, iterate func() (float64, error)) {
	t.Helper()
	last := math.Inf(-1)
	for k := range iterations {
		e, err := iterate()
		if err != nil {
			t.Fatal(err)
		}
		if e < last-1e-9*math.Abs(last) {
			t.Errorf("iteration %d: the evidence falls from %v to %v", k, last, e)
		}
		last = e
	}
}
