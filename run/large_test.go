package run_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

// TestLargeTexts: small sizes of texts that grow, whose compile time a doubling may multiply by four and
// no more: of what grows faster, as 2^n does, nothing comes back. Where the compiler does not take such a text
// it says what to write.
func TestLargeTexts(t *testing.T) {
	for _, l := range largeTexts() {
		for _, algorithm := range l.algorithms {
			t.Run(l.name+"/"+algorithm, func(t *testing.T) {
				t.Parallel()
				c, err := mpc.Plan("model.yaml", []byte(l.text(algorithm, 60)))
				if l.refused != nil && slices.Contains(l.refused, algorithm) {
					if err == nil || !strings.Contains(err.Error(), "[too-large]") {
						t.Errorf("got %v, want an error that it is too large", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if l.inputs == nil { // what mpc check does then
					set, err := run.ReadData(c, "", nil, nil)
					if err == nil {
						err = run.CheckData(context.Background(), c, set)
					}
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// TestTooLarge: what is too large in any way is an error with a place and a hint, at once.
func TestTooLarge(t *testing.T) {
	tests := []struct {
		name, code string
		program    writer
		n          int
	}{
		{"reads", "too-large", all(line("  x0 ~ beta(1, 1)"), each("  y{i} ~ bernoulli(x0)")), 2000},
		{"brackets", "too-deep", joined("  x0 = ", "(", "", "1"), 100_000},
		{"terms", "too-deep", joined("  x0 = ", "1", " + ", ""), 100_000},
		{"powers", "too-deep", joined("  x0 = ", "2", " ^ ", ""), 100_000},
		{"signs", "too-deep", joined("  x0 = ", "-", "", "1"), 100_000},
		{"calls", "too-deep", joined("  x0 = ", "exp(", "", "1"), 100_000},
		{"ifs", "too-deep", nested("  if (true) {", "  x0 ~ normal(0, variance = 1)", "  }"), 10_000},
		{"else ifs", "too-deep", joined("  ", "if (true) { x0 = {i} }", " else ", ""), 10_000},
		{"fors", "too-deep", nested("  for (i{i} in 0..<2) {", "  x0 ~ normal(0, variance = 1)", "  }"), 10_000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			l := &largeText{program: test.program}
			_, err := mpc.Plan("model.yaml", []byte(l.text("ep", test.n)))
			d, ok := err.(lang.Diagnostics)
			if !ok || !slices.ContainsFunc(d, func(d lang.Diagnostic) bool { return d.Code == test.code && d.Pos.IsKnown() && d.Hint != "" }) {
				text := fmt.Sprint(err)
				t.Errorf("got %s, want an error %s with a place and a hint", text[:min(len(text), 500)], test.code)
			}
		})
	}
}

// BenchmarkCompileLarge compiles texts of a thousand statements and more.
func BenchmarkCompileLarge(b *testing.B) {
	for _, l := range largeTexts() {
		for _, algorithm := range l.algorithms {
			for _, n := range []int{l.size / 2, l.size} {
				b.Run(fmt.Sprintf("%s/%s/%d", l.name, algorithm, n), func(b *testing.B) {
					src := []byte(l.text(algorithm, n))
					for b.Loop() {
						if _, err := mpc.Plan("model.yaml", src); err != nil && !strings.Contains(err.Error(), "[too-large]") {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
