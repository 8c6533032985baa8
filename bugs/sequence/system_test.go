package sequence

import (
	"math/rand/v2"
	"testing"
)

// TestSystem compares what is known of random systems with all of their solutions in a box.
func TestSystem(t *testing.T) {
	const side = 4
	names := []string{"i", "j", "n"}
	empty, bounded := 0, 0
	for seed := range uint64(700) {
		r := rand.New(rand.NewPCG(seed, 3))
		form := func() Form {
			f := constant(r.IntN(9) - 4)
			for _, n := range names {
				f = f.plus(symbol(n).times(r.IntN(5) - 2))
			}
			return f
		}
		var s System
		for range r.IntN(3) {
			s.Zero = append(s.Zero, form())
		}
		for range r.IntN(4) {
			s.Least = append(s.Least, form())
		}
		for _, n := range names { // the box
			s.Least = append(s.Least, symbol(n).add(side), symbol(n).times(-1).add(side))
		}
		objective := form()
		some, least := false, 0
		for i := -side; i <= side; i++ {
			for j := -side; j <= side; j++ {
				for n := -side; n <= side; n++ {
					at := map[string]int{"i": i, "j": j, "n": n}
					ok := true
					for _, f := range s.Zero {
						ok = ok && value(f, at) == 0
					}
					for _, f := range s.Least {
						ok = ok && value(f, at) >= 0
					}
					if ok && (!some || value(objective, at) < least) {
						some, least = true, value(objective, at)
					}
				}
			}
		}
		if s.empty() {
			empty++
			if some {
				t.Fatalf("seed %d: %v has solutions", seed, s)
			}
		}
		if b, ok := s.least(objective); ok && b < noSolution {
			bounded++
			if some && b > least {
				t.Fatalf("seed %d: %s is said to be at least %d in %v, and is %d", seed, objective, b, s, least)
			}
		} else if ok && some {
			t.Fatalf("seed %d: %v has solutions", seed, s)
		}
	}
	if empty < 70 || bounded < 70 {
		t.Errorf("%d systems are known to be empty, %d have a known least value", empty, bounded)
	}
}

func value(f Form, at map[string]int) int {
	x := f.C
	for n, k := range f.T {
		x += k * at[n]
	}
	return x
}

// TestDivisors holds that equations without solutions in whole numbers are found.
func TestDivisors(t *testing.T) {
	i, j := symbol("i"), symbol("j")
	if s := (System{Zero: []Form{i.times(2).minus(j.times(2).add(1))}}); !s.empty() {
		t.Error("2 i = 2 j + 1 has no solution")
	}
	if s := (System{Zero: []Form{i.times(2).minus(j.times(3).add(1))}}); s.empty() {
		t.Error("2 i = 3 j + 1 has solutions")
	}
	if s := (System{Least: []Form{i.times(2).add(-1), i.times(-2).add(1)}}); !s.empty() {
		t.Error("1 <= 2 i <= 1 has no solution")
	}
}
