package bugs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"

	"mpc/lang"
)

// An Array is a value by name: a number, or an array of them.
type Array struct {
	Dim     []int     // empty for a number
	Values  []float64 // row by row
	Missing []bool    // nil where all are there
	Whole   bool      // all values are whole numbers
	File    string    // that it was read from, "" where it is not known
	At      lang.Pos
}

// Data are the values of a program by the names of the program.
type Data map[string]*Array

// HasMissing tells whether a value is missing.
func (a *Array) HasMissing() bool {
	for _, m := range a.Missing {
		if m {
			return true
		}
	}
	return false
}

// newArray is an array of that shape without a value.
func newArray(dim []int) *Array {
	n := 1
	for _, d := range dim {
		n *= d
	}
	a := &Array{Dim: dim, Values: make([]float64, n), Missing: make([]bool, n), Whole: true}
	for i := range a.Missing {
		a.Missing[i] = true
	}
	return a
}

// tidy says whether all values are whole, and drops Missing where nothing is.
func (a *Array) tidy() {
	a.Whole = true
	for i, v := range a.Values {
		if (a.Missing == nil || !a.Missing[i]) && v != math.Trunc(v) {
			a.Whole = false
		}
	}
	if !a.HasMissing() {
		a.Missing = nil
	}
}

// ReadJSON reads an object with a number, or nested lists by row, for each name; null is
// missing.
func ReadJSON(src []byte) (Data, error) {
	d, _, err := readJSON(src, func(string, lang.Pos) bool { return false })
	return d, err
}

// readJSON is ReadJSON but for names that are left out, with the offset of what an error is about; At of an array is its name's.
func readJSON(src []byte, leaves func(name string, at lang.Pos) bool) (d Data, at int, err error) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	fail := func(err error) (Data, int, error) {
		at := int(dec.InputOffset())
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = max(int(syntax.Offset)-1, 0)
		}
		return nil, at, fmt.Errorf("not a JSON object: %w", err)
	}
	open, err := dec.Token()
	if err == nil && open != json.Delim('{') {
		err = fmt.Errorf("it begins with %v", open)
	}
	if err != nil {
		return fail(err)
	}
	d = Data{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return fail(err)
		}
		name := fmt.Sprint(key)
		at := int(dec.InputOffset()) - len(name) - 2
		if before := d[name]; before != nil {
			return nil, at, &twiceError{name, before.At}
		}
		var v any
		if err := dec.Decode(&v); err != nil {
			return fail(err)
		}
		a := &Array{At: offsetPos(src, at)}
		if leaves(name, a.At) {
			continue
		}
		if err := a.add(v, 0); err != nil {
			return nil, at, fmt.Errorf("%s: %w", name, err)
		}
		n := 1
		for _, d := range a.Dim {
			n *= d
		}
		if n != len(a.Values) {
			return nil, at, fmt.Errorf("%s: the lists differ in length", name)
		}
		a.tidy()
		d[name] = a
	}
	if _, err := dec.Token(); err != nil {
		return fail(err)
	}
	if end := int(dec.InputOffset()); len(bytes.TrimSpace(src[end:])) > 0 {
		behind := bytes.TrimLeft(src[end:], " \t\r\n")
		return nil, len(src) - len(behind), errBehind
	}
	return d, 0, nil
}

// errBehind is the error of text behind an object.
var errBehind = errors.New("the object has ended, and this stands behind it")

// A twiceError is that of a name that an object has twice.
type twiceError struct {
	name   string
	before lang.Pos
}

func (e *twiceError) Error() string { return e.name + " is given twice" }

// offsetPos is the place of an offset.
func offsetPos(src []byte, at int) lang.Pos {
	before := src[:min(max(at, 0), len(src))]
	return lang.Pos{Line: 1 + bytes.Count(before, []byte("\n")), Col: len(before) - bytes.LastIndexByte(before, '\n')}
}

func (a *Array) add(v any, depth int) error {
	missing, x := false, 0.0
	switch v := v.(type) {
	case []any:
		if depth == len(a.Dim) {
			if len(a.Values) > 0 {
				return fmt.Errorf("a list stands beside a number")
			}
			a.Dim = append(a.Dim, len(v))
		}
		if len(v) != a.Dim[depth] {
			return fmt.Errorf("lists of %d and of %d entries stand side by side; what is not there is null", a.Dim[depth], len(v))
		}
		for _, e := range v {
			if err := a.add(e, depth+1); err != nil {
				return err
			}
		}
		return nil
	case nil:
		missing = true
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return err
		}
		x = f
	case bool:
		if v {
			x = 1
		}
	case string:
		if v != "NA" {
			return fmt.Errorf("%q is no number", v)
		}
		missing = true
	default:
		return fmt.Errorf("an object is no value")
	}
	if depth != len(a.Dim) {
		return fmt.Errorf("a number stands beside a list")
	}
	a.Values, a.Missing = append(a.Values, x), append(a.Missing, missing)
	return nil
}

// JSON writes the data as package data reads them.
func (d Data) JSON() []byte {
	names := make([]string, 0, len(d))
	for n := range d {
		names = append(names, n)
	}
	sort.Strings(names)
	var b bytes.Buffer
	b.WriteString("{")
	for i, n := range names {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n \"" + n + "\": ")
		d[n].write(&b, 0, 0, len(d[n].Values))
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// Placed are diagnostics of what JSON writes, each where its value was read, or else where the program defines it.
func (t *Translation) Placed(list lang.Diagnostics) lang.Diagnostics {
	names := slices.Sorted(maps.Keys(t.Data))
	placed := slices.Clone(list)
	for i, d := range placed {
		k := d.Line - 2 // behind a line that is a bracket alone
		placed[i].File, placed[i].Pos = t.File.Name, lang.Pos{}
		if k < 0 || k >= len(names) {
			continue
		}
		for _, in := range t.File.Inputs {
			if in.Name.Name == names[k] {
				placed[i].Pos = in.Name.At
			}
		}
		if a := t.Data[names[k]]; a.File != "" {
			placed[i].File, placed[i].Pos = a.File, a.At
		}
	}
	return placed
}

func (a *Array) write(b *bytes.Buffer, depth, from, n int) {
	if depth == len(a.Dim) {
		if a.Missing != nil && a.Missing[from] {
			b.WriteString("null")
		} else {
			b.WriteString(strconv.FormatFloat(a.Values[from], 'g', -1, 64))
		}
		return
	}
	b.WriteString("[")
	for i := range a.Dim[depth] {
		if i > 0 {
			b.WriteString(", ")
		}
		a.write(b, depth+1, from+i*(n/a.Dim[depth]), n/a.Dim[depth])
	}
	b.WriteString("]")
}
