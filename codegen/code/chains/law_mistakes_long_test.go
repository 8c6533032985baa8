//go:build long

package chains_test

import (
	"strings"
	"testing"

	"mpc/codegen/code/chains"
)

// TestLawOfMistakes: the law is broken by a mistake in the arithmetic of draws: a + in the place of a -, a / in the place of
// a *, one after the other. Those that it does not see change nothing, as -0 and /1 do in place of +0 and *1, or stand in
// what the model does not run: elements drawn alone, what is said again where digits are lost. Moves in which a block is
// integrated out are not counted: no conditional that the law knows is theirs, and the joints of integration/draws by Geweke
// (2004) has their mistakes. Nor is what a block is proposed from: another proposal is as right, and is only taken less often.
func TestLawOfMistakes(t *testing.T) {
	t.Parallel()
	planted, found := 0, 0
	for _, row := range lawfulRows {
		count := -1
		for k := 0; count < 0 || k < count; k++ {
			x, err := newLawful(row.text(), row.data)
			if err != nil {
				t.Fatal(err)
			}
			what := ""
			x.mistake = func(p *chains.Program) {
				list := p.Mistakes()
				if count = len(list); k < count {
					what, _ = list[k]()
				}
			}
			_, wrong, err := x.check(5)
			if what == "" {
				break
			}
			if strings.Contains(what, " of collapse_") || strings.Contains(what, "Block, which") || strings.Contains(what, "Sites, which") {
				continue
			}
			planted++
			if err != nil || len(wrong) > 0 {
				found++
			} else {
				t.Logf("%s: not seen: %s", row.what, what)
			}
		}
	}
	t.Logf("%d of %d mistakes are found", found, planted)
	if planted < 50 || found < planted*7/10 {
		t.Errorf("%d of %d mistakes are found", found, planted)
	}
}
