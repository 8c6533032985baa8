package codegen_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mpc"
)

// TestMixturePasses: what reads and writes the same long arrays is one loop, what is the
// same for all points is computed once, and of a point its probabilities alone are stored.
func TestMixturePasses(t *testing.T) {
	text := loopsWith(t, "../bench/mixture/model.yaml",
		"definition categorical of z the same for all\n",
		"use categorical of z of one pass\n",
		"posterior categorical of z[n] unread\n",
		"moments categorical of z[n]\n",
		"  for i in 0..<n once\n",
	)
	_, body, _ := strings.Cut(text, "step1: iterate")
	if n := strings.Count(body, "for i in 0..<n\n"); n != 2 {
		t.Errorf("%d passes over the points, want 2, in\n%s", n, body)
	}
}

// TestTopicPasses: of the topic of a word nothing is stored; where initial marginals are
// drawn each is drawn where it is read.
func TestTopicPasses(t *testing.T) {
	loopsWith(t, "../bench/lda/model.yaml",
		"definition categorical of z of one pass\n",
		"posterior categorical of z of one pass\n",
		"moments categorical of z of one pass\n",
		"sum dirichlet of theta of one pass\n",
		"      guess table",
	)
}

// loopsWith is the loop program of a model, in which the texts wanted must stand.
func loopsWith(t *testing.T, path string, wanted ...string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mpc.Compile("model.yaml", src, mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := c.Loops.String()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	return text
}

// TestSameMessages: of messages that are the same for all elements, or along one
// dimension, one is stored; the first row does not stand for all where it may be empty.
func TestSameMessages(t *testing.T) {
	for _, x := range []struct{ inputs, row, program, want string }{
		{"m: range", "m", "x[i][j] ~ normal(0, sd = 2)", "definition normal of x the same for all\n"},
		{"m: range, s: \"real[n]\"", "m", "x[i][j] ~ normal(s[i], sd = 2)", "definition normal of x[n] the same for all\n"},
		{"r: \"int[n]\"", "r[n]", "x[i][j] ~ normal(0, sd = 2)", "definition normal of x[n] the same for all\n"},
		{"m: range, t: \"real[m]\", s: \"real[n]\"", "m", "x[i][j] ~ normal(s[i] + t[j], sd = 2)", "definition normal of x[n][m] local\n"},
		{"m: range", "m", "if (i > 0) { x[i][j] ~ normal(0, sd = 2) } else { x[i][j] ~ normal(1, sd = 2) }", "definition normal of x[n][m]\n"},
	} {
		bound := x.row
		if bound == "r[n]" {
			bound = "0..<r[i]"
		}
		text := fmt.Sprintf("model: m\nalgorithm: vmp\ninputs: {n: range, %s, y: \"real[n][%s]\"}\nprogram: |\n  for (i in n) { for (j in %s) { %s; y[i][j] ~ normal(x[i][j], sd = 1) } }\ninfer: [x]\n",
			x.inputs, x.row, bound, x.program)
		c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{})
		if err != nil {
			t.Fatal(x.program, err)
		}
		if got := c.Loops.String(); !strings.Contains(got, x.want) {
			t.Errorf("%s: no %q in\n%s", x.program, x.want, got)
		}
	}
}
