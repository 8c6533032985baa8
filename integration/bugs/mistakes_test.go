package bugs_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/run"
)

var update = flag.Bool("update", false, "write what mistakes.txt says anew")

// A mistake is a program with data that are wrong in some way, and what is said of it.
//
// Its data are JSON, or in a part "data.csv"; monitor has names, as --monitor does.
type mistake struct{ title, program, data, csv, inits, monitor, says string }

// readMistakes reads the blocks of a file: == title, the program, and parts behind a line of two dashes.
func readMistakes(text string) (list []*mistake) {
	for _, block := range strings.Split("\n"+text, "\n== ")[1:] {
		m := &mistake{}
		m.title, block, _ = strings.Cut(block, "\n")
		parts := strings.Split(block, "\n-- ")
		m.program = parts[0] + "\n"
		for _, p := range parts[1:] {
			name, body, _ := strings.Cut(p, "\n")
			switch name {
			case "data":
				m.data = body
			case "data.csv":
				m.csv = body
			case "inits":
				m.inits = body
			case "monitor":
				m.monitor = strings.TrimSpace(body)
			case "says":
				m.says = strings.TrimSuffix(body, "\n") + "\n"
			}
		}
		list = append(list, m)
	}
	return list
}

func (m *mistake) String() string {
	s := fmt.Sprintf("== %s\n%s", m.title, m.program)
	if m.csv != "" {
		s += "-- data.csv\n" + strings.TrimSuffix(m.csv, "\n") + "\n"
	} else {
		s += "-- data\n" + strings.TrimSuffix(m.data, "\n") + "\n"
	}
	if m.inits != "" {
		s += "-- inits\n" + strings.TrimSuffix(m.inits, "\n") + "\n"
	}
	if m.monitor != "" {
		s += "-- monitor\n" + m.monitor + "\n"
	}
	return s + "-- says\n" + m.says
}

// found says what mpc run reports: warnings, and the errors of the program, of its data, or of
// the chains.
func (m *mistake) found(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	path := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	opt := mpc.BUGSOptions{Data: []string{path("data.json", m.data)}}
	if m.csv != "" {
		opt.Data = []string{path("data.csv", m.csv)}
	}
	if m.monitor != "" {
		opt.Monitor = strings.Split(m.monitor, ",")
	}
	if m.inits != "" {
		opt.Inits = []string{path("inits.json", m.inits)}
	}
	b, err := mpc.CompileBUGS(path("x.bug", m.program), opt, mpc.Options{Wanted: true})
	if err == nil {
		s := &model.Sampling{BurnIn: 50, Samples: 50, Thin: 1, Chains: 2}
		_, err = run.Run(context.Background(), b.Compilation, b.Data, run.Options{Iterations: -1, Sampling: s})
	}
	var out strings.Builder
	if b != nil && b.Compilation != nil {
		for _, w := range b.Warnings {
			fmt.Fprintln(&out, w.Error(), "/", w.Hint)
		}
	}
	switch e := err.(type) {
	case nil:
	case lang.Diagnostics:
		for _, d := range e.Errors() {
			fmt.Fprintln(&out, d.Error(), "/", d.Hint)
		}
	default:
		fmt.Fprintln(&out, e)
	}
	return strings.ReplaceAll(out.String(), dir+string(filepath.Separator), "")
}

// TestMistakes holds what is said of mistakes in programs and their data. Each has an error or a
// warning with a place.
func TestMistakes(t *testing.T) {
	const file = "testdata/mistakes.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := readMistakes(string(text))
	if len(list) < 50 {
		t.Errorf("only %d mistakes", len(list))
	}
	var all strings.Builder
	for _, m := range list {
		got := m.found(t)
		if !strings.Contains(got, ": error: ") && !strings.Contains(got, ": warning: ") || strings.Contains(got, "internal") {
			t.Errorf("%s: nothing is said at a place: %q", m.title, got)
		}
		if got != m.says && !*update {
			t.Errorf("%s: says\n%swant\n%s", m.title, got, m.says)
		}
		m.says = got
		all.WriteString(m.String())
	}
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
