package draws

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/data"
)

// build generates the package of each trial, with one program over all of them, and runs
// it. The packages import this module: what they carry else is its source, which tests of
// commands build.
func build(t *testing.T, list []*Trial) ([]*mpc.Compilation, []run) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	add := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, "integration/draws/driver", name)] = path
	}
	var compiled []*mpc.Compilation
	var jobs []json.RawMessage
	var table bytes.Buffer
	table.WriteString("package main\n\nvar makers = []func([]byte) (model, error){\n")
	for i, x := range list {
		c, err := mpc.Compile(x.Name+".yaml", []byte(x.Model), mpc.Options{Codegen: codegen.Options{Import: true}})
		if err != nil {
			t.Fatalf("%s: %v\n%s", x.Name, err, x.Model)
		}
		compiled = append(compiled, c)
		for _, f := range c.Package.Files {
			add(fmt.Sprintf("p%d/%s", i, f.Name), f.Source)
		}
		src, err := adapter(c, i)
		if err != nil {
			t.Fatalf("%s: %v", x.Name, err)
		}
		add(fmt.Sprintf("adapter%d.go", i), src)
		fmt.Fprintf(&table, "make%d,\n", i)
		set, d := data.ReadJSON(x.Name+".data.json", []byte(x.Data), c.Model)
		if d.HasErrors() {
			t.Fatalf("%s: %v\n%s\n%s", x.Name, d, x.Model, x.Data)
		}
		text, err := set.JSON()
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, text)
	}
	table.WriteString("}\n")
	add("table.go", table.Bytes())
	add("main.go", []byte(driverText))
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "driver.exe")
	cmd := exec.Command("go", "build", "-overlay", path, "-o", program, "./integration/draws/driver")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%.4000s", err, out)
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(program)
	cmd.Stdin = bytes.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the driver: %v\n%.4000s", err, stderr.String())
	}
	var runs []run
	if err := json.Unmarshal(out, &runs); err != nil {
		t.Fatal(err)
	}
	return compiled, runs
}

var accessor = regexp.MustCompile(`("[^"]+"):\s+inf\.(\w+)\(\)`)

// adapter prints the file that makes package i a model of the driver.
func adapter(c *mpc.Compilation, i int) ([]byte, error) {
	harness, err := codegen.Harness(c.Loops, c.Package, "p")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `package main

import (
	"context"
	"encoding/json"

	p "mpc/integration/draws/driver/p%[1]d"
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
`, i, seed, burnIn, kept, chains)
	for _, x := range accessor.FindAllStringSubmatch(string(harness), -1) {
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
