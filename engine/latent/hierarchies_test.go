package latent

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mpc/mcmc"
)

// A hierarchy is one of testdata/hierarchies, as rows.
type hierarchy struct {
	linear
	names  []string // of coordinates
	hypers []string
	priors map[string][2]float64 // of precisions: gamma; of normals: 0 and a variance
	data   map[string]json.RawMessage
	exact  map[string][2]float64 // mean and sd
}

func (h *hierarchy) coordinate(name string) int {
	h.names = append(h.names, name)
	h.size++
	return h.size - 1
}

func (h *hierarchy) coordinates(name string, n int) (list []int) {
	for i := range n {
		list = append(list, h.coordinate(fmt.Sprintf("%s[%d]", name, i)))
	}
	return list
}

func (h *hierarchy) normal(at []int, slope []float64, y float64, hyper string) {
	of := -1
	for k, name := range h.hypers {
		if name == hyper {
			of = k
		}
	}
	h.list = append(h.list, said{at: at, slope: slope, y: y, of: of})
}

// given is a normal of known variance.
func (h *hierarchy) given(name string) int {
	c := h.coordinate(name)
	h.list = append(h.list, said{at: []int{c}, slope: []float64{1}, precision: 1 / h.priors[name][1], of: -1})
	return c
}

func read[T any](t *testing.T, h *hierarchy, name string) (x T) {
	t.Helper()
	if err := json.Unmarshal(h.data[name], &x); err != nil {
		t.Fatal(err)
	}
	return x
}

var (
	gammaPrior  = regexp.MustCompile(`(\w+) ~ gamma\(shape = ([\d.]+), rate = ([\d.]+)\)`)
	normalPrior = regexp.MustCompile(`(\w+) ~ normal\(0, variance = ([\d.]+)\)`)
)

// wider has the answers of quadrature with log precisions from -9 on and effects as far as they
// go: in testdata the grid of these models ends where a fifth of an sd is yet to come.
var wider = map[string]map[string][2]float64{
	"probit4.json": {
		"m": {0.245938, 0.777923}, "u[0]": {0.060273, 0.788574}, "u[1]": {1.830986, 1.997996}, "u[2]": {-1.605311, 1.948415},
		"u[3]": {0.060273, 0.788574}, "u[4]": {1.830986, 1.997996}, "u[5]": {1.830986, 1.997996}, "u[6]": {1.830986, 1.997996},
		"u[7]": {-1.605311, 1.948415}, "u[8]": {-1.605311, 1.948415},
	},
	"logit3.json": {"m": {-1.144378, 0.868522}, "u[1]": {-1.838081, 1.414251}, "u[3]": {-1.838081, 1.414251}},
	"logit2.json": {"u[1]": {2.715980, 1.620681}, "u[2]": {2.715980, 1.620681}, "u[3]": {2.715980, 1.620681}},
}

func readHierarchy(t *testing.T, file string) *hierarchy {
	t.Helper()
	h := &hierarchy{priors: map[string][2]float64{}}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Model string
		Data  map[string]json.RawMessage
		Exact map[string][2]float64
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	h.data, h.exact = all.Data, all.Exact
	for name, wide := range wider[filepath.Base(file)] {
		h.exact[name] = wide
	}
	for _, m := range gammaPrior.FindAllStringSubmatch(all.Model, -1) {
		a, _ := strconv.ParseFloat(m[2], 64)
		b, _ := strconv.ParseFloat(m[3], 64)
		h.hypers = append(h.hypers, m[1])
		h.priors[m[1]] = [2]float64{a, b}
	}
	for _, m := range normalPrior.FindAllStringSubmatch(all.Model, -1) {
		v, _ := strconv.ParseFloat(m[2], 64)
		h.priors[m[1]] = [2]float64{0, v}
	}
	h.prior = func(theta []float64) (sum float64) {
		for k, x := range theta {
			p := h.priors[h.hypers[k]]
			g, _ := math.Lgamma(p[0])
			sum += (p[0]-1)*math.Log(x) - p[1]*x + p[0]*math.Log(p[1]) - g
		}
		return sum
	}
	one := []float64{1}
	switch kind := strings.TrimRight(strings.TrimSuffix(filepath.Base(file), ".json"), "0123456789"); kind {
	case "intercept", "logit", "probit", "poisson":
		m := h.given("m")
		u := h.coordinates("u", read[int](t, h, "group"))
		for _, c := range u {
			h.normal([]int{c, m}, []float64{1, -1}, 0, "t")
		}
		for i, g := range read[[]int](t, h, "g") {
			switch kind {
			case "intercept":
				h.normal([]int{u[g]}, one, read[[]float64](t, h, "y")[i], "s")
			case "poisson":
				y := read[[]int](t, h, "y")[i]
				h.list = append(h.list, said{at: []int{u[g]}, slope: one, site: func(s *Sites, b *mcmc.NormalBlock, z float64) { s.Poisson(b, z, y) }})
			default:
				y := read[[]bool](t, h, "y")[i]
				h.list = append(h.list, said{at: []int{u[g]}, slope: one, site: func(s *Sites, b *mcmc.NormalBlock, z float64) {
					if kind == "logit" {
						s.Logit(b, z, y)
					} else {
						s.Probit(b, z, y)
					}
				}})
			}
		}
	case "regression":
		var b []int
		for k := 0; h.priors[fmt.Sprintf("b%d", k)][1] > 0; k++ {
			b = append(b, h.given(fmt.Sprintf("b%d", k)))
		}
		for i, y := range read[[]float64](t, h, "y") {
			slope := []float64{1}
			for k := 1; k < len(b); k++ {
				slope = append(slope, read[[]float64](t, h, fmt.Sprintf("x%d", k))[i])
			}
			h.normal(b, slope, y, "s")
		}
	case "slopes":
		ma, mb := h.given("ma"), h.given("mb")
		n := read[int](t, h, "group")
		a, b := h.coordinates("a", n), h.coordinates("b", n)
		for j := range n {
			h.normal([]int{a[j], ma}, []float64{1, -1}, 0, "ta")
			h.normal([]int{b[j], mb}, []float64{1, -1}, 0, "tb")
		}
		for i, g := range read[[]int](t, h, "g") {
			h.normal([]int{a[g], b[g]}, []float64{1, read[[]float64](t, h, "x")[i]}, read[[]float64](t, h, "y")[i], "s")
		}
	case "crossed":
		mu := h.given("mu")
		u, w := h.coordinates("u", read[int](t, h, "row")), h.coordinates("w", read[int](t, h, "col"))
		for _, c := range u {
			h.normal([]int{c}, one, 0, "tu")
		}
		for _, c := range w {
			h.normal([]int{c}, one, 0, "tw")
		}
		c := read[[]int](t, h, "c")
		for i, r := range read[[]int](t, h, "r") {
			h.normal([]int{mu, u[r], w[c[i]]}, []float64{1, 1, 1}, read[[]float64](t, h, "y")[i], "s")
		}
	case "walk":
		x := h.coordinates("x", read[int](t, h, "T"))
		h.list = append(h.list, said{at: x[:1], slope: one, precision: 1.0 / 25, of: -1})
		for i, c := range x {
			if i > 0 {
				h.normal([]int{c, x[i-1]}, []float64{1, -1}, 0, "q")
			}
			h.normal([]int{c}, one, read[[]float64](t, h, "y")[i], "s")
		}
	default:
		t.Fatal(kind)
	}
	return h
}

// TestHierarchies: all of testdata/hierarchies are within their bounds of quadrature: means of
// normals 0.05 sd, sds 5 %, moments of precisions 10 %.
func TestHierarchies(t *testing.T) {
	list, err := filepath.Glob("../../testdata/hierarchies/*.json")
	if err != nil || len(list) < 31 {
		t.Fatal(len(list), err)
	}
	for _, file := range list {
		dir := filepath.Base(file)
		h := readHierarchy(t, file)
		var hypers []Hyper
		for range h.hypers {
			hypers = append(hypers, Positive(1))
		}
		p, err := Integrate([]Model{h}, h.pattern(), hypers, Options{})
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if len(h.exact) != len(h.names)+len(h.hypers) {
			t.Errorf("%s: %d answers of %d", dir, len(h.names)+len(h.hypers), len(h.exact))
		}
		worstMean, worstSd, worstHyper := 0.0, 0.0, 0.0
		for c, name := range h.names {
			e := h.exact[name]
			worstMean = max(worstMean, math.Abs(p.Mean(c)-e[0])/e[1])
			worstSd = max(worstSd, math.Abs(p.Sd(c)/e[1]-1))
		}
		for k, name := range h.hypers {
			e := h.exact[name]
			worstHyper = max(worstHyper, math.Abs(p.HyperMean(k)/e[0]-1), math.Abs(p.HyperSd(k)/e[1]-1))
		}
		t.Logf("%-12s %4d nodes: means %.4f sd, sds %.2f %%, precisions %.2f %%", dir, len(p.Nodes), worstMean, 100*worstSd, 100*worstHyper)
		if worstMean > 0.05 || worstSd > 0.05 || worstHyper > 0.10 {
			t.Errorf("%s: off by %.3f sd, %.1f %%, %.1f %%", dir, worstMean, 100*worstSd, 100*worstHyper)
		}
	}
}
