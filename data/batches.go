package data

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// CodeBatch marks batches that do not go together, and keys beside them that mean
// nothing.
const CodeBatch = lang.CodeBatch

// Batches are the data of a model in parts that are read one at a time.
type Batches struct {
	// Passes is how often all of them are to be visited; 0 where the data do not
	// say.
	Passes int
	model  *model.Model
	parts  []part
}

// A part is the place of one batch: a file or folder, or a value in a JSON file.
type part struct {
	name string // for messages
	path string
	text []byte // of a value in a file, to its end; nil for a file of its own
	from int    // where it begins there
}

// HasBatches tells whether a JSON file holds batches of data: an object with the
// key batches, for a model that has no such input.
func HasBatches(path string, m *model.Model) bool {
	if path == "" || path == Stdin || isTable(path) || inputOf(m, "batches") != nil || !mentions(path, `"batches"`) {
		return false
	}
	content, err := ReadFile(path)
	if err != nil {
		return false
	}
	n, ok := scanJSON(newSource(path, content))
	return ok && n.kind == object && n.value("batches") != nil
}

// value returns the value of a key of an object, nil where it has none.
func (n *node) value(key string) *node {
	for i := 0; i < len(n.list); i += 2 {
		if n.list[i].text == key {
			return &n.list[i+1]
		}
	}
	return nil
}

// ReadBatches finds the batches of data in {"batches": [...], "passes": n}, or in
// a folder, where each file, .json or .csv, each possibly gzipped, and each folder
// of CSV files is one, in the order of their names. Of a folder it reads nothing
// yet.
func ReadBatches(path string, m *model.Model) (*Batches, lang.Diagnostics) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	b := &Batches{model: m}
	if info.IsDir() {
		return b.folder(path)
	}
	content, err := ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	s := newSource(path, content)
	if isTable(path) {
		s.errorf(0, CodeBatch, "batches are a folder with a file for each, or a JSON file {\"batches\": [...]}; this is a CSV file").
			WithHint("give its folder, --batches %s, or the file alone with --data", filepath.Dir(path))
		return nil, s.report.List()
	}
	if !s.notText() && !s.notUTF8() {
		if n, ok := scanJSON(s); ok {
			b.object(s, &n)
		}
	}
	list := s.report.List()
	if list.HasErrors() {
		return nil, list
	}
	return b, list
}

// folder lists the batches of a folder.
func (b *Batches) folder(path string) (*Batches, lang.Diagnostics) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	for _, e := range entries {
		lower := strings.TrimSuffix(strings.ToLower(e.Name()), ".gz")
		if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !isTable(lower) && !strings.HasSuffix(lower, ".json") {
			continue
		}
		b.parts = append(b.parts, part{name: e.Name(), path: filepath.Join(path, e.Name())})
	}
	if len(b.parts) == 0 {
		d := lang.Diagnostic{File: path, Code: CodeEmpty, Message: "the folder holds no batch of data"}
		return nil, lang.Diagnostics{*d.WithHint("each file in it, .csv or .json, and each folder of .csv files is a batch")}
	}
	sort.Slice(b.parts, func(i, j int) bool { return b.parts[i].name < b.parts[j].name })
	return b, nil
}

// object reads the keys of a file with batches.
func (b *Batches) object(s *source, n *node) {
	if n.kind != object || n.value("batches") == nil {
		s.errorf(n.at, CodeBatch, `batches of data are {"batches": [{...}, {...}], "passes": n}`)
		return
	}
	seen := map[string]bool{}
	for i := 0; i < len(n.list); i += 2 {
		key, v := n.list[i], n.list[i+1]
		if seen[key.text] {
			s.errorf(key.at, CodeDuplicate, "%s is given twice", key.text)
		}
		seen[key.text] = true
		switch key.text {
		case "batches":
			if v = s.opened(v); v.kind != list || len(v.list) == 0 {
				what := v.describe()
				if v.kind == list && len(v.list) == 0 {
					what = "an empty one"
				}
				s.errorf(v.at, CodeBatch, "batches are a list of objects, one at least, not %s", what)
				continue
			}
			for k, x := range v.list {
				if x.kind != object {
					s.errorf(x.at, CodeBatch, "batch %d is %s, not the data of a model", k, x.describe())
					continue
				}
				b.parts = append(b.parts, part{name: fmt.Sprint(k), path: s.name, text: s.text[:x.end], from: x.at})
			}
		case "passes":
			if v.kind != number || v.number != math.Trunc(v.number) || v.number < 1 || v.number > maxSize {
				s.errorf(v.at, CodeBatch, "passes is how often the batches are visited, 1 or more, not %s", v.describe())
				continue
			}
			b.Passes = int(v.number)
		default:
			s.errorf(key.at, CodeBatch, "%s stands beside the batches", key.text).
				WithHint("what is the same for all batches stands in each of them, or is given by --set")
		}
	}
}

// Len is the number of batches.
func (b *Batches) Len() int { return len(b.parts) }

// Name names a batch in messages: the file, or its place in the list.
func (b *Batches) Name(k int) string { return b.parts[k].name }

// Read reads one batch, as Read does the data of a model.
func (b *Batches) Read(k int, overrides ...Override) (*Set, lang.Diagnostics) {
	p := b.parts[k]
	if p.text == nil {
		return Read(p.path, b.model, overrides...)
	}
	s := newSource(p.path, p.text)
	s.from = p.from
	return read(nil, []*source{s}, b.model, overrides)
}

// Sizes lists the sizes of an array of these dimensions, outermost first: of a
// ragged one those of each row.
func (s *Set) Sizes(dims []*model.Expr) ([]int, error) {
	var list []int
	var walk func(k int, at []int) error
	walk = func(k int, at []int) error {
		if k == len(dims) {
			return nil
		}
		n, err := Int(dims[k], &Env{Set: s, Dims: at})
		if err != nil {
			return err
		}
		list = append(list, n)
		deeper := false
		for _, d := range dims[k+1:] {
			d.Walk(func(e *model.Expr) { deeper = deeper || e.Op == model.OpDim })
		}
		if !deeper {
			n = min(n, 1) // all rows are alike
		}
		for i := range n {
			if err := walk(k+1, append(at[:len(at):len(at)], i)); err != nil {
				return err
			}
		}
		return nil
	}
	return list, walk(0, nil)
}
