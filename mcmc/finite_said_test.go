package mcmc

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// tell is say, number by number.
func (w *world) tell(b *FiniteBlock) {
	seen := map[int]bool{}
	for _, t := range w.tellings {
		if t.shared == 0 {
			b.Begin()
		} else if seen[t.shared] || !b.BeginShared(t.shared-1) {
			continue
		}
		seen[t.shared] = true
		for k, log := range t.table {
			b.Say(k, log)
		}
	}
}

// TestFiniteTold: what is said number by number is what is said by tables.
func TestFiniteTold(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := range 50 {
		w := randomWorld(r)
		if n%2 == 1 {
			w = chain([]float64{0.2, 0.8}, [][]float64{{0.9, 0.1}, {0.3, 0.7}}, [][]float64{{0.1, 0.5}, {2, 1}, {0, -1}})
		}
		p := w.pattern()
		p.Order(true)
		one, other := &FiniteBlock{}, &FiniteBlock{}
		one.Reset(p)
		other.Reset(p)
		w.say(one)
		w.tell(other)
		if !slices.Equal(one.numbers, other.numbers) {
			t.Fatalf("%d: %v is said, by tables %v", n, other.numbers, one.numbers)
		}
		a, b := one.Draw(NewStream(3, 0)), other.Draw(NewStream(3, 0))
		if a != b || fmt.Sprint(one.Values, one.Lost) != fmt.Sprint(other.Values, other.LostAt()) {
			t.Errorf("%d: %v, by tables %v", n, other.Values, one.Values)
		}
	}
	b := &FiniteBlock{}
	p := NewFinitePattern()
	p.Element(2)
	p.Order(true)
	if b.Reset(p); b.BeginShared(0) {
		t.Error("a shared table of no factor")
	}
}

// TestFinitePut: arrays are given their parts of the values, one behind the other, also those without elements.
func TestFinitePut(t *testing.T) {
	b := &FiniteBlock{Values: []int{2, 0, 1, 0, 1, 3}}
	first, none, truths, last := make([]int, 2), []int{}, make([]bool, 3), make([]int, 1)
	at := b.Put(last, b.PutTruths(truths, b.Put(none, b.Put(first, 0))))
	if got, want := fmt.Sprint(first, none, truths, last, at), "[2 0] [] [true false true] [3] 6"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestFiniteNote: elements stay noted, and are where several values were possible.
func TestFiniteNote(t *testing.T) {
	free := []bool{true, false}
	b := &FiniteBlock{}
	if b.Note(free); fmt.Sprint(free) != "[true false]" {
		t.Errorf("%v where one value was possible", free)
	}
	p := NewFinitePattern()
	p.Element(2)
	p.Say(0)
	p.Order(true)
	b.Reset(p)
	b.Begin()
	b.Say(0, math.Log(0.3))
	b.Say(1, math.Log(0.7))
	b.Draw(NewStream(1, 0))
	if b.Note(free); fmt.Sprint(free) != "[true true]" {
		t.Errorf("%v where several were possible", free)
	}
}
