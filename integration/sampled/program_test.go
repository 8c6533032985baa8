package sampled

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
)

// A job is a model with data, and how long it is sampled.
type job struct {
	name, model, data             string
	burnIn, samples, thin, chains int
	seed                          uint64
}

// An outcome is what the program printed of a job.
type outcome struct {
	Error      string
	Posteriors map[string]json.RawMessage
}

var accessorPattern = regexp.MustCompile(`("[^"]+"):\s+(?:points\()?inf\.(\w+)\(\)`)

// run compiles all models to packages, builds one program of them, and runs the jobs.
func run(t *testing.T, jobs []job) []outcome {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, src []byte) { place(t, filepath.Join(dir, name), src) }
	var main, imports strings.Builder
	for i, j := range jobs {
		c, err := mpc.Compile(j.name+".yaml", []byte(j.model), mpc.Options{})
		if err != nil {
			t.Fatalf("%s: %v", j.name, err)
		}
		pkg := fmt.Sprintf("m%d", i)
		for _, f := range c.Package.Files {
			write(filepath.Join(pkg, f.Name), f.Source)
		}
		harness, err := codegen.Harness(c.Loops, c.Package, "sampledrun/"+pkg)
		if err != nil {
			t.Fatalf("%s: %v", j.name, err)
		}
		fmt.Fprintf(&imports, "%s \"sampledrun/%s\"\n", pkg, pkg)
		fmt.Fprintf(&main, `func(text []byte, j job) (map[string]any, error) {
	var data %[1]s.Data
	if err := json.Unmarshal(text, &data); err != nil {
		return nil, err
	}
	inf, err := %[1]s.New(data)
	if err != nil {
		return nil, err
	}
	if _, err := inf.Run(context.Background(), %[1]s.WithSeed(j.Seed), %[1]s.BurnIn(j.BurnIn), %[1]s.Samples(j.Samples), %[1]s.Thin(j.Thin), %[1]s.Chains(j.Chains)); err != nil {
		return nil, err
	}
	return map[string]any{
`, pkg)
		for _, m := range accessorPattern.FindAllStringSubmatch(string(harness), -1) {
			fmt.Fprintf(&main, "%s: inf.%s(),\n", m[1], m[2])
		}
		main.WriteString("}, nil\n},\n")
	}
	write("main.go", []byte(fmt.Sprintf(mainText, imports.String(), main.String())))
	build(t, dir)
	type sent struct {
		Data                          json.RawMessage
		Seed                          uint64
		BurnIn, Samples, Thin, Chains int
	}
	var list []sent
	for _, j := range jobs {
		list = append(list, sent{json.RawMessage(j.data), j.seed, j.burnIn, j.samples, j.thin, j.chains})
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "program"))
	cmd.Stdin = bytes.NewReader(text)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var results []outcome
	if err := json.Unmarshal(out, &results); err != nil {
		t.Fatal(err)
	}
	return results
}

// place writes a file, and the folders that it is in.
func place(t *testing.T, path string, src []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, src, 0o644); err != nil {
		t.Fatal(err)
	}
}

// build builds the program in dir, as a module of its own.
func build(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(dir, "go.mod"), bytes.Replace(mod, []byte("module mpc\n"), []byte("module sampledrun\n"), 1))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	place(t, filepath.Join(dir, "go.sum"), sum)
	cmd := exec.Command("go", "build", "-o", "program", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

const mainText = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

%s)

type job struct {
	Data json.RawMessage
	Seed uint64
	BurnIn, Samples, Thin, Chains int
}

type outcome struct {
	Error string
	Posteriors map[string]any
}

var runs = []func([]byte, job) (map[string]any, error){
%s}

func main() {
	var jobs []job
	if err := json.NewDecoder(os.Stdin).Decode(&jobs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := make([]outcome, len(jobs))
	for i, j := range jobs {
		found, err := runs[i](j.Data, j)
		if err != nil {
			out[i].Error = err.Error()
			continue
		}
		out[i].Posteriors = found
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`
