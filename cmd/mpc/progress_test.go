package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestProgressLeft(t *testing.T) {
	p := newProgress(nil, 200, 1e-8)
	left := func(iteration, want int) {
		t.Helper()
		got, ok := p.left(iteration)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("after %d iterations %d are left, %v; want %d", iteration, got, ok, want)
		}
	}
	const unknown = -1
	for i := range 10 {
		if i < 4 {
			left(i, unknown)
		}
		p.changes = append(p.changes, math.Pow(10, -float64(i)/2))
	}
	left(10, 7) // the change is 10^-4.5 and shrinks tenfold in two iterations
	p.max = 12
	left(10, 2)
	p.changes = append(p.changes, 1)
	left(11, unknown) // it grows
	p.max, p.tolerance = 50, 0
	left(11, 39)
}

// The time of a step stands beside it, and stays where it was long; iterations are timed from
// the first one.
func TestProgressSteps(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(0, 0)
	p := newProgress(&b, 10, 0)
	p.now = func() time.Time { return clock }
	p.step("interpreting the model")
	clock = clock.Add(100 * time.Millisecond)
	p.step("building the package")
	clock = clock.Add(6 * time.Second)
	p.step("building the package: math/big")
	p.show(0, 1)
	clock = clock.Add(time.Second)
	p.show(5, 1)
	p.clear()
	got := b.String()
	for _, want := range []string{"\r\x1b[Kbuilding the package: math/big, 6.0 s", "\r\x1b[Kbuilding the package: 6.0 s\n", "iteration 5, change 1.0e+00, about 1s left"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	if strings.Contains(got, "interpreting the model: ") {
		t.Errorf("%q: a short step stays", got)
	}
}

func TestProgressLine(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(0, 0)
	p := newProgress(&b, 10, 0)
	p.now = func() time.Time { return clock }
	p.clear()
	if b.Len() != 0 {
		t.Errorf("clear writes %q before anything is drawn", b.String())
	}
	for i := 0; i <= 5; i++ {
		clock = clock.Add(time.Second)
		p.show(i, 0.5)
	}
	want := "\r\x1b[K[############............] iteration 5, change 5.0e-01, about 5s left"
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("drawn %q, not %q", b.String(), want)
	}
	n := b.Len()
	clock = clock.Add(time.Millisecond)
	p.show(6, 0.4)
	if b.Len() != n {
		t.Errorf("drawn twice within %s", redraw)
	}
	p.clear()
	if !strings.HasSuffix(b.String(), "\r\x1b[K") {
		t.Error("the line stays")
	}
}

func TestScanProgressLine(t *testing.T) {
	var b strings.Builder
	p := newScanProgress(&b, 2000)
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.show(100, 0)
	clock = clock.Add(2 * time.Second)
	p.show(500, 0)
	if want := "\r\x1b[K[######..................] scan 500 of 2000, about 7.5s left"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("drawn %q, not %q", b.String(), want)
	}
}

func TestCountLine(t *testing.T) {
	var b strings.Builder
	c := &count{w: &b, of: 3, what: "data sets"}
	c.clear()
	c.show(1)
	c.show(2) // comes too fast
	c.show(3)
	c.clear()
	if want := "\r\x1b[K1 of 3 data sets\r\x1b[K3 of 3 data sets\r\x1b[K"; b.String() != want {
		t.Errorf("drawn %q, not %q", b.String(), want)
	}
	var none *count
	none.show(1)
	none.clear()
}
