package main

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestProgressLeft(t *testing.T) {
	p := newProgress(nil, 200, 1e-8)
	for i := range 10 {
		if got := p.left(i); i < 4 && got != 200-i {
			t.Errorf("after %d iterations %d are left, not %d: nothing is known yet", i, got, 200-i)
		}
		p.changes = append(p.changes, math.Pow(10, -float64(i)/2))
	}
	// The change is 10^-4.5 and shrinks tenfold in two iterations.
	if got := p.left(10); got != 7 {
		t.Errorf("%d iterations left, not 7", got)
	}
	if p.max = 12; p.left(10) != 2 {
		t.Errorf("%d iterations left, not the 2 up to the maximum", p.left(10))
	}
	p.changes = append(p.changes, 1)
	if got := p.left(11); got != 1 {
		t.Errorf("%d iterations left where the change grows, not 1", got)
	}
	if p.max, p.tolerance = 50, 0; p.left(11) != 39 {
		t.Errorf("%d iterations left with tolerance 0, not 39", p.left(11))
	}
}

func TestProgressLine(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(0, 0)
	p := newProgress(&b, 10, 0)
	p.now = func() time.Time { return clock }
	p.start = clock
	p.clear()
	if b.Len() != 0 {
		t.Errorf("clear writes %q before anything is drawn", b.String())
	}
	for i := 1; i <= 5; i++ {
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
	clock := p.start.Add(3 * time.Second)
	p.now = func() time.Time { return clock }
	p.show(500, 0)
	if want := "\r\x1b[K[######..................] scan 500 of 2000, about 9s left"; b.String() != want {
		t.Errorf("drawn %q, not %q", b.String(), want)
	}
}
