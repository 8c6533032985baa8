package schedule

import (
	"strings"
	"testing"
)

// TestFreshInLoops: what is shared is computed again before a reader where something that it reads has changed, and
// not where that was the message that its own cavity is without.
func TestFreshInLoops(t *testing.T) {
	for _, row := range []struct{ name, graph, want string }{{
		// The two messages of a factor share a tilt; each is to a variable of all.
		"cavities", `
axes i
node tilt [i]
node toA [i]
node toB [i]
node a output
node b output
edge tilt <- toA others i?
edge tilt <- toB others i?
edge toA <- tilt required fresh
edge toB <- tilt required fresh
edge a <- toA
edge b <- toB
`, `
iterate:
  forward along i:
    tilt
    toA
    toB
a
b
`}, {
		// What toA changes is read at the same element too, where a gather meets itself.
		"gathers", `
axes i
node tilt [i]
node toA [i]
node toB [i]
node a output
node b output
edge tilt <- toA i?
edge tilt <- toB others i?
edge toA <- tilt required fresh
edge toB <- tilt required fresh
edge a <- toA
edge b <- toB
`, `
iterate:
  forward along i:
    tilt
    toA
    tilt
    toB
a
b
`}, {
		// After the loop the tilts of all elements but the last are of before.
		"after a loop", `
axes i
node tilt [i]
node toA [i]
node toB [i]
node toX [i]
node a output
node x output
edge tilt <- toA others i?
edge tilt <- toB others i?
edge toA <- tilt required fresh
edge toB <- tilt required fresh
edge toX <- tilt required fresh
edge a <- toA
edge a <- toB
edge x <- toX
`, `
iterate:
  forward along i:
    tilt
    toA
    toB
finally:
  tilt
toX
a
x
`}} {
		g := ParseGraph(t, row.graph)
		s, err := Plan(g, nil)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if err := Verify(g, s); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		var got strings.Builder
		for _, line := range strings.Split(s.Text(g), "\n") {
			line, _, _ = strings.Cut(line, "  -- ")
			if !strings.HasPrefix(line, "updates:") {
				got.WriteString(line + "\n")
			}
		}
		if strings.TrimSpace(got.String()) != strings.TrimSpace(row.want) {
			t.Errorf("%s: got\n%s", row.name, got.String())
		}
	}
}
