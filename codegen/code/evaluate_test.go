package code_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
)

var errImproper = errors.New("improper")

// natives are the rows of the programs of testdata. A Normal is a precision and a product.
func natives() map[string]evaluate.Native {
	stream := []float64{0.76, 0.86, 0.3, 0.1, 0.95, 0.7}
	return map[string]evaluate.Native{
		"uniform": func(in, out *evaluate.Numbers) {
			if len(in.Others) == 0 { // the message
				out.Reals[0], out.Reals[1] = 0, 0
				return
			}
			out.Reals[0] = stream[0]
			stream = stream[1:]
		},
		"power": func(in, out *evaluate.Numbers) { out.Reals[0] = math.Pow(in.Reals[0], float64(in.Wholes[0])) },
		"multiply": func(in, out *evaluate.Numbers) {
			if in.Reals[2] > 100 {
				panic("a message of such a precision")
			}
			out.Reals[0], out.Reals[1] = in.Reals[0]+in.Reals[2], in.Reals[1]+in.Reals[3]
			out.Others[0] = nil
			if out.Reals[0] < 0 {
				out.Others[0] = errImproper
			}
		},
	}
}

// TestEvaluate runs the lines of "run" of each file: x[i] = v sets an element, x[i] reads one, f(a, b)
// runs a function. What each gives is compared.
func TestEvaluate(t *testing.T) {
	paths, err := filepath.Glob("evaluate/testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(src)
			m := machine(t, string(archive.Files[0].Data))
			var now strings.Builder
			for line := range strings.Lines(string(archive.Files[1].Data)) {
				command, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "  -> ")
				now.WriteString(command)
				if result := run(t, m, command); result != "" {
					now.WriteString("  -> " + result)
				}
				now.WriteString("\n")
			}
			archive.Files[1].Data = []byte(now.String())
			if got := txtar.Format(archive); *update {
				if err := os.WriteFile(path, got, 0o666); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(got, src) {
				t.Errorf("it is now\n%s", got)
			}
		})
	}
}

func machine(t *testing.T, text string) *evaluate.Machine {
	t.Helper()
	p, err := code.Parse("code", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := code.Check(p); err != nil {
		t.Fatal(err)
	}
	m, err := evaluate.New(p, natives())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs a line and writes what it gives.
func run(t *testing.T, m *evaluate.Machine, command string) string {
	t.Helper()
	if name, args, ok := strings.Cut(command, "("); ok {
		var values []any
		for _, a := range strings.Split(strings.TrimSuffix(args, ")"), ", ") {
			if a != "" {
				values = append(values, value(t, a))
			}
		}
		results, err := m.Run(name, values...)
		return written(results, err)
	}
	place, set, setting := strings.Cut(command, " = ")
	name, at, _ := strings.Cut(strings.TrimSuffix(place, "]"), "[")
	var index []int64
	for _, i := range strings.Split(at, ", ") {
		if i != "" {
			index = append(index, value(t, i).(int64))
		}
	}
	if setting {
		if err := m.Set(name, value(t, set), index...); err != nil {
			return "error: " + err.Error()
		}
		return ""
	}
	x, err := m.Get(name, index...)
	return written([]any{x}, err)
}

// value reads a real, a whole number, a truth, {an array of either}, or s, the stream.
func value(t *testing.T, text string) any {
	t.Helper()
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		reals, wholes := []float64{}, []int64{}
		for _, x := range strings.Fields(strings.TrimSuffix(inner, "}")) {
			switch v := value(t, x).(type) {
			case float64:
				reals = append(reals, v)
			case int64:
				wholes = append(wholes, v)
			}
		}
		if len(reals) > 0 {
			return reals
		}
		return wholes
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return b
	}
	return text
}

func written(results []any, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	var texts []string
	for _, r := range results {
		if r == nil {
			r = "none"
		}
		texts = append(texts, fmt.Sprint(r))
	}
	return strings.Join(texts, ", ")
}

// TestRefused: rows that nothing computes, draws that no pass has replaced.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"program p\nrow unknown(x real) real\n":                                                          "nothing computes the row unknown",
		"program p\nrow power(x real) real\nfunc f() real {\n  a = draw x[] ~ power(2.0)\n  give a\n}\n": "f, statement 1: a pass must replace the draw before it is run",
	} {
		p, err := code.Parse("p", text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := evaluate.New(p, natives()); err == nil || err.Error() != want {
			t.Errorf("%v, and not %s", err, want)
		}
	}
}

// BenchmarkLoop runs a loop of four operations on an element of a table.
func BenchmarkLoop(b *testing.B) {
	p, err := code.Parse("p", `program p
table n whole input
table x real [i < n[]] input
func f() real {
  size = n[]
  sum = for i up 0..size carry (s real = 0.0) {
    a = x[i]
    c = a * 2.0
    d = c - 1.0
    t = s + d
    give t
  }
  give sum
}
`)
	if err != nil {
		b.Fatal(err)
	}
	m, err := evaluate.New(p, nil)
	if err != nil {
		b.Fatal(err)
	}
	const n = 1000
	if err := m.Set("n", int64(n)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Run("f"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/4, "ns/operation")
}
