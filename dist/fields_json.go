package dist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// distFields is a JSON object that describes a distribution, while it is read:
// what has been taken is deleted, so that done can name what nobody knows. The
// first error sticks.
type distFields struct {
	family string
	values map[string]json.RawMessage
	err    error
}

// readDistFields reads an object whose "dist" is family or "point".
func readDistFields(family string, data []byte) *distFields {
	f := &distFields{family: family, values: map[string]json.RawMessage{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	start, err := dec.Token()
	if err != nil || start != json.Delim('{') {
		f.fail(errors.New(`an object such as {"dist": "` + family + `", ...} was expected`))
		return f
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			f.fail(err)
			return f
		}
		name, _ := key.(string)
		if _, twice := f.values[name]; twice {
			f.fail(fmt.Errorf("%q is given twice", name))
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			f.fail(err)
			return f
		}
		f.values[name] = value
	}
	return f
}

// fail notes an error, unless there is one already.
func (f *distFields) fail(err error) {
	if f.err == nil {
		f.err = fmt.Errorf("%s: %w", f.family, err)
	}
}

// has tells whether there is a field of that name.
func (f *distFields) has(name string) bool {
	_, ok := f.values[name]
	return ok
}

// take decodes the field of that name into v, a pointer; want names its type.
func (f *distFields) take(name, want string, v any) {
	raw, ok := f.values[name]
	delete(f.values, name)
	switch {
	case f.err != nil:
	case !ok:
		f.fail(fmt.Errorf("%q is missing", name))
	case string(raw) == "null" || json.Unmarshal(raw, v) != nil:
		f.fail(fmt.Errorf("%q must be %s, not %s", name, want, raw))
	}
}

// number takes a number.
func (f *distFields) number(name string) float64 {
	var x float64
	f.take(name, "a number", &x)
	return x
}

// numberIn takes a number of at least low and at most high.
func (f *distFields) numberIn(name string, low, high float64) float64 {
	x := f.number(name)
	if f.err == nil && !(x >= low && x <= high) {
		if high > math.MaxFloat64 {
			f.fail(fmt.Errorf("%q must be at least %v, not %v", name, low, x))
		} else {
			f.fail(fmt.Errorf("%q must be between %v and %v, not %v", name, low, high, x))
		}
	}
	return x
}

// positive takes a number above 0.
func (f *distFields) positive(name string) float64 {
	x := f.number(name)
	if f.err == nil && !(x > 0) {
		f.fail(fmt.Errorf("%q must be positive, not %v", name, x))
	}
	return x
}

// flag takes a boolean, false where it is not given.
func (f *distFields) flag(name string) bool {
	var b bool
	if f.has(name) {
		f.take(name, "true or false", &b)
	}
	return b
}

// isPoint takes "dist", and tells whether it is "point".
func (f *distFields) isPoint() bool {
	var dist string
	f.take("dist", "a string", &dist)
	if dist == "point" {
		return true
	}
	if dist != f.family {
		f.fail(fmt.Errorf(`"dist" must be %q or "point", not %q`, f.family, dist))
	}
	return false
}

// oneOf returns the one of names that is given, and fails where none or several are.
func (f *distFields) oneOf(names ...string) string {
	found := ""
	for _, name := range names {
		switch {
		case !f.has(name):
		case found != "":
			f.fail(fmt.Errorf("%q and %q exclude each other", found, name))
		default:
			found = name
		}
	}
	if found == "" {
		list := ""
		for i, name := range names {
			if i > 0 {
				list += ", "
			}
			list += fmt.Sprintf("%q", name)
		}
		f.fail(fmt.Errorf("one of %s is missing", list))
	}
	return found
}

// finish calls set if all fields were good, known, and gave a finite
// distribution; else it returns the first error.
func (f *distFields) finish(finite bool, set func()) error {
	for _, name := range []string{"q05", "q50", "q95", "sds", "rare"} { // of a posterior that has only moments of the family
		delete(f.values, name)
	}
	unknown := ""
	for name := range f.values { // the first in the alphabet: the same on every run
		if unknown == "" || name < unknown {
			unknown = name
		}
	}
	if len(f.values) > 0 {
		f.fail(fmt.Errorf("unknown field %q", unknown))
	}
	if !finite {
		f.fail(errors.New("the numbers are too large or too small"))
	}
	if f.err == nil {
		set()
	}
	return f.err
}

// A distField is a field to be written.
type distField struct {
	name  string
	value float64
}

// appendDistFields writes a distribution and its fields, numbers as short as
// they round-trip. It fails on numbers that JSON has not got.
func appendDistFields(family string, fields ...distField) ([]byte, error) {
	b := append([]byte(`{"dist":"`), family...)
	b = append(b, '"')
	for _, f := range fields {
		if f.value-f.value != 0 {
			return nil, fmt.Errorf("%s: %q is %v, which JSON cannot hold", family, f.name, f.value)
		}
		b = append(b, `,"`...)
		b = append(b, f.name...)
		b = append(b, `":`...)
		b = strconv.AppendFloat(b, f.value, 'g', -1, 64)
	}
	return append(b, '}'), nil
}

// appendDistFlag writes a distribution with one flag that is true.
func appendDistFlag(family, flag string) []byte {
	return []byte(`{"dist":"` + family + `","` + flag + `":true}`)
}

// appendImproper writes a distribution marked as improper.
func appendImproper(family string, fields ...distField) ([]byte, error) {
	b, err := appendDistFields(family, fields...)
	if err != nil {
		return nil, err
	}
	return append(b[:len(b)-1], `,"improper":true}`...), nil
}
