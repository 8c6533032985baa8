package exact

import (
	"strings"
	"testing"

	"mpc"
)

// TestIndicatorsFirst: where only an iteration reads what the user initializes, it begins
// with computing that, and what reads the initial value runs once before.
func TestIndicatorsFirst(t *testing.T) {
	model := strings.Replace(countedWords, "init: {phi: start}", "init: {z: random}", 1)
	model = strings.Replace(model, "  start: \"dirichlet(word)[topic]\"\n", "", 1)
	inner := strings.Replace(model, ", evidence", "", 1)
	for _, c := range []struct {
		name, text, begins, ends string
		init                     int
	}{
		{"indicators that nobody asks for", inner, "categorical.x>z", "posterior phi", 4},
		{"indicators in the evidence", model, "categorical.p>theta", "posterior z", 0},
	} {
		plan, err := mpc.Plan("model.yaml", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		s, _ := plan.Dump("schedule")
		body := s[strings.Index(s, "iterate:"):strings.Index(s, "marginal")]
		lines := strings.Split(strings.TrimSpace(body), "\n")[1:]
		if first, last := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[len(lines)-1]); !strings.HasPrefix(first, c.begins) || !strings.HasPrefix(last, c.ends) {
			t.Errorf("%s: the iteration begins %q and ends %q", c.name, first, last)
		}
		n := 0
		if at := strings.Index(s, "initialize:"); at >= 0 {
			n = strings.Count(s[at:strings.Index(s, "iterate:")], "\n") - 1
		}
		if n != c.init {
			t.Errorf("%s: %d updates before the iteration, want %d\n%s", c.name, n, c.init, s)
		}
	}
}
