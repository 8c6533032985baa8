package draws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/integration/program"
)

// A joint is a model whose prior is known in closed form, for Geweke's test of its sampler
// ("Getting it right: joint distribution tests of posterior simulators", Journal of the
// American Statistical Association 99, 2004): drawing the data anew after each scan must
// leave variables distributed as the prior says.
type sampledJoint struct {
	name    string
	program string // inputs and program
	data    string // first values, in JSON
	// columns are what is looked at, in Go, of the values v of a chain and the data in.
	columns []column
	// again draws the data given the values of the chain, in Go, with r.
	again string
	// faults are mistakes that must be found.
	faults []fault
}

// A column is a number of each draw, and its distribution function at some places.
type column struct {
	value string
	cdf   map[float64]float64
}

// A fault is a replacement in a generated file.
type fault struct{ name, file, old, new string }

// joints are models for Geweke's test: one for each kind of sampler.
var joints = slices.Concat(conjugateJoints, togetherJoints, finiteJoints, triedJoints)

// steps is how often the data are drawn anew.
const steps = 60000

func phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// erlang is the distribution function of a gamma of whole shape and rate 1.
func erlang(shape int, x float64) float64 {
	sum, term := 0.0, 1.0
	for k := range shape {
		sum += term
		term *= x / float64(k+1)
	}
	return 1 - math.Exp(-x)*sum
}

// at tabulates a distribution function.
func at(cdf func(float64) float64, places ...float64) map[float64]float64 {
	m := map[float64]float64{}
	for _, x := range places {
		m[x] = cdf(x)
	}
	return m
}

func standard(mean, sd float64) func(float64) float64 {
	return func(x float64) float64 { return phi((x - mean) / sd) }
}

func erlangs(shape int, rate float64) func(float64) float64 {
	return func(x float64) float64 { return erlang(shape, rate*x) }
}

// TestFaultsHaveAPlace: generated packages have the text that each planted fault replaces.
func TestFaultsHaveAPlace(t *testing.T) {
	for _, j := range joints {
		c, err := j.compile(false)
		if err != nil {
			t.Fatalf("%s: %v", j.name, err)
		}
		for _, f := range j.faults {
			if !slices.ContainsFunc(c.Package.Files, func(file codegen.File) bool {
				return file.Name == f.file && bytes.Contains(file.Source, []byte(f.old))
			}) {
				t.Errorf("%s: the fault %s has no place", j.name, f.name)
			}
		}
	}
}

// compile compiles the model, with its support or with imports of this module.
func (j *sampledJoint) compile(imports bool) (*mpc.Compilation, error) {
	return mpc.Compile(j.name+".yaml", []byte("model: "+j.name+"\nalgorithm: gibbs\n"+j.program), mpc.Options{Codegen: codegen.Options{Import: imports}})
}

// field is a value of a chain or an input, in the text of again.
var field = regexp.MustCompile(`\b(?:v|in)\.[a-z]\w*`)

// fields gives the fields in a text the names that a package has for them: of a name that
// functions of the package have for values of theirs, one with a "_".
func fields(text string, files []codegen.File) string {
	return field.ReplaceAllStringFunc(text, func(name string) string {
		other := strings.Replace("."+name+"_", ".v.", ".value.", 1)
		for _, f := range files {
			if bytes.Contains(f.Source, []byte(other)) {
				return name + "_"
			}
		}
		return name
	})
}

// chainValues are the fields of the values of a chain.
var chainValues = regexp.MustCompile(`(?s)\n\tvalue +struct \{\n(.*?)\n\t\}`)

// cleared sets all values of a chain that has none to what they are in a new one.
func cleared(files []codegen.File) string {
	var b strings.Builder
	for _, f := range files {
		if m := chainValues.FindSubmatch(f.Source); m != nil && f.Name == "chain.go" {
			for line := range strings.Lines(string(m[1])) {
				fmt.Fprintf(&b, "clear(none.value.%s)\n", strings.Fields(line)[0])
			}
		}
	}
	return b.String()
}

// TestGeweke: each sampler has the prior as its marginal distribution where the data are
// drawn with the variables, and each planted fault is seen; a sample of them, and all with
// -tags long.
func TestGeweke(t *testing.T) {
	statistical(t)
	type sampledRun struct {
		j     *sampledJoint
		fault *fault
	}
	var runs []sampledRun
	for _, j := range agree.Sample(joints, 5) {
		runs = append(runs, sampledRun{&j, nil})
		for f := range min(faultsEach, len(j.faults)) {
			runs = append(runs, sampledRun{&j, &j.faults[f]})
		}
	}
	built := program.Program{}
	var imports, calls strings.Builder
	count := 0
	for i, r := range runs {
		pkg := fmt.Sprintf("m%d", i)
		c, err := r.j.compile(!long && r.fault == nil)
		if err != nil {
			t.Fatalf("%s: %v", r.j.name, err)
		}
		for _, f := range c.Package.Files {
			src := f.Source
			if r.fault != nil && f.Name == r.fault.file {
				src = bytes.ReplaceAll(src, []byte(r.fault.old), []byte(r.fault.new))
			}
			built[pkg+"/"+f.Name] = src
		}
		var values []string
		for _, c := range r.j.columns {
			values = append(values, c.value)
			count += len(c.cdf)
		}
		again := r.j.again
		for _, moved := range []string{"c.directions", "c.collapsed", "c.oneBlocks"} {
			if slices.ContainsFunc(c.Package.Files, func(f codegen.File) bool { return bytes.Contains(f.Source, []byte(moved+" = ")) }) {
				again += fmt.Sprintf("\nfor k := range %s {\n%[1]s[k].Stood = false // the density is another one, as the data are\n}", moved)
			}
		}
		text := fmt.Sprintf(againText, r.j.name, cleared(c.Package.Files), again, strings.Join(values, ",\n"))
		built[pkg+"/again.go"] = []byte(fields(text, c.Package.Files))
		fmt.Fprintf(&imports, "%s \"%s/%[1]s\"\n", pkg, program.Path)
		fmt.Fprintf(&calls, "func(text []byte, steps int, see func([]float64)) error {\nvar data %s.Data\nif err := json.Unmarshal(text, &data); err != nil {\nreturn err\n}\nreturn %[1]s.Again(data, steps, see)\n},\n", pkg)
	}
	built["main.go"] = []byte(fmt.Sprintf(gewekeText, imports.String(), calls.String()))
	type request struct {
		Data   json.RawMessage
		Steps  int
		Places [][]float64
	}
	var requests []request
	for _, r := range runs {
		q := request{Data: json.RawMessage(r.j.data), Steps: steps}
		for _, c := range r.j.columns {
			var list []float64
			for x := range c.cdf {
				list = append(list, x)
			}
			q.Places = append(q.Places, list)
		}
		requests = append(requests, q)
	}
	var results []struct {
		Error          string
		Shares, Errors [][]float64
		Seconds        float64
	}
	built.Run(t, requests, &results)
	bound := studentBound(99, falseAlarms/float64(count))
	for i, r := range runs {
		name := r.j.name
		if r.fault != nil {
			name += " with " + r.fault.name
		}
		if results[i].Error != "" {
			t.Errorf("%s: %s", name, results[i].Error)
			continue
		}
		worst := 0.0
		for k, c := range r.j.columns {
			for l, x := range requests[i].Places[k] {
				p := c.cdf[x]
				e := max(results[i].Errors[k][l], math.Sqrt(p*(1-p)/steps))
				z := math.Abs(results[i].Shares[k][l]-p) / e
				worst = max(worst, z)
				if r.fault == nil && !(z <= bound) {
					t.Errorf("%s: P(%s < %g) is %.4f +- %.4f, in the prior %.4f", name, c.value, x, results[i].Shares[k][l], e, p)
				}
			}
		}
		t.Logf("%s: %.1f errors, %.1f s", name, worst, results[i].Seconds)
		if r.fault != nil && worst < bound+2 {
			t.Errorf("%s is not seen: off by %.2f errors", name, worst)
		}
	}
}

const againText = `package %s

import (
	"math"
	"math/rand/v2"
)

// Again makes scans, and draws the data anew after each.
func Again(data Data, steps int, see func([]float64)) error {
	inf, err := New(data)
	if err != nil {
		return err
	}
	c := hooks.NewChain(inf, 0, 1)
	none := hooks.NewChain(inf, 0, 0) // has no values: what the data alone decide is computed with it
	r := rand.New(rand.NewPCG(1, 2))
	normal := func(mean, sd float64) float64 { return mean + sd*r.NormFloat64() }
	poisson := func(rate float64) (k int) {
		for p := r.ExpFloat64(); p < rate; p += r.ExpFloat64() {
			k++
		}
		return k
	}
	_, _, _ = normal, poisson, math.Sqrt
	for n := range steps + 1000 {
		// What Prepare does, but that it makes a chain without values each time, which takes long.
		%s
		for _, compute := range hooks.Constants {
			if err := compute(inf); err != nil {
				return err
			}
		}
		if hooks.Patterns != nil {
			if err := hooks.Patterns(none); err != nil {
				return err
			}
		}
		if n == 0 {
			if err := c.start(); err != nil {
				return err
			}
		}
		c.course.Burning = max(1000-n, 0)
		if err := c.scan(); err != nil {
			return err
		}
		c.course.Scans++
		v, in := &c.value, &inf.in
		%s
		if n >= 1000 {
			see([]float64{%s})
		}
	}
	return nil
}

func number(x bool) float64 {
	if x {
		return 1
	}
	return 0
}
`

const gewekeText = `package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

%s)

type request struct {
	Data json.RawMessage
	Steps int
	Places [][]float64
}

type result struct {
	Error string
	Shares, Errors [][]float64
	Seconds float64
}

var runs = []func(text []byte, steps int, see func([]float64)) error{
%s}

const batches = 100

func main() {
	var list []request
	if err := json.NewDecoder(os.Stdin).Decode(&list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := make([]result, len(list))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				out[i] = drawn(i, list[i])
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	workers.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// drawn makes the i-th run, and counts how often columns are below their places.
func drawn(i int, q request) (out result) {
	began := time.Now()
	count := make([][][batches]float64, len(q.Places))
	for k := range count {
		count[k] = make([][batches]float64, len(q.Places[k]))
	}
	n := 0
	err := runs[i](q.Data, q.Steps, func(values []float64) {
		b := n * batches / q.Steps
		for k, x := range values {
			for l, at := range q.Places[k] {
				if x < at {
					count[k][l][b]++
				}
			}
		}
		n++
	})
	if err != nil {
		return result{Error: err.Error()}
	}
	length := float64(q.Steps / batches)
	for _, places := range count {
		var shares, errors []float64
		for _, list := range places {
			p, v := 0.0, 0.0
			for _, c := range list {
				p += c / length / batches
			}
			for _, c := range list {
				v += (c/length - p) * (c/length - p) / (batches - 1)
			}
			shares, errors = append(shares, p), append(errors, math.Sqrt(v/batches))
		}
		out.Shares, out.Errors = append(out.Shares, shares), append(out.Errors, errors)
	}
	out.Seconds = time.Since(began).Seconds()
	return out
}
`
