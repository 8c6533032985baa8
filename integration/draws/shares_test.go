package draws

import (
	"fmt"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/program"
)

// A survey asks how often, in the draws of a package, columns are below numbers.
type survey struct {
	name, model string
	edit        func(name string, source []byte) []byte // of generated files; nil for none
	Data        any
	Seed        uint64
	BurnIn      int
	Samples     int // of each chain, in batches; the same again with 16 times the thinning where it mixes slowly
	Chains      int
	Shares      []*share
}

// A found share is that of the draws, with its Monte Carlo error by the means of Batches
// batches, and how many draws count as one.
type found struct {
	P, Error, Slow float64
	Batches        int
}

// A surveyed says what the draws of a survey say.
type surveyed struct {
	Error  string
	Shares []found
	Thin   int
}

// ask compiles all models to packages, builds one program of them, and runs the surveys.
func ask(t *testing.T, list []survey) []surveyed {
	t.Helper()
	built := program.Program{}
	var imports, runs strings.Builder
	for i, s := range list {
		c, err := mpc.Compile(s.name+".yaml", []byte(s.model), mpc.Options{Codegen: codegen.Options{Import: !long && s.edit == nil}})
		if err != nil {
			t.Fatalf("%s: %v\n%s", s.name, err, s.model)
		}
		pkg := fmt.Sprintf("m%d", i)
		built.Add(pkg, c.Package)
		for _, f := range c.Package.Files {
			if s.edit != nil {
				built[pkg+"/"+f.Name] = s.edit(f.Name, f.Source)
			}
		}
		fmt.Fprintf(&imports, "%s \"%s/%s\"\n", pkg, program.Path, pkg)
		fmt.Fprintf(&runs, surveyText, pkg)
	}
	built["main.go"] = []byte(fmt.Sprintf(surveysText, imports.String(), runs.String()))
	var results []surveyed
	built.Run(t, list, &results)
	return results
}

const surveyText = `func(s survey, thin int, see func(chain, draw int, values []float64)) ([]string, error) {
	var data %[1]s.Data
	if err := json.Unmarshal(s.Data, &data); err != nil {
		return nil, err
	}
	inf, err := %[1]s.New(data)
	if err != nil {
		return nil, err
	}
	columns := inf.Columns()
	_, err = inf.Run(context.Background(), %[1]s.WithSeed(s.Seed), %[1]s.BurnIn(s.BurnIn), %[1]s.Samples(s.Samples), %[1]s.Thin(thin), %[1]s.Chains(s.Chains), %[1]s.Workers(1), %[1]s.OnDraw(see))
	return columns, err
},
`

const surveysText = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

%s)

type share struct {
	Column string
	Below  float64
}

type survey struct {
	Data json.RawMessage
	Seed uint64
	BurnIn, Samples, Chains int
	Shares []share
}

type found struct {
	P, Error, Slow float64
	Batches int
}

type surveyed struct {
	Error string
	Shares []found
	Thin int
}

var runs = []func(s survey, thin int, see func(chain, draw int, values []float64)) ([]string, error){
%s}

const batches = 25 // of each chain

// run counts the draws below each number, in batches.
func run(k int, s survey, thin int) (r surveyed) {
	length := s.Samples / batches
	count := make([][]float64, len(s.Shares))
	for i := range count {
		count[i] = make([]float64, batches*s.Chains)
	}
	var columns []string
	at := make([]int, len(s.Shares))
	_, err := runs[k](s, thin, func(chain, draw int, values []float64) {
		if columns == nil {
			columns = names[k]
			for i, x := range s.Shares {
				at[i] = slices.Index(columns, x.Column)
			}
		}
		b := chain*batches + min(draw/length, batches-1)
		for i, x := range s.Shares {
			if values[at[i]] < x.Below {
				count[i][b]++
			}
		}
	})
	r.Thin = thin
	if err != nil {
		r.Error = err.Error()
		return r
	}
	n := float64(batches * s.Chains)
	for _, list := range count {
		p, v := 0.0, 0.0
		for _, c := range list {
			p += c / float64(length) / n
		}
		for _, c := range list {
			v += (c/float64(length) - p) * (c/float64(length) - p) / (n - 1)
		}
		f := found{P: p, Error: math.Sqrt(v / n), Batches: len(list)}
		if p > 0 && p < 1 {
			f.Slow = v * float64(length) / (p * (1 - p))
		}
		r.Shares = append(r.Shares, f)
	}
	return r
}

func slow(r surveyed) bool {
	return slices.ContainsFunc(r.Shares, func(f found) bool { return f.Slow > 12 })
}

var names [][]string

func main() {
	var list []survey
	if err := json.NewDecoder(os.Stdin).Decode(&list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := make([]surveyed, len(list))
	names = make([][]string, len(list))
	for i, s := range list {
		short := s
		short.Samples, short.BurnIn, short.Chains = 1, 0, 1
		columns, err := runs[i](short, 1, func(int, int, []float64) {})
		if err != nil {
			out[i].Error = err.Error()
			continue
		}
		for _, x := range s.Shares {
			if !slices.Contains(columns, x.Column) {
				out[i].Error = "no column " + x.Column
			}
		}
		if names[i] = columns; out[i].Error != "" {
			continue
		}
		if out[i] = run(i, s, 1); out[i].Error == "" && slow(out[i]) {
			out[i] = run(i, s, 16)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`
