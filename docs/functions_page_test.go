package docs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mpc/lang/functions"
)

// TestFunctionsPage holds the table of docs/language.md to the rows of functions.
func TestFunctionsPage(t *testing.T) {
	const begin, end = "| function | value |\n", "\nThe sum of booleans"
	table := begin + "| --- | --- |\n"
	for _, f := range functions.All() {
		table += fmt.Sprintf("| `%s(%s)` | %s |\n", f.Name, strings.Join([]string{"x", "y", "z"}[:f.Takes], ", "), f.Says)
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
		t.Errorf("docs/language.md wants this table (go test ./docs -run FunctionsPage -update-pages):\n%s", table)
	}
}
