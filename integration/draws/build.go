package draws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/harness"
	"mpc/data"
	"mpc/integration/program"
)

// A batch are the trials of a test, with the draws of their packages.
type batch struct {
	trials   []*Trial
	compiled []*mpc.Compilation
	jobs     []json.RawMessage
	runs     []run
}

// mostTogether is how many packages one program has: to link more takes long.
const mostTogether = 100

// waiting are the batches of the tests of this package.
var waiting program.Queue[batch]

// build generates the package of each trial, with one program over those of all tests, and runs
// it. The packages import this module: what they carry else is its source, which tests of
// commands build.
func build(t *testing.T, list []*Trial) ([]*mpc.Compilation, []run) {
	t.Helper()
	b := &batch{trials: list}
	for _, x := range list {
		c, err := mpc.Compile(x.Name+".yaml", []byte(x.Model), mpc.Options{Codegen: codegen.Options{Import: true}})
		if err != nil {
			t.Fatalf("%s: %v\n%s", x.Name, err, x.Model)
		}
		b.compiled = append(b.compiled, c)
		set, d := data.ReadJSON(x.Name+".data.json", []byte(x.Data), c.Model)
		if d.HasErrors() {
			t.Fatalf("%s: %v\n%s\n%s", x.Name, d, x.Model, x.Data)
		}
		text, err := set.JSON()
		if err != nil {
			t.Fatal(err)
		}
		b.jobs = append(b.jobs, text)
	}
	waiting.Together(t, b, func(all []*batch) {
		for _, part := range program.Parts(all, mostTogether, func(b *batch) int { return len(b.trials) }) {
			runBatches(t, part)
		}
	})
	if b.runs == nil {
		t.Fatal("its program has not been built or run: another test says why")
	}
	return b.compiled, b.runs
}

// runBatches builds one program of batches and runs it.
func runBatches(t *testing.T, list []*batch) {
	t.Helper()
	built := program.Program{"main.go": []byte(driverText)}
	var jobs []json.RawMessage
	var table bytes.Buffer
	table.WriteString("package main\n\nvar makers = []func([]byte) (model, error){\n")
	for _, b := range list {
		for k, c := range b.compiled {
			i := len(jobs)
			built.Add(fmt.Sprintf("p%d", i), c.Package)
			src, err := adapter(c, i)
			if err != nil {
				t.Fatalf("%s: %v", b.trials[k].Name, err)
			}
			built[fmt.Sprintf("adapter%d.go", i)] = src
			fmt.Fprintf(&table, "make%d,\n", i)
			jobs = append(jobs, b.jobs[k])
		}
	}
	table.WriteString("}\n")
	built["table.go"] = table.Bytes()
	var runs []run
	built.Run(t, jobs, &runs, program.Plain)
	for _, b := range list {
		b.runs, runs = runs[:len(b.jobs)], runs[len(b.jobs):]
	}
}

var accessor = regexp.MustCompile(`("[^"]+"):\s+inf\.(\w+)\(\)`)

// adapter prints the file that makes package i a model of the driver.
func adapter(c *mpc.Compilation, i int) ([]byte, error) {
	driver, err := harness.Main(c.Loops, c.Package, "p")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `package main

import (
	"context"
	"encoding/json"

	p "`+program.Path+`/p%[1]d"
)

type model%[1]d struct{ *p.Inference }

func make%[1]d(b []byte) (model, error) {
	var d p.Data
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	inf, err := p.New(d)
	return model%[1]d{inf}, err
}

func (m model%[1]d) run(draw func(chain, draw int, values []float64)) error {
	_, err := m.Inference.Run(context.Background(), p.WithSeed(%[2]d), p.BurnIn(%[3]d), p.Samples(%[4]d), p.Chains(%[5]d), p.Workers(1), p.OnDraw(draw))
	return err
}

func (m model%[1]d) report() map[string]any {
	report := map[string]any{}
`, i, seed, burnInOf(c), kept, chains)
	for _, x := range accessor.FindAllStringSubmatch(string(driver), -1) {
		fmt.Fprintf(&b, "\treport[%s] = m.%s()\n", x[1], x[2])
	}
	b.WriteString("\treturn report\n}\n")
	return b.Bytes(), nil
}

// driverText is the program: it runs each model on its data.
const driverText = `package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime/debug"
)

type model interface {
	run(draw func(chain, draw int, values []float64)) error
	report() map[string]any
}

type outcome struct {
	Draws  [][][]uint64
	Report map[string]any
	Error  string
	Panic  string
}

func main() {
	var jobs []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&jobs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var list []outcome
	for i, j := range jobs {
		list = append(list, try(makers[i], j))
	}
	if err := json.NewEncoder(os.Stdout).Encode(list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func try(start func([]byte) (model, error), text []byte) (o outcome) {
	defer func() {
		if x := recover(); x != nil {
			o = outcome{Panic: fmt.Sprintf("%v\n%s", x, debug.Stack())}
		}
	}()
	m, err := start(text)
	if err == nil {
		err = m.run(func(chain, draw int, values []float64) {
			for len(o.Draws) <= chain {
				o.Draws = append(o.Draws, nil)
			}
			row := make([]uint64, len(values))
			for i, v := range values {
				row[i] = math.Float64bits(v)
			}
			o.Draws[chain] = append(o.Draws[chain], row)
		})
	}
	if err != nil {
		return outcome{Error: err.Error()}
	}
	o.Report = m.report()
	return o
}
`
