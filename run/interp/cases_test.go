package interp_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"mpc/data"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
	"mpc/run/interp"
	"mpc/schedule"
)

// A conformance case: a model with data and a known answer.
type conformance struct {
	Name        string
	Algorithm   string
	Model       string
	Data        json.RawMessage
	Expect      map[string]any
	Evidence    *float64
	ExpectError string `json:"expect_error"`
	Tolerance   float64
	Iterations  int
}

var listUnsupported = flag.Bool("unsupported", false, "print the cases that the compiler does not support, as unsupported.txt has them")

const casesDir = "../../testdata/cases"

func readCases(t *testing.T) []*conformance {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(casesDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", casesDir, err)
	}
	var list []*conformance
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		c := &conformance{}
		if err := json.Unmarshal(text, c); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		list = append(list, c)
	}
	return list
}

// readList reads a list of cases that do not work, a name and a reason a line:
// unsupported.txt those that use what the compiler has not, open.txt those with
// another cause.
func readList(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if name, reason, ok := strings.Cut(line, " "); ok && !strings.HasPrefix(line, "#") {
			list[name] = strings.TrimSpace(reason)
		}
	}
	return list
}

// lower makes the updates of a graph: by messages, or by draws from conditionals.
func lower(g *factor.Graph) (*message.Program, lang.Diagnostics) {
	if !g.Model.Samples() {
		return message.Lower(g)
	}
	conditionals, d := conditional.Build(joint.Build(g.Model))
	if conditionals == nil {
		return nil, d
	}
	return message.LowerSampled(g, conditionals), d
}

// run compiles and interprets a case.
func run(c *conformance) (*interp.Result, error) {
	name := c.Name + ".yaml"
	file, d := lang.Parse(name, []byte(c.Model))
	if d.HasErrors() {
		return nil, d
	}
	m, d := model.Check(file)
	if d.HasErrors() {
		return nil, d
	}
	g, d := factor.Build(m)
	if d.HasErrors() {
		return nil, d
	}
	p, d := lower(g)
	if d.HasErrors() {
		return nil, d
	}
	deps := depanalysis.Analyze(p)
	keep, _ := deadcode.Live(deps)
	s, err := schedule.Plan(deps, keep)
	if err != nil {
		return nil, err
	}
	if len(s.Shortened) > 0 && len(p.Bounds) > 0 {
		p = p.Watched()
		deps = depanalysis.Analyze(p)
		keep, _ = deadcode.Live(deps)
		if s, err = schedule.Plan(deps, keep); err != nil {
			return nil, err
		}
	}
	s = deadcode.Prune(deps, s)
	if err := schedule.Verify(deps, s); err != nil {
		return nil, err
	}
	set, d := data.ReadJSON(c.Name+".data.json", c.Data, m)
	if d.HasErrors() {
		return nil, d
	}
	if err := interp.LookAtDefinitions(context.Background(), p, set); err != nil {
		return nil, err // of what runs
	}
	return interp.Run(p, deps, s, set, interp.Options{Iterations: c.Iterations})
}

// unsupported returns the diagnostic that says that the compiler has not what a
// model uses: no such statement or type, or no operator.
func unsupported(err error) (lang.Diagnostic, bool) {
	var list lang.Diagnostics
	if errors.As(err, &list) {
		for _, d := range list {
			if d.Code == model.CodeUnsupported || d.Code == message.CodeNoOperator {
				return d, true
			}
		}
	}
	return lang.Diagnostic{}, false
}

// positioned tells whether an error names a place.
func positioned(err error) bool {
	var list lang.Diagnostics
	if errors.As(err, &list) {
		for _, d := range list.Errors() {
			if !d.IsKnown() {
				return false
			}
		}
		return true
	}
	var e *interp.Error
	return errors.As(err, &e) && e.At.IsKnown()
}

func TestCases(t *testing.T) {
	known := readList(t, "testdata/unsupported.txt")
	open := readList(t, "testdata/open.txt")
	var now []string
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			reason, listed := known[c.Name]
			delete(known, c.Name)
			result, err := run(c)
			if d, ok := unsupported(err); ok && c.ExpectError == "" {
				now = append(now, c.Name+" "+strings.TrimSuffix(d.Message, " is not supported by this version"))
				if !listed {
					t.Errorf("unsupported, and not listed: %v", d)
				} else if !d.IsKnown() {
					t.Errorf("no place: %v", d)
				}
				return
			}
			if listed {
				t.Errorf("listed as unsupported (%s), but it is not any more: %v", reason, err)
			}
			if c.ExpectError != "" {
				switch {
				case err == nil:
					t.Errorf("no error, want: %s", c.ExpectError)
				case !positioned(err):
					t.Errorf("the error has no place: %v", err)
				}
				return
			}
			var wrong []string
			if err != nil {
				wrong = []string{err.Error()}
			} else {
				wrong = compare(c, result)
			}
			if reason, ok := open[c.Name]; ok {
				delete(open, c.Name)
				if wrong == nil {
					t.Errorf("listed as open (%s), but it works", reason)
				}
				return
			}
			for _, w := range wrong {
				t.Error(w)
			}
		})
	}
	for name := range known {
		t.Errorf("%s is listed as unsupported, but there is no such case", name)
	}
	for name := range open {
		t.Errorf("%s is listed as open, but it does not come so far", name)
	}
	if *listUnsupported {
		sort.Strings(now)
		t.Log("\n" + strings.Join(now, "\n"))
	}
}
