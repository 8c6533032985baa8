package agree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mpc/codegen/harness"
	"mpc/data"
	"mpc/integration/program"
	"mpc/lang"
	"mpc/model"
	"mpc/run"
)

// fewScans are enough of a sampler to see that its draws are the same: after the burn-in its
// methods have settled.
var fewScans = model.Sampling{BurnIn: 30, Samples: 70, Thin: 1, Chains: 2}

// inParallel calls a function with all of a list, and joins what it returns.
func inParallel(list []*answered, f func(*answered) []string) (lines []string) {
	results := make([][]string, len(list))
	var wait sync.WaitGroup
	free := make(chan bool, runtime.NumCPU())
	for i, a := range list {
		free <- true
		wait.Go(func() {
			defer func() { <-free }()
			results[i] = f(a)
		})
	}
	wait.Wait()
	for _, r := range results {
		lines = append(lines, r...)
	}
	return lines
}

// interpretedAnswers are those of mpc run --interpret.
func interpretedAnswers(t *testing.T, list []*answered) []string {
	dir := t.TempDir()
	return inParallel(list, func(a *answered) []string {
		if a.onlyPackage {
			return nil
		}
		out := answers{run: a.name + " interpreted"}
		opt := run.Options{Iterations: a.iterations, Interpret: true}
		if a.err == nil && a.c.Model.Samples() {
			opt.Iterations, opt.Sampling = -1, &fewScans
			opt.Draws = filepath.Join(dir, strings.NewReplacer("/", "_", ":", "_").Replace(a.name)+".csv")
		}
		r, err := interpretAnswered(a, opt)
		if err != nil {
			out.hash("error", diagnosis(err, filepath.Dir(a.data)))
			return out.lines
		}
		text, err := json.Marshal(r.Posteriors)
		if err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
		out.hash("posteriors", text)
		out.add("iterations", fmt.Sprint(r.Iterations, " ", r.Converged))
		if r.LogEvidence != nil {
			out.add("evidence", strconv.FormatFloat(*r.LogEvidence, 'g', -1, 64))
		}
		out.hash("warnings", []byte(strings.Join(r.Warnings, "\n")))
		if opt.Draws != "" {
			draws, err := os.ReadFile(opt.Draws)
			if err != nil {
				t.Errorf("%s: %v", a.name, err)
			}
			out.hash("draws", draws)
		}
		return out.lines
	})
}

func interpretAnswered(a *answered, opt run.Options) (*run.Result, error) {
	if a.err != nil {
		return nil, a.err
	}
	if a.data != "" && run.HasBatches(a.c, a.data) {
		b, err := run.ReadBatches(a.c, a.data, 0, nil, nil)
		if err != nil {
			return nil, err
		}
		return run.RunBatches(context.Background(), a.c, b, opt)
	}
	set, err := run.ReadData(a.c, a.data, nil, nil)
	if err != nil {
		return nil, err
	}
	return run.Run(context.Background(), a.c, set, opt)
}

// diagnosis is an error as a person sees it, without the folder of the test.
func diagnosis(err error, dir string) []byte {
	var list lang.Diagnostics
	text := err.Error()
	if errors.As(err, &list) {
		text = ""
		for _, d := range list {
			text += d.Error() + "\n" + d.Hint + "\n"
		}
	}
	return []byte(strings.ReplaceAll(text, dir+string(filepath.Separator), ""))
}

// generatedAnswers are those of the programs that mpc run builds, all of them in one.
func generatedAnswers(t *testing.T, list []*answered) []string {
	built := program.Program{}
	var drivers []*answered
	places := map[*answered]string{}
	inputs := map[*answered][]byte{}
	for _, a := range list {
		if a.err != nil || a.c.Package == nil {
			continue
		}
		text, err := drivenInput(a)
		if err != nil {
			continue // it does not come to a run
		}
		inputs[a] = text
		places[a] = strconv.Itoa(len(drivers))
		addDriver(t, built, a, "p"+places[a])
		drivers = append(drivers, a)
	}
	built["main.go"] = []byte(driversText(len(drivers)))
	path := built.Build(t, program.Plain)
	dir := t.TempDir()
	return inParallel(drivers, func(a *answered) []string {
		return drive(t, a, path, places[a], inputs[a], filepath.Join(dir, places[a]+".csv"))
	})
}

// mostPasses is how often batches are visited at most.
const mostPasses = 50

// drivenInput is what mpc run writes to the standard input of the program.
func drivenInput(a *answered) ([]byte, error) {
	var b bytes.Buffer
	if a.data == "" || !run.HasBatches(a.c, a.data) {
		set, err := run.ReadData(a.c, a.data, nil, nil)
		if err != nil {
			return nil, err
		}
		err = set.Write(&b, true)
		return b.Bytes(), err
	}
	list, err := run.ReadBatches(a.c, a.data, 0, nil, nil)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(a.data)
	if err != nil {
		return nil, err
	}
	var file struct{ Batches []json.RawMessage }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	for range min(list.Passes(), mostPasses) {
		for k, text := range file.Batches {
			set, d := data.ReadJSON("data.json", text, a.c.Model)
			if d.HasErrors() {
				return nil, d
			}
			if text, err = set.JSON(); err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "{\"batch\": %d, \"data\": %s}\n", k, text)
		}
	}
	return b.Bytes(), nil
}

// addDriver adds the package of a model and the program that drives it, as a package with Main.
func addDriver(t *testing.T, built program.Program, a *answered, folder string) {
	t.Helper()
	built.Add(folder+"/model", a.c.Package)
	files, err := harness.Files(a.c.Loops, a.c.Package, program.Path+"/"+folder+"/model")
	if err != nil {
		t.Fatalf("%s: %v", a.name, err)
	}
	for _, f := range files {
		text := strings.Replace(string(f.Source), "package main\n", "package "+folder+"\n", 1)
		edits := map[string][][2]string{
			"main.go":    {{"\nfunc main() {", "\nfunc Main() {"}},
			"command.go": {{"\n\t\"flag\"\n", "\n\tgoflag \"flag\"\n"}, {"\n)\n", "\n)\n\nvar flag = goflag.NewFlagSet(\"run\", goflag.ExitOnError)\n"}, {"flag.Parse()", "flag.Parse(os.Args[2:])"}},
		}
		for _, edit := range edits[f.Name] {
			if !strings.Contains(text, edit[0]) {
				t.Fatalf("%s: its program has no %s", a.name, edit[0])
			}
			text = strings.Replace(text, edit[0], edit[1], 1)
		}
		built[folder+"/"+f.Name] = []byte(text)
	}
}

// driversText prints the program: its first argument is the number of a driver.
func driversText(count int) string {
	var imports, table strings.Builder
	for i := range count {
		fmt.Fprintf(&imports, "%q\n", program.Path+"/p"+strconv.Itoa(i))
		fmt.Fprintf(&table, "p%d.Main,\n", i)
	}
	return fmt.Sprintf("package main\n\nimport (\n\"os\"\n\"strconv\"\n\n%s)\n\nvar drivers = []func(){\n%s}\n\n"+
		"func main() {\ni, err := strconv.Atoi(os.Args[1])\nif err != nil {\npanic(err)\n}\ndrivers[i]()\n}\n", &imports, &table)
}

// drive runs a driver of the program.
func drive(t *testing.T, a *answered, path, place string, input []byte, draws string) []string {
	args := []string{place}
	switch {
	case a.c.Model.Samples():
		s := fewScans
		args = append(args, "-draws", draws, "-burnin", strconv.Itoa(s.BurnIn), "-samples", strconv.Itoa(s.Samples),
			"-thin", strconv.Itoa(s.Thin), "-chains", strconv.Itoa(s.Chains))
	case a.data != "" && run.HasBatches(a.c, a.data):
		args = append(args, "-batches", "-iterations", strconv.Itoa(a.iterations))
	default:
		args = append(args, "-iterations", strconv.Itoa(a.iterations))
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	if a.c.Model.Samples() {
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // of several chains that fail, always the same one is the first
	}
	out := answers{run: a.name + " generated"}
	if err := cmd.Run(); err != nil {
		if !strings.Contains(stderr.String(), "error ") {
			t.Errorf("%s: %v\n%.2000s", a.name, err, stderr.String())
		}
		out.hash("error", stderr.Bytes())
		return out.lines
	}
	var r struct {
		Posteriors  map[string]json.RawMessage
		LogEvidence json.RawMessage `json:"log_evidence"`
		Iterations  int
		Converged   bool
		Warnings    json.RawMessage `json:"draw_warnings"`
	}
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Errorf("%s: %v", a.name, err)
	}
	text, err := json.Marshal(r.Posteriors)
	if err != nil {
		t.Errorf("%s: %v", a.name, err)
	}
	out.hash("posteriors", text)
	out.add("iterations", fmt.Sprint(r.Iterations, " ", r.Converged))
	if len(r.LogEvidence) > 0 {
		out.add("evidence", string(r.LogEvidence))
	}
	out.hash("warnings", append(stderr.Bytes(), r.Warnings...))
	if a.c.Model.Samples() {
		text, err := os.ReadFile(draws)
		if err != nil {
			t.Errorf("%s: %v", a.name, err)
		}
		out.hash("draws", text)
	}
	return out.lines
}
