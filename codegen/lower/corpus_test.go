package lower_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc"
	"mpc/codegen/code"
	"mpc/codegen/lower"
)

// TestCorpus: each model that stands in the repository, in a file of its own, in test data or in the text of a test, is
// lowered to a program that passes code.Check, if it has no mistake that the stages before find.
func TestCorpus(t *testing.T) {
	list := corpus(t)
	lowered := make([]int, 2)
	t.Run("models", func(t *testing.T) {
		for half := range lowered {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for k := half; k < len(list); k += len(lowered) {
					if isLowered(t, list[k]) {
						lowered[half]++
					}
				}
			})
		}
	})
	if n := lowered[0] + lowered[1]; n < 800 {
		t.Errorf("only %d of %d models are lowered", n, len(list))
	}
}

func isLowered(t *testing.T, text string) bool {
	c, err := mpc.Compile("model.yaml", []byte(text), mpc.Options{NoPackage: true})
	if err != nil || c.Loops == nil {
		return false
	}
	p := lower.Lower(c.Loops)
	for name, why := range p.Unlowered {
		t.Errorf("%s is not lowered: %v\n%s", name, why, text)
	}
	if p.Unscanned != nil {
		t.Errorf("the draws are not lowered: %v\n%s", p.Unscanned, text)
	}
	if err := code.Check(p.Program); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	return true
}

// literal is the text of a model in a test.
var literal = regexp.MustCompile("`(model: [^`]*program:[^`]*)`")

// corpus lists the models of the repository, each once.
func corpus(t *testing.T) (list []string) {
	seen := map[string]bool{}
	add := func(text string) {
		if strings.Contains(text, "program:") && !seen[text] {
			seen[text] = true
			list = append(list, text)
		}
	}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		extension := filepath.Ext(path)
		if extension == ".go" && !strings.HasSuffix(path, "_test.go") || !strings.Contains(".go.yaml.txtar.json", extension) {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch extension {
		case ".yaml":
			add(string(src))
		case ".txtar":
			for _, f := range txtar.Parse(src).Files {
				if strings.HasSuffix(f.Name, ".yaml") || f.Name == "model" {
					add(string(f.Data))
				}
			}
		case ".json":
			var v any
			if json.Unmarshal(src, &v) == nil {
				texts(v, add)
			}
		case ".go":
			for _, m := range literal.FindAllSubmatch(src, -1) {
				add(string(m[1]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// texts finds the texts in a value of JSON.
func texts(v any, add func(string)) {
	switch v := v.(type) {
	case string:
		add(v)
	case []any:
		for _, x := range v {
			texts(x, add)
		}
	case map[string]any:
		for _, x := range v {
			texts(x, add)
		}
	}
}
