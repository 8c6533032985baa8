package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A message comes out of a product of many without a trace, also one that excludes
// values or that is enormous.
func TestCategoricalTotal(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 4))
	const size = 4
	for range 100 {
		total := NewCategoricalTotals(1, func(int) int { return size })
		list := NewCategoricals(6, func(int) int { return size })
		for i := range list {
			for k := range size {
				switch list[i].LogP[k] = rng.NormFloat64(); rng.IntN(12) {
				case 0:
					list[i].LogP[k] = math.Inf(-1)
				case 1:
					list[i].LogP[k] = -1e15
				}
			}
			total[0].Add(list[i])
		}
		kept := NewCategoricalTotals(1, func(int) int { return size })
		kept[0].Set(total[0])
		for out := range list {
			want := CategoricalUniform(size)
			for i, m := range list {
				if i != out {
					want.SetTimes(want, m)
				}
			}
			var got, all Categorical
			total[0].Except(list[out], &got)
			checkLogs(t, "without one", got, want)
			total[0].Replace(list[out], CategoricalUniform(size))
			total[0].Value(&got)
			checkLogs(t, "replaced", got, want)
			total[0].Replace(CategoricalUniform(size), list[out])
			total[0].Value(&all)
			kept[0].Value(&got)
			checkLogs(t, "kept", got, all)
		}
		var got Categorical
		if total[0].Reset(); true {
			total[0].Value(&got)
		}
		if !got.IsUniform() || got.Size() != size {
			t.Fatalf("reset to %v", got.LogP)
		}
	}
}

func checkLogs(t *testing.T, name string, got, want Categorical) {
	t.Helper()
	for k, l := range want.LogP {
		if g := got.LogP[k]; g != l && !(math.Abs(g-l) <= 1e-12*(1+math.Abs(l))) && (g == g || l == l) {
			t.Fatalf("%s: %v, want %v", name, got.LogP, want.LogP)
		}
	}
}

func TestCategoricalState(t *testing.T) {
	d := CategoricalLogWeights(0, math.Inf(-1), -3)
	back := CategoricalUniform(3)
	rest, ok := back.ReadState(append(d.AppendState(nil), 7))
	if !ok || len(rest) != 1 || !distAllEqual(back.LogP, d.LogP) {
		t.Errorf("%v, %v, %v", back, rest, ok)
	}
	if _, ok := back.ReadState(make([]byte, 23)); ok {
		t.Error("too short, and read")
	}
	if back.Resize(2); !back.IsUniform() || back.Size() != 2 {
		t.Errorf("resized to %v", back)
	}
}
