package exact

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
)

// another are data of the same sizes, with other indices: what is tied is another network.
func (w network) another(seed uint64) network {
	r := rand.New(rand.NewPCG(seed, 78))
	w.data = maps.Clone(w.data)
	for _, name := range []string{"g", "h", "before"} {
		list, ok := w.data[name].([]int)
		if !ok {
			continue
		}
		other := make([]int, len(list))
		for i := range other {
			other[i] = r.IntN(len(list))
			if name == "before" {
				other[i] = r.IntN(max(1, i))
			}
		}
		w.data[name] = other
	}
	return w
}

// TestNetworksGenerated: generated packages find what the interpreter does, also with other data whose indices tie
// other elements.
func TestNetworksGenerated(t *testing.T) {
	var list []*agree.Trial
	for seed := uint64(1000); len(list) < 24/share; seed++ {
		w, ok := randomNetwork(seed)
		if !ok {
			continue
		}
		next := w.another(seed)
		possible := true
		for _, x := range []network{w, next} {
			z, _ := x.enumerate(t)
			possible = possible && !math.IsInf(z, -1)
		}
		if !possible {
			continue
		}
		first, err := json.Marshal(w.data)
		if err != nil {
			t.Fatal(err)
		}
		second, err := json.Marshal(next.data)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &agree.Trial{Name: fmt.Sprint("network", seed), Model: w.text, Data: string(first), Next: string(second), Iterations: 9})
	}
	agree.All(t, list, codegen.Options{})
}
