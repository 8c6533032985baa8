// Package checking is what is the same in the tests of all generated packages: the data that they run on, and what they
// measure.
package checking

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// Prepared returns what run makes of testdata/data.json, or, where there is no such file, of the first kind of made-up data
// that fits the model.
func Prepared[D, I any](tb testing.TB, run func(D) (I, error), madeUp func(kind int) D) I {
	if b, err := os.ReadFile("testdata/data.json"); err == nil {
		var data D
		if err := json.Unmarshal(b, &data); err != nil {
			tb.Fatal(err)
		}
		inf, err := run(data)
		if err != nil {
			tb.Fatal(err)
		}
		return inf
	}
	var first error
	for kind := range 3 {
		inf, err := run(madeUp(kind))
		if err == nil {
			return inf
		}
		if first == nil {
			first = err
		}
	}
	tb.Skipf("no made-up data fit the model (%v): put data into testdata/data.json", first)
	panic("a test that is skipped has ended")
}

// Allocations asserts that steps allocate nothing once they have run.
func Allocations(t *testing.T, steps map[string]func() error) {
	for name, step := range steps {
		if n := testing.AllocsPerRun(10, func() {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Benchmark times steps.
func Benchmark(b *testing.B, steps map[string]func() error) {
	for name, step := range steps {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A Saved thing has a state.
type Saved interface{ MarshalBinary() ([]byte, error) }

// SameStates asserts that two inferences, of which a different number of goroutines shared the work, save the same.
func SameStates(t *testing.T, one, two Saved) {
	want, err := one.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := two.MarshalBinary(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("two goroutines draw other values than one: %v", err)
	}
}
