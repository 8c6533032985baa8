package viz_test

import (
	"fmt"
	"strings"
	"testing"

	"mpc"
	"mpc/viz"
)

// TestTitles holds that the title of a box is a thing in it: edges go around things, and across
// labels of boxes.
func TestTitles(t *testing.T) {
	for of, p := range pictures(t, "testdata/gate.yaml") {
		inBox := false
		for _, line := range strings.Split(p.Dot(), "\n") {
			line = strings.TrimSpace(line)
			switch {
			case strings.HasPrefix(line, "subgraph cluster"):
				inBox = true
			case inBox && strings.HasPrefix(line, "color=") && !strings.Contains(line, `label=""`):
				t.Errorf("%s: a box has a label that edges cross: %s", of, line)
			}
		}
	}
}

// planned plans a model without a file.
func planned(t *testing.T, text string) *mpc.Compilation {
	t.Helper()
	c, err := mpc.Plan("large.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// many is a model with n times the same statements for one variable, or a chain of n.
func many(n int, chain bool) string {
	var b strings.Builder
	b.WriteString("model: large\nalgorithm: ep\nprogram: |\n  x ~ normal(0, sd = 1)\n")
	for i := range n {
		from := "x"
		if chain && i > 0 {
			from = fmt.Sprintf("y%d", i-1)
		}
		fmt.Fprintf(&b, "  y%d ~ normal(%s, sd = 1)\n", i, from)
		if !chain || i == n-1 {
			fmt.Fprintf(&b, "  observe y%d > %d\n", i, i)
		}
	}
	return b.String() + "infer: [x]\n"
}

// TestLarge holds that what is alike is drawn once in a large graph, and that the picture of
// twice as many statements has no more boxes; Whole draws each.
func TestLarge(t *testing.T) {
	for _, chain := range []bool{false, true} {
		var boxes [2]map[string]int
		for k, n := range []int{100, 200} {
			c := planned(t, many(n, chain))
			draw := func(o viz.Options) map[string]int {
				out := map[string]int{}
				for of, p := range map[string]*viz.Picture{
					"model": viz.Model(c.Model, o), "factors": viz.Factors(c.Graph, o),
					"dependencies": viz.Dependencies(c.Model, c.Deps, o), "schedule": viz.Schedule(c.Deps, c.Schedule, o),
				} {
					out[of] = strings.Count(p.Dot(), "shape=\"box\"") + strings.Count(p.Dot(), "shape=\"ellipse\"")
				}
				return out
			}
			boxes[k] = draw(viz.Options{})
			for of, whole := range draw(viz.Options{Whole: true}) {
				if whole < n {
					t.Errorf("%s, chain %v: the whole of %d statements has %d boxes", of, chain, n, whole)
				}
			}
		}
		for of, few := range boxes[0] {
			if few > 30 || boxes[1][of] != few {
				t.Errorf("%s, chain %v: %d boxes of 100 statements, %d of 200", of, chain, few, boxes[1][of])
			}
		}
	}
	text := viz.Model(planned(t, many(100, false)).Model, viz.Options{}).Dot()
	for _, want := range []string{"and 99 like it", "what is alike is drawn once"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestStatementsFold holds that the dependencies of a large model have a box for each statement.
func TestStatementsFold(t *testing.T) {
	p := pictures(t, "../models/football/model.yaml")["dependencies"].Dot()
	if n := strings.Count(p, "shape=\"box\""); n > 20 {
		t.Errorf("%d boxes", n)
	}
	if want := "line 22: observe gap[m] > margin"; !strings.Contains(p, want) {
		t.Errorf("no %s in\n%s", want, p)
	}
}
