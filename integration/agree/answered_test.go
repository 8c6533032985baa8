package agree

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc"
	"mpc/codegen"
)

// An answered is a model of testdata/ with data that it can be run on, or that are wrong.
type answered struct {
	name        string // the folder and the file, of a script also the names of model and data
	model       string
	data        string // a file, or empty
	iterations  int    // -1 if the model says how many
	onlyPackage bool   // whether what the interpreter says stands in testdata/ as it is
	c           *mpc.Compilation
	err         error // that it does not compile
}

const testdataDir = "../../testdata"

// readAnswered reads all of testdata/ that runs, a folder after the other.
func readAnswered(t *testing.T) (list []*answered) {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"batches", "cases", "errors", "sampled", "script"} {
		paths, err := filepath.Glob(filepath.Join(testdataDir, folder, "*.*"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("nothing in %s: %v", folder, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := folder + "/" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
			at := filepath.Join(dir, filepath.FromSlash(name))
			switch folder {
			case "errors":
				list = append(list, wrongModel(t, name, at, text)...)
			case "script":
				list = append(list, scriptModels(t, name, at, text)...)
			default:
				list = append(list, caseModel(t, name, at, text))
			}
		}
	}
	return list
}

// compile compiles a model. Packages import their run-time support, which is built once for all.
func (a *answered) compile() {
	a.c, a.err = mpc.Compile("model.yaml", []byte(a.model), mpc.Options{Codegen: codegen.Options{Import: true}})
}

// caseModel reads a case: a model with data and a known answer.
func caseModel(t *testing.T, name, dir string, text []byte) *answered {
	t.Helper()
	var c struct {
		Model      string
		Data       json.RawMessage
		Iterations int
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if c.Iterations == 0 {
		c.Iterations = -1
	}
	a := &answered{name: name, model: c.Model, iterations: c.Iterations}
	if len(c.Data) > 0 {
		a.data = writeFile(t, dir, "data.json", c.Data)
	}
	return a
}

// wrongModel reads an archive of a model that goes wrong, which holds the words of the interpreter.
func wrongModel(t *testing.T, name, dir string, text []byte) []*answered {
	t.Helper()
	a := &answered{name: name, iterations: -1, onlyPackage: true}
	for _, f := range txtar.Parse(text).Files {
		switch f.Name {
		case "model.yaml":
			a.model = string(f.Data)
		case "data.json", "data.csv":
			a.data = writeFile(t, dir, f.Name, f.Data)
		case "want":
			if strings.Contains(string(f.Data), "GB of memory") {
				return nil // mpc run refuses to start the program
			}
		}
	}
	return []*answered{a}
}

var ranPattern = regexp.MustCompile(`(?m)^.*mpc run .*?(\w+\.yaml)(?:.*?(?:--data|-d|\s)\s*(\w+\.(?:json|csv))\b)?`)

// scriptModels reads the models of a script that it runs, each with the data that it runs it on.
func scriptModels(t *testing.T, name, dir string, text []byte) (list []*answered) {
	t.Helper()
	archive := txtar.Parse(text)
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	seen := map[string]bool{}
	for _, ran := range ranPattern.FindAllStringSubmatch(string(archive.Comment), -1) {
		model, data := ran[1], ran[2]
		if files[data] == nil {
			data = ""
		}
		of := strings.Trim(name+":"+model+":"+data, ":")
		if files[model] == nil || seen[of] {
			continue
		}
		seen[of] = true
		a := &answered{name: of, model: string(files[model]), iterations: -1}
		if data != "" {
			a.data = writeFile(t, dir, data, files[data])
		}
		list = append(list, a)
	}
	return list
}

func writeFile(t *testing.T, dir, name string, text []byte) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
