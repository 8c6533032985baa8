package plots

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mpc/samples"
)

// pictures is a folder to write the pictures of the tests to, to look at.
var pictures = flag.String("pictures", "", "write the pictures to this folder")

// chains returns autocorrelated draws after f.
func chains(seed uint64, count, n int, phi float64, f func(chain int, x float64) float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	list := make([][]float64, count)
	for c := range list {
		x := rng.NormFloat64()
		for range n {
			list[c] = append(list[c], f(c, x))
			x = phi*x + math.Sqrt(1-phi*phi)*rng.NormFloat64()
		}
	}
	return list
}

func series(name string, draws [][]float64) Series {
	r := samples.NewRecorder(samples.Size{Chains: len(draws)})
	keeper := samples.NewDrawsKeeper([]string{name}, len(draws))
	for c := range draws {
		for _, x := range draws[c] {
			r.Add(c, x)
			keeper.Add(c, []float64{x})
		}
	}
	var file bytes.Buffer
	if err := keeper.Write(&file); err != nil {
		panic(err)
	}
	kept, err := samples.ReadKept(&file)
	if err != nil {
		panic(err)
	}
	return Series{name, kept.Column(0), kept.Every, r.Summary(nil)}
}

// drawn are the series that the tests draw.
func drawn() []Series {
	same := func(_ int, x float64) float64 { return x }
	return []Series{
		series("skill[3]", chains(1, 4, 1000, 0.5, func(_ int, x float64) float64 { return 25 + 3*x })),
		series("apart", chains(2, 4, 1000, 0.9, func(c int, x float64) float64 { return x + float64(c*c)/3 })),
		series("long", chains(3, 2, 100000, 0.99, func(_ int, x float64) float64 { return math.Exp(3 * x) })),
		series("far", chains(4, 3, 500, 0.3, func(_ int, x float64) float64 { return 1e6 + 1e-3*x })),
		series("tiny", chains(5, 10, 50, 0.3, func(_ int, x float64) float64 { return 1e-9 * x })),
		series("count", chains(6, 4, 800, 0.6, func(_ int, x float64) float64 { return math.Floor(math.Exp(0.5*x) * 3) })),
		series("still", chains(7, 2, 100, 0.5, func(int, float64) float64 { return 2.5 })),
		series("still and 0", chains(7, 1, 1, 0.5, func(int, float64) float64 { return 0 })),
		series("cauchy", chains(8, 4, 1000, 0.1, func(_ int, x float64) float64 { return math.Tan(math.Pi * (0.5*math.Erfc(-x/math.Sqrt2) - 0.5)) })),
		series(`<a> & "b"`, chains(9, 2, 100, 0.5, same)),
		{Name: "none", Summary: samples.Real{Mean: math.NaN(), RHat: math.NaN(), ESSBulk: math.NaN()}},
		{Name: "not finite", Chains: [][]float64{{math.NaN(), 1, math.Inf(1), 2, 3}, {}}},
	}
}

// look checks that a picture is good XML with numbers only where numbers must be, and
// returns how many elements of each name it has.
func look(t *testing.T, name string, svg []byte) map[string]int {
	t.Helper()
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, Files{}.Name(name, nil)), svg, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	count := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, svg)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		count[start.Name.Local]++
		for _, a := range start.Attr {
			numbers := ""
			switch a.Name.Local {
			case "x", "y", "x1", "x2", "y1", "y2", "width", "height":
				numbers = a.Value
			case "points":
				numbers = strings.ReplaceAll(a.Value, ",", " ")
			}
			for _, word := range strings.Fields(numbers) {
				if x, err := strconv.ParseFloat(word, 64); err != nil || !(x >= 0 && x <= pictureWidth) {
					t.Fatalf("%s: %s of %s is %s", name, a.Name.Local, start.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestWrite(t *testing.T) {
	for _, s := range drawn() {
		var b, again bytes.Buffer
		if err := Write(&b, s); err != nil {
			t.Fatal(err)
		}
		count := look(t, s.Name, b.Bytes())
		if err := Write(&again, s); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%s: the same draws give another picture, %v", s.Name, err)
		}
		if b.Len() > 300_000 {
			t.Errorf("%s: %d bytes", s.Name, b.Len())
		}
		switch s.Name {
		case "skill[3]":
			if count["polyline"] != 8 {
				t.Errorf("%s: %v", s.Name, count)
			}
		case "count":
			if count["polyline"] != 4 || count["rect"] < 20 {
				t.Errorf("%s: %v", s.Name, count)
			}
		}
	}
}

func TestWriteShares(t *testing.T) {
	const n = 500
	z := samples.NewIndices(samples.Size{Chains: 4}, 30)
	b := samples.NewTruths(samples.Size{Chains: 4})
	topics, rain := make([][]float64, 4), make([]float64, 4)
	for c, draws := range chains(3, 4, n, 0.8, func(_ int, x float64) float64 { return x }) {
		topics[c] = make([]float64, 30)
		for _, x := range draws {
			topic := min(int(math.Abs(8*x)), 29)
			z.Add(c, topic)
			topics[c][topic] += 1.0 / n
			b.Add(c, x > 0.5)
			if x > 0.5 {
				rain[c] += 1.0 / n
			}
		}
	}
	for _, s := range []Shares{
		{"topic[7]", nil, topics, z.Summary(nil)},
		{"team", []string{"Manchester United", "Arsenal"}, [][]float64{{0.3, 0.7}, {0.4, 0.6}}, samples.Index{P: []float64{0.35, 0.65}, MCSE: []float64{0.05, 0.05}, ESSBulk: 100, RHat: 1.01}},
		TruthShares("rain", rain, b.Summary(nil)),
		TruthShares("nothing", []float64{math.NaN()}, samples.Truth{P: math.NaN(), RHat: math.NaN()}),
		{Name: "empty"},
	} {
		var out bytes.Buffer
		if err := WriteShares(&out, s); err != nil {
			t.Fatal(err)
		}
		look(t, s.Name, out.Bytes())
	}
}

func TestWriteRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	good, wide := make([]int, 20), make([]int, 20)
	for range 1000 {
		good[rng.IntN(20)]++
		wide[min(int(20*(0.5+0.17*rng.NormFloat64())), 19)]++
	}
	for _, row := range []struct {
		r   Ranks
		red bool
	}{
		{Ranks{"right", good, "p = 0.4"}, false},
		{Ranks{"too wide", wide, "p < 0.0001"}, true},
		{Ranks{"no ranks", nil, ""}, false},
		{Ranks{"all zero", make([]int, 5), ""}, false},
		{Ranks{"one", []int{0, 1, 0, 0}, ""}, false},
	} {
		var b bytes.Buffer
		if err := WriteRanks(&b, row.r); err != nil {
			t.Fatal(err)
		}
		look(t, row.r.Name, b.Bytes())
		if got := strings.Contains(b.String(), bad); got != row.red {
			t.Errorf("%s: red is %v", row.r.Name, got)
		}
	}
}

// TestBinomialBand: against sums of the probabilities.
func TestBinomialBand(t *testing.T) {
	for _, n := range []int{1, 20, 300} {
		for _, p := range []float64{0.05, 0.3} {
			low, high := binomialBand(n, p, 0.99)
			below, sum, q := 0.0, 0.0, math.Pow(1-p, float64(n))
			for k := 0; k <= n; k++ {
				if k < low {
					below += q
				} else if k <= high {
					sum += q
				}
				q *= float64(n-k) / float64(k+1) * p / (1 - p)
			}
			if sum < 0.99 || below > 0.005 || 1-below-sum > 0.005+1e-12 {
				t.Errorf("%d of %v: from %d to %d, with %v below and %v in it", n, p, low, high, below, sum)
			}
		}
	}
}

// TestDensity: that of draws is positive, of integral 1, and highest where they are.
func TestDensity(t *testing.T) {
	for _, scale := range []float64{1e-6, 1, 1e6} {
		draws := chains(1, 1, 3000, 0, func(_ int, x float64) float64 { return scale * (x + 5) })[0]
		at, value := density(draws, 0, 10*scale)
		sum, best := 0.0, 0
		for i, v := range value {
			sum += v * (at[1] - at[0])
			if v > value[best] {
				best = i
			}
		}
		if math.Abs(sum-1) > 0.01 || math.Abs(at[best]/scale-5) > 0.3 || math.Abs(value[best]*scale-0.4) > 0.04 {
			t.Errorf("scale %v: integral %v, highest %v at %v", scale, sum, value[best], at[best])
		}
	}
}

func TestAxis(t *testing.T) {
	for _, row := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-3.2, 4.1, "-2 0 2 4"},
		{1, 1000, "200 400 600 800 1000"},
		{0, 3e9, "0 1 2 3 |  e9"},
		{2e-8, 1e-7, "0.2 0.4 0.6 0.8 1.0 |  e-7"},
		{1e6 - 0.002, 1e6 + 0.002, "-0.001 0.000 0.001 | + 1000000"},
		{2, 2, "1.90 1.95 2.00 2.05 2.10"},
		{0, 0, "-0.4 -0.2 0.0 0.2 0.4"},
	} {
		a := newAxis(row.low, row.high, 0, 100, 5)
		got := strings.Join(a.labels, " ")
		if a.note != "" {
			got += " | " + a.note
		}
		if got != row.want {
			t.Errorf("from %v to %v: %s, want %s", row.low, row.high, got, row.want)
		}
	}
}

func TestFileNames(t *testing.T) {
	files := Files{}
	for _, x := range []struct {
		element string
		index   []int
		want    string
	}{
		{"mu", nil, "mu.svg"},
		{"skill[3,1]", []int{3, 1}, "skill-3-1.svg"},
		{"skill[ann, 0]", []int{0, 0}, "skill-ann-0.svg"},
		{"skill[Ann, 0]", []int{2, 0}, "skill-Ann-0-2-0.svg"}, // one file where case does not count
		{"shop[North, St.]", []int{0}, "shop-North-St..svg"},
		{"shop[Café Süd]", []int{1}, "shop-Café_Süd.svg"},
		{"shop[../a:b*]", []int{2}, "shop-.._a_b_.svg"},
		{"shop[../a?b*]", []int{3}, "shop-.._a_b_-3.svg"},
		{"shop[\x1b\n]", []int{4}, "shop-__.svg"},
		{"shop[" + strings.Repeat("é", 100) + "]", []int{5}, "shop-" + strings.Repeat("é", 57) + ".svg"},
	} {
		if got := files.Name(x.element, x.index); got != x.want {
			t.Errorf("%q is in %s, not %s", x.element, got, x.want)
		}
	}
}
