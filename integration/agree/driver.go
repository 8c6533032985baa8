package agree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/data"
	"mpc/integration/program"
	"mpc/run/interp"
)

// An outcome is what a run gave: results, or the kind of its error.
type outcome struct {
	Kind, Message string `json:",omitempty"`
	Line          int    `json:",omitempty"`
	Iterations    int
	Converged     bool
	Posteriors    json.RawMessage `json:",omitempty"` // and log_evidence
	LeftOut       json.RawMessage `json:",omitempty"` // by observation
}

// A report is what the driver found out about one trial.
type report struct {
	Run        outcome
	Next       *outcome
	Variants   []variant // other ways to the same
	Complaints []string
	Panic      string
}

// A variant is a run that must come to what another came to.
type variant struct {
	How   string
	Got   outcome
	Exact bool // to the bit
	Next  bool // to the report's Next, else to its Run
}

// interpreted runs the interpreter on data.
func interpreted(c *mpc.Compilation, set *data.Set, iterations int, leaveOneOut bool) outcome {
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{Iterations: iterations, LeaveOneOut: leaveOneOut})
	if err != nil {
		var e *interp.Error
		if errors.As(err, &e) {
			return outcome{Kind: e.Kind, Message: err.Error(), Line: e.At.Line}
		}
		return outcome{Kind: "other", Message: err.Error()}
	}
	values := map[string]any{}
	for _, p := range r.Posteriors {
		values[p.Name] = p
	}
	if r.HasEvidence {
		values["."] = map[string]any{"log_evidence": r.LogEvidence}
	}
	text, err := json.Marshal(values)
	if err != nil {
		return outcome{Kind: "json", Message: err.Error()}
	}
	o := outcome{Iterations: r.Iterations, Converged: r.Converged, Posteriors: text}
	if !leaveOneOut {
		return o
	}
	left := map[string]any{}
	for _, x := range r.LeftOut {
		row := map[string]any{}
		if x.Log == x.Log {
			row["log_evidence"] = x.Log
		}
		if x.Below == x.Below {
			row["p"] = x.Below
		}
		left[ofLine.ReplaceAllString(x.Key, "line $1 ")] = row
	}
	if o.LeftOut, err = json.Marshal(left); err != nil {
		return outcome{Kind: "json", Message: err.Error()}
	}
	return o
}

// ofLine begins the key of an observation without a name.
var ofLine = regexp.MustCompile(`^(\d+):\d+ `)

// A built driver is one program that holds the packages of many models.
type built struct {
	trials   []*Trial
	compiled []*mpc.Compilation
}

// carrying is how many trials there are to one whose package carries its run-time support, where all
// trials are run. The others import it, which is compiled once.
const carrying = 4

// buildTrials generates the package of each trial, and one program over all of them.
func buildTrials(list []*Trial, opt codegen.Options) (*built, error) {
	b := &built{}
	return b, b.add(list, opt)
}

// add generates the package of each trial, and adds all of them, or none. Where not all trials are run all packages import their
// run-time support.
func (b *built) add(list []*Trial, opt codegen.Options) error {
	var compiled []*mpc.Compilation
	all := opt
	for i, x := range list {
		opt.Import = all.Import || !long || i%carrying > 0
		c, err := mpc.Compile(x.Name+".yaml", []byte(x.Model), mpc.Options{Codegen: opt})
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", x.Name, err, x.Model)
		}
		if x.Edit != nil {
			x.Edit(c)
			if c.Package, err = codegen.Generate(c.Loops, opt); err != nil {
				return fmt.Errorf("%s: %w", x.Name, err)
			}
		}
		compiled = append(compiled, c)
	}
	b.trials, b.compiled = append(b.trials, list...), append(b.compiled, compiled...)
	return nil
}

// program is the text of the program.
func (b *built) program() (program.Program, error) {
	text := program.Program{"main.go": []byte(driverText)}
	var table bytes.Buffer
	table.WriteString("package main\n\nvar makers = []func([]byte) (model, error){\n")
	for i, c := range b.compiled {
		text.Add(fmt.Sprintf("p%d", i), c.Package)
		src, err := adapter(c, i, b.trials[i].LeftOut)
		if err != nil {
			return nil, err
		}
		text[fmt.Sprintf("adapter%d.go", i)] = src
		fmt.Fprintf(&table, "make%d,\n", i)
	}
	table.WriteString("}\n")
	text["table.go"] = table.Bytes()
	return text, nil
}

// run runs all trials in the driver.
func (b *built) run(t *testing.T) ([]report, error) {
	t.Helper()
	type job struct {
		Data, Next json.RawMessage `json:",omitempty"`
		Iterations int
		Set        bool // whether all iterations depend on inputs
		Halves     bool // whether there is one iteration at most: of two, the second starts from what the first has come to
	}
	var jobs []job
	for i, x := range b.trials {
		j := job{Iterations: x.Iterations, Set: true}
		loops := 0
		for _, s := range b.compiled[i].Loops.Steps {
			if s.Iterate {
				loops++
				j.Set = j.Set && len(s.Inputs) > 0
			}
		}
		j.Halves = loops < 2
		var err error
		if j.Data, err = canonical(x.Data, b.compiled[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", x.Name, err)
		}
		if x.Next != "" {
			if j.Next, err = canonical(x.Next, b.compiled[i]); err != nil {
				return nil, fmt.Errorf("%s: %w", x.Name, err)
			}
		}
		jobs = append(jobs, j)
	}
	flags := []string{program.Plain}
	// The race detector needs a C compiler.
	if _, err := exec.LookPath("cc"); long && err == nil {
		flags = append(flags, "-race")
	}
	text, err := b.program()
	if err != nil {
		return nil, err
	}
	var reports []report
	text.Run(t, jobs, &reports, flags...)
	return reports, nil
}

// canonical is data as generated code reads it: with defaults, labels as indices.
func canonical(input string, c *mpc.Compilation) ([]byte, error) {
	set, d := data.ReadJSON("data.json", []byte(input), c.Model)
	if d.HasErrors() {
		// Data that the reader refuses are given to the package as they are,
		// which must refuse them too.
		return []byte(input), nil
	}
	return set.JSON()
}
