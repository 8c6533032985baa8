package draws

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/harness"
	"mpc/integration/program"
)

// A job is a model with data, and how long it is sampled.
type job struct {
	name, model, data             string
	burnIn, samples, thin, chains int
	seed                          uint64
}

// An outcome is what the program printed of a job.
type sampledOutcome struct {
	Error      string
	Posteriors map[string]json.RawMessage
}

var accessorPattern = regexp.MustCompile(`("[^"]+"):\s+(?:points\()?inf\.(\w+)\(\)`)

// A jobs is those of a test, with their packages and what the program printed of them.
type jobs struct {
	list     []job
	compiled []*mpc.Compilation
	outcomes []sampledOutcome
}

// waitingJobs are those of the tests of this package.
var waitingJobs program.Queue[jobs]

// carrying is how many jobs of a test there are to one whose package carries its run-time support, where all models are run. The
// others import it, which is compiled once.
const carrying = 4

// sampledRun compiles all models to packages, and runs the jobs in one program over those of all tests.
func sampledRun(t *testing.T, list []job) []sampledOutcome {
	t.Helper()
	own := &jobs{list: list}
	for i, j := range list {
		c, err := mpc.Compile(j.name+".yaml", []byte(j.model), mpc.Options{Codegen: codegen.Options{Import: !long || i%carrying > 0}})
		if err != nil {
			t.Fatalf("%s: %v", j.name, err)
		}
		own.compiled = append(own.compiled, c)
	}
	waitingJobs.Together(t, own, func(all []*jobs) {
		for _, part := range program.Parts(all, mostTogether, func(j *jobs) int { return len(j.list) }) {
			runJobs(t, part)
		}
	})
	if own.outcomes == nil {
		t.Fatal("its program has not been built or run: another test says why")
	}
	return own.outcomes
}

// runJobs builds one program of the packages of several tests, and runs it.
func runJobs(t *testing.T, all []*jobs) {
	t.Helper()
	built := program.Program{}
	var sampledMain, imports strings.Builder
	type sent struct {
		Data                          json.RawMessage
		Seed                          uint64
		BurnIn, Samples, Thin, Chains int
	}
	var list []sent
	for _, of := range all {
		for k, j := range of.list {
			c, pkg := of.compiled[k], fmt.Sprintf("m%d", len(list))
			built.Add(pkg, c.Package)
			driver, err := harness.Main(c.Loops, c.Package, pkg)
			if err != nil {
				t.Fatalf("%s: %v", j.name, err)
			}
			fmt.Fprintf(&imports, "%s \"%s/%s\"\n", pkg, program.Path, pkg)
			fmt.Fprintf(&sampledMain, runText, pkg)
			for _, m := range accessorPattern.FindAllStringSubmatch(string(driver), -1) {
				fmt.Fprintf(&sampledMain, "%s: inf.%s(),\n", m[1], m[2])
			}
			sampledMain.WriteString("}, nil\n},\n")
			list = append(list, sent{json.RawMessage(j.data), j.seed, j.burnIn, j.samples, j.thin, j.chains})
		}
	}
	built["main.go"] = []byte(fmt.Sprintf(mainText, imports.String(), sampledMain.String()))
	var results []sampledOutcome
	built.Run(t, list, &results)
	for _, of := range all {
		of.outcomes, results = results[:len(of.list)], results[len(of.list):]
	}
}

const runText = `func(text []byte, j job) (map[string]any, error) {
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
`

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
