package bugs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"mpc/model"
)

// FuzzTranslate holds that no program and no data break the translation, and that what comes of
// it without errors can be checked as a model, whether or not it is one.
func FuzzTranslate(f *testing.F) {
	files, _ := filepath.Glob("../testdata/bugs/*.json")
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var e struct {
			Statements string          `json:"model_statements"`
			Data       json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(src, &e); err != nil {
			f.Fatal(path, err)
		}
		if len(src) < 8000 {
			f.Add(e.Statements, string(e.Data))
		}
	}
	f.Add("x[1:2]~ddirch(a[])y[i]<-inverse(x)%*%t(x)z~dweib(1,2)C(1,)z<-sd(x[])", `{"a":[1,2],"z":null}`)
	f.Fuzz(func(t *testing.T, src, values string) {
		if len(src) > 4000 {
			return
		}
		p, d := Parse("x", []byte(src), BUGS)
		if d.HasErrors() {
			return
		}
		data, err := ReadJSON([]byte(values))
		if err != nil {
			return
		}
		for _, a := range data { // loops of data are as long as these say
			for _, v := range a.Values {
				if v > 200 {
					return
				}
			}
		}
		tr, d := Translate(p, data, Options{})
		if d.HasErrors() {
			return
		}
		tr.YAML()
		model.Check(tr.File)
	})
}
