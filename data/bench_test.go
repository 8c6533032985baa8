package data

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// benchmarks are files of a million elements, of the kinds that files hold.
func benchmarks(n int) map[string]struct {
	inputs, text string
	table        bool
} {
	row := func(f func(b *strings.Builder, i int)) string {
		var b strings.Builder
		for i := range n {
			f(&b, i)
		}
		return b.String()
	}
	list := func(f func(i int) string) string {
		return row(func(b *strings.Builder, i int) {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f(i))
		})
	}
	real := func(i int) string { return strconv.FormatFloat(float64(i*7919%100003)/997, 'f', 6, 64) }
	return map[string]struct {
		inputs, text string
		table        bool
	}{
		"JSON":       {"n: range\ny: real[n]", `{"y": [` + list(real) + "]}", false},
		"JSONNested": {"n: range\ny: real[n][2]", `{"y": [` + list(func(i int) string { return "[" + real(i) + ", " + real(i+1) + "]" }) + "]}", false},
		"JSONLabels": {"r: range\nn: range\ny: index(r)[n]", `{"y": [` + list(func(i int) string { return fmt.Sprintf(`"label%d"`, i*31%1000) }) + "]}", false},
		"JSONDigits": {"n: range\ny: int[n]", `{"y": [` + strings.ReplaceAll(list(func(i int) string { return strconv.Itoa(i % 10) }), " ", "") + "]}", false},
		"CSV":        {"n: range\ny: real[n]", "y\n" + row(func(b *strings.Builder, i int) { b.WriteString(real(i) + "\n") }), true},
		"CSVDigits":  {"n: range\ny: int[n]", "y\n" + row(func(b *strings.Builder, i int) { b.WriteString(strconv.Itoa(i%10) + "\n") }), true},
		"CSVWide": {"r: range\nn: range\ny: real[n]\nz: int[n]\nw: index(r)[n]", "w,y,z,other\n" + row(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%d,%s,%d,%s\n", i%97, real(i), i%2000, "x")
		}), true},
		"CSVLong": {"n: range\nm: range\ny: real[n][m]", "n,m,y\n" + row(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%d,%d,%s\n", i/1000, i%1000, real(i))
		}), true},
	}
}

// BenchmarkRead reads files of a million elements. B/op stands beside the size of the file.
func BenchmarkRead(b *testing.B) {
	for name, x := range benchmarks(1e6) {
		b.Run(name, func(b *testing.B) {
			m := inputs(b, x.inputs)
			text := []byte(x.text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := newSource("data", text)
				list := []*source{s}
				var set *Set
				if x.table {
					set, _ = read(list, nil, m, nil)
				} else {
					set, _ = read(nil, list, m, nil)
				}
				if set == nil {
					b.Fatal(s.diagnostics())
				}
			}
			b.ReportMetric(float64(len(text)), "B/file")
		})
	}
}
