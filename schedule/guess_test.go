package schedule

import (
	"testing"

	"mpc/depanalysis"
)

// What the user gave to begin with is computed anew after what is a guess: else it would
// follow the guesses, and be lost.
func TestGuessesFirst(t *testing.T) {
	for _, given := range []string{"mu", "z"} {
		guess := map[string]string{"mu": " guess", "z": " guess"}
		guess[given] = ""
		g, err := depanalysis.Parse(`
node cmu
node mu init` + guess["mu"] + `
node cz
node z init` + guess["z"] + `
node result output
edge mu <- cmu required
edge mu <- mu
edge z <- cz required
edge z <- z
edge cmu <- z required trigger
edge cz <- mu required trigger
edge result <- mu required
edge result <- z required
`)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Plan(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		var last string
		for _, st := range s.Steps {
			if it, ok := st.(*Iterate); ok {
				for _, u := range it.Body {
					last = g.Nodes[u.(*Update).Node].Name
				}
			}
		}
		if last != given {
			t.Errorf("the start of %s is given, and it is not computed last, but %s:\n%s", given, last, s.Text(g))
		}
	}
}
