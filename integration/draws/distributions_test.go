package draws

import (
	"fmt"
	"strings"
	"testing"

	"mpc/mcmc"
)

// TestDistributions: draws by generated code, the interpreter and the chains of code are alike for
// each row of the table of distributions: drawn, observed and between bounds, with parameters
// that are drawn.
func TestDistributions(t *testing.T) { All(t, distributionTrials()) }

// distributionTrials have a few rows each.
func distributionTrials() (list []*Trial) {
	const rowsOfTrial = 7
	all := mcmc.Distributions()
	for first := 0; first < len(all); first += rowsOfTrial {
		var program strings.Builder
		var asked []string
		line := func(format string, args ...any) { fmt.Fprintf(&program, "  "+format+"\n", args...) }
		draw := func(name string, dist string) {
			line("%s ~ %s", name, dist)
			asked = append(asked, name)
		}
		draw("any", "uniform(0, 0.5)")
		draw("share", "beta(2, 2)")
		draw("positive", "uniform(0.5, 2)")
		for k, d := range all[first:min(first+rowsOfTrial, len(all))] {
			var args []string
			named := false
			for n, p := range d.Parameters {
				x := map[mcmc.Domain]string{mcmc.Anywhere: "any", mcmc.Share: "share", mcmc.Positive: "positive", mcmc.Count: "positive"}[p.Of]
				if p.Whole {
					x = fmt.Sprint(9 - n)
				}
				if named = named || p.Name == "precision" || p.Name == "rate" && d.Name == "gamma"; named { // and all behind it
					x = p.Name + " = " + x
				}
				args = append(args, x)
			}
			dist := fmt.Sprintf("%s(%s)", d.Name, strings.Join(args, ", "))
			low, high, seen := "positive + 0.1", "6", "5"
			if d.High == 1 {
				low, high, seen = "positive / 10", "0.9", "0.4"
			}
			if d.Whole {
				low = "positive - 1"
			}
			draw(fmt.Sprintf("x%d", k), dist)
			draw(fmt.Sprintf("t%d", k), fmt.Sprintf("truncated(%s, %s, %s)", dist, low, high))
			line("observe %s ~ %s", seen, dist)
			line("observe %s ~ truncated(%s, %s, %s)", seen, dist, low, high)
		}
		name := fmt.Sprintf("distributions%d", first)
		list = append(list, &Trial{Name: name, Data: "{}",
			Model: fmt.Sprintf("model: %s\nalgorithm: gibbs\nprogram: |\n%sinfer: [%s]\n", name, program.String(), strings.Join(asked, ", "))})
	}
	return list
}
