package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mpc/mcmc"
)

// TestDistributionsPage holds the table of docs/language.md to the rows of distributions.
func TestDistributionsPage(t *testing.T) {
	const begin, end = "| distribution | draws | density |\n", "\n`chisquared(df)` is"
	table := begin + "| --- | --- | --- |\n"
	for _, d := range mcmc.Distributions() {
		if d.Doc == "" {
			continue // of a family of messages, or a count, which stand in a table of their own
		}
		var names []string
		named := false
		for _, p := range d.Parameters {
			switch {
			case p.Name == "precision":
				p.Name, named = "precision = t", true
			case named: // as all behind one that is
				p.Name += " = " + p.Name[:1]
			}
			names = append(names, p.Name)
		}
		draws := "numbers"
		if d.Whole {
			draws = "counts"
		}
		switch low := d.Low.(type) {
		case int:
			if !d.Whole {
				draws += fmt.Sprintf(" above %d", low)
			}
		case string:
			draws += " above " + low
		}
		table += fmt.Sprintf("| `%s(%s)` | %s | %s |\n", d.Name, strings.Join(names, ", "), draws, d.Doc)
	}
	page, err := os.ReadFile("docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	if text := string(page); *updatePages {
		i := strings.Index(text, begin)
		if i < 0 {
			i = strings.Index(text, "ROWS\n")
		}
		text = text[:i] + table + text[strings.Index(text, end):]
		if err := os.WriteFile("docs/language.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !strings.Contains(text, table) {
		t.Errorf("docs/language.md wants this table (go test ./docs -run DistributionsPage -update-pages):\n%s", table)
	}
}
