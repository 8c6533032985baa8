package mpc_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mpc"
)

const outlined = `model: a
inputs: {n: range, y: 'bool[n]'}
program: |
  mu ~ normal(0, variance = 4)
  x[0] ~ normal(mu, variance = 1)
  for (i in 1..<n) { x[i] ~ normal(x[i-1], variance = 1) }
  for (i in n) { observe (x[i] > 0) == y[i] }
  alone ~ normal(0, variance = 1)
infer: [mu]
`

// TestOutline: the outline of a schedule has the steps, counts and what was left
// out as the text has them.
func TestOutline(t *testing.T) {
	c, err := mpc.Compile("model.yaml", []byte(outlined), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := c.Outline()
	var lines, words []string
	count := map[string]int{}
	var walk func(part string, steps []mpc.OutlineStep)
	walk = func(part string, steps []mpc.OutlineStep) {
		for _, s := range steps {
			switch s.Kind {
			case "loop":
				if s.Along == "" || s.Reason == "" || len(s.Steps) == 0 {
					t.Errorf("a loop without index, reason or body: %+v", s)
				}
				words = append(words, "along "+s.Along)
				walk(part, s.Steps)
			case "iterate":
				walk("initialize", s.Initialize)
				walk("iterate", s.Iterate)
				walk("finally", s.Finally)
			default:
				if s.Line < 4 || s.Column < 1 || s.Reason == "" || s.Kind == "update" {
					t.Errorf("an update without place, reason or kind: %+v", s)
				}
				if (s.Operator == "") != (s.Kind == "marginal") {
					t.Errorf("%s %s has the operator %q", s.Kind, s.Name, s.Operator)
				}
				count[part]++
				lines = append(lines, s.Name)
			}
		}
	}
	walk("once", o.Steps)
	text := c.ScheduleReport()
	for _, name := range append(lines, words...) {
		if !strings.Contains(text, name) {
			t.Errorf("the text has no %s", name)
		}
	}
	if want := (mpc.OutlineCounts{Once: count["once"], Initialize: count["initialize"], PerIteration: count["iterate"], Finally: count["finally"]}); o.Updates != want {
		t.Errorf("counts %+v, the steps are %+v", o.Updates, want)
	}
	if len(words) == 0 || count["iterate"] == 0 {
		t.Errorf("no loop or no iteration in\n%s", text)
	}
	left := false
	for _, x := range o.LeftOut {
		left = left || strings.HasSuffix(x.Name, ">alone") && x.Line == 8 && x.Reason != ""
	}
	if !left {
		t.Errorf("the prior of alone is not left out: %+v", o.LeftOut)
	}
}

// TestOutlineOfScans: each step of a sampled model has a kind of its own.
func TestOutlineOfScans(t *testing.T) {
	const text = `model: scans
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  m ~ normal(0, variance = 1)
  t ~ gamma(shape = 1, rate = 1)
  s = m * t
  for (i in n) { y[i] ~ normal(m, precision = t) }
infer: [m, t, s]
`
	c, err := mpc.Compile("model.yaml", []byte(text), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	var walk func(steps []mpc.OutlineStep)
	walk = func(steps []mpc.OutlineStep) {
		for _, s := range steps {
			count[s.Kind]++
			for _, part := range [][]mpc.OutlineStep{s.Initialize, s.Iterate, s.Finally, s.Steps} {
				walk(part)
			}
		}
	}
	walk(c.Outline().Steps)
	if count["draw"] < 2 || count["conditional"] < 2 || count["function"] != 1 || count["update"] != 0 {
		t.Errorf("the kinds are %v", count)
	}
}

// TestDumpItems: the items of a dump are its lines.
func TestDumpItems(t *testing.T) {
	c, err := mpc.Compile("model.yaml", []byte(outlined), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dumps := c.DumpItems("all")
	if len(dumps) != len(mpc.Stages)-1 {
		t.Fatalf("%d stages, not %d", len(dumps), len(mpc.Stages)-1)
	}
	for _, d := range dumps {
		text, _ := c.Dump(d.Stage)
		if d.Outline != nil {
			if len(d.Steps) == 0 || len(d.Items) > 0 {
				t.Errorf("%s: %d steps and %d items", d.Stage, len(d.Steps), len(d.Items))
			}
			continue
		}
		var lines []string
		var walk func([]mpc.Item)
		walk = func(list []mpc.Item) {
			for _, x := range list {
				lines = append(lines, x.Text)
				walk(x.Items)
			}
		}
		walk(d.Items)
		want := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
		if len(lines) != len(want) {
			t.Fatalf("%s: %d items for %d lines", d.Stage, len(lines), len(want))
		}
		for i, line := range want {
			// Of code the number of a statement stands before its indentation.
			if !strings.HasPrefix(strings.Join(strings.Fields(line), " "), strings.Join(strings.Fields(lines[i]), " ")) {
				t.Errorf("%s: item %q for the line %q", d.Stage, lines[i], line)
			}
		}
	}
	one, err := json.Marshal(c.DumpItems("graph")[0].Items[0])
	if want := `{"text":"v0: mu normal","line":4,"column":3}`; err != nil || string(one) != want {
		t.Errorf("the first item is %s, %v, not %s", one, err, want)
	}
}
