package docs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

var updatePages = flag.Bool("update-pages", false, "write the generated pages of documentation anew")

// reasons reads a list of cases of package interp: a name and a reason a line.
func reasons(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("run", "interp", "testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if name, reason, ok := strings.Cut(line, " "); ok && !strings.HasPrefix(line, "#") {
			list[name] = strings.Trim(strings.TrimSpace(reason), ",")
		}
	}
	return list
}

// TestCasesPage compares docs/cases.md with the cases and with the lists that
// TestCases of package interp holds to be exact: what is on neither list passes.
func TestCasesPage(t *testing.T) {
	unsupported, open := reasons(t, "unsupported.txt"), reasons(t, "open.txt")
	paths, err := filepath.Glob("testdata/cases/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	sort.Strings(paths)
	type row struct {
		Name, Algorithm, Source string
		ExpectError             string `json:"expect_error"`
		Exact                   *bool
	}
	var pass, refuse, fail []row
	why := map[string]int{}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var r row
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		switch {
		case unsupported[r.Name] != "":
			refuse = append(refuse, r)
			why[unsupported[r.Name]]++
		case open[r.Name] != "":
			fail = append(fail, r)
		default:
			pass = append(pass, r)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Published cases

testdata/cases holds %d models with known answers, from published test suites and from exact computation; each file names its source.
`+"`go test ./run/interp -run TestCases`"+` runs them all, with the tolerance that each states. This page is written by
`+"`go test ./docs -run TestCasesPage -args -update-pages`"+`, and the same test without the flag fails where it is out of date.
Cases of normals, truths and whole numbers whose known answer is the fixed point of messages around a loop have the key `+"`blocks: []`"+`,
without which the answer is exact; two whose answer is that of messages to a precision have `+"`integrate: []`"+`.

| cases | number |
| --- | --- |
| pass | %d |
| refused with an error at a place in the model, for what the compiler does not have yet | %d |
| not within tolerance | %d |

## Refused

No case is computed wrongly for want of a feature: each of these ends with the error "... is not supported by this version" or
"no operator: ...".

| what the compiler does not have | cases |
| --- | --- |
`, len(paths), len(pass), len(refuse), len(fail))
	var kinds []string
	for k := range why {
		kinds = append(kinds, k)
	}
	sort.Slice(kinds, func(i, j int) bool {
		if why[kinds[i]] != why[kinds[j]] {
			return why[kinds[i]] > why[kinds[j]]
		}
		return kinds[i] < kinds[j]
	})
	for _, k := range kinds {
		fmt.Fprintf(&b, "| %s | %d |\n", k, why[k])
	}
	b.WriteString("\n## Each case\n\n| case | algorithm | answer | source | result |\n| --- | --- | --- | --- | --- |\n")
	list := func(rows []row, result func(row) string) {
		for _, r := range rows {
			answer := "fixed point"
			switch {
			case r.ExpectError != "":
				answer = "error: " + r.ExpectError
			case r.Exact != nil && *r.Exact:
				answer = "exact"
			}
			source := strings.ReplaceAll(strings.Join(strings.Fields(r.Source), " "), "|", "\\|")
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Name, r.Algorithm, answer, source, result(r))
		}
	}
	list(pass, func(row) string { return "passes" })
	list(fail, func(r row) string { return "not met: " + open[r.Name] })
	list(refuse, func(r row) string { return "refused: " + unsupported[r.Name] })
	if *updatePages {
		if err := os.WriteFile("docs/cases.md", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != b.String() {
		t.Errorf("docs/cases.md is out of date; run go test ./docs -run TestCasesPage -args -update-pages")
	}
	// The README has the same numbers; its lines wrap.
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("Of %d published models with known answers %d pass; refused with such an error: %d.", len(paths), len(pass), len(refuse)); !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), want) {
		t.Errorf("README.md does not say: %s", want)
	}
}
