package chains_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/bugs"
	"mpc/codegen/code/chains"
	"mpc/data"
	"mpc/mcmc"
	"mpc/model"
)

// early starts a chain, and lists the elements that are read before they are drawn: "b[1] before it is drawn".
func early(c *mpc.Compilation, set *data.Set, number int) (list []string, err error) {
	p, err := chains.Lower(c.Loops)
	if err != nil {
		return nil, err
	}
	drawn, told := map[string]bool{}, map[string]bool{}
	p.WatchStart(func(v *model.Variable, write bool, at []int64) {
		key := v.Name + strings.ReplaceAll(fmt.Sprint(at), " ", ", ")
		switch {
		case write:
			drawn[key] = true
		case !drawn[key] && !told[key]:
			told[key] = true
			list = append(list, key)
		}
	})
	chain, err := p.New(set, mcmc.NewStream(seed, uint64(number)))
	if err != nil {
		return nil, err
	}
	return list, chain.Start(number)
}

// unordered are the models whose starts read elements that are not drawn, with the reason.
var unordered = map[string]string{
	"augmented":       "what a factor without trials is given is not drawn, and only checked to be a number: it stays 0",
	"chosen by draws": "a draw chooses which element is read",
}

// inOrder tells of elements that a start reads before they are drawn.
func inOrder(t *testing.T, name string, c *mpc.Compilation, set *data.Set) {
	t.Helper()
	for number := range 3 {
		list, err := early(c, set, number)
		if err != nil {
			t.Fatal(err)
		}
		switch why := unordered[name]; {
		case len(list) > 0 && why == "":
			t.Fatalf("%d elements are read before they are drawn: %v", len(list), list[:min(len(list), 8)])
		case len(list) == 0 && why != "":
			t.Fatalf("all elements are drawn before they are read, and %q is the reason why not", why)
		}
	}
}

// TestStartsOfPrograms: no start of a chain of a program of testdata/bugs reads an element that is not drawn yet.
func TestStartsOfPrograms(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/bugs/*.json")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d programs: %v", len(files), err)
	}
	refused := map[string]bool{"ice": true, "inhalers": true} // what depends on itself
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var x struct {
				Statements string          `json:"model_statements"`
				Data       json.RawMessage `json:"data"`
			}
			if err := json.Unmarshal(src, &x); err != nil {
				t.Fatal(err)
			}
			c, set, err := program(t, x.Statements, x.Data)
			switch {
			case refused[name] != (err != nil):
				t.Fatal(err)
			case err == nil:
				inOrder(t, name, c, set)
			}
		})
	}
}

// program compiles a program of BUGS with its data.
func program(t *testing.T, text string, values []byte) (*mpc.Compilation, *data.Set, error) {
	t.Helper()
	p, d := bugs.Parse("m.bug", []byte(text), bugs.BUGS)
	if d.HasErrors() {
		return nil, nil, d
	}
	known, err := bugs.ReadJSON(values)
	if err != nil {
		t.Fatal(err)
	}
	tr, d := bugs.Translate(p, known, bugs.Options{Model: "m"})
	if d.HasErrors() {
		return nil, nil, d
	}
	c, err := mpc.CompileFile(tr.File, mpc.Options{NoPackage: true})
	if err != nil {
		return nil, nil, err
	}
	set, d := data.ReadJSON("m.data", tr.Data.JSON(), c.Model)
	if d.HasErrors() {
		return nil, nil, d
	}
	return c, set, nil
}

// TestStartsOfTrials: nor of the models of trials.
func TestStartsOfTrials(t *testing.T) {
	for _, x := range trials(t) {
		t.Run(x.name, func(t *testing.T) {
			c, set := read(t, x)
			inOrder(t, x.name, c, set)
		})
	}
}
