package data

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"mpc/model"
)

// node reads a cell as the type of its input: a number, a boolean, a label. A
// text that is no such value stays a text, which is reported later.
func (c cell) node(t model.Type) node {
	n := node{kind: text, at: c.at, end: c.at + len(c.text), text: c.text}
	switch {
	case c.broken:
		n.kind = broken
		return n
	case c.empty():
		n.kind = null
		return n
	}
	if t.Kind == model.Bool {
		switch strings.ToLower(c.text) {
		case "true", "t", "yes", "y", "1":
			n.kind, n.number = boolean, 1
		case "false", "f", "no", "n", "0":
			n.kind = boolean
		}
		return n
	}
	if v, ok := c.number(); ok {
		n.kind, n.number = number, v
		if t.Kind == model.IndexKind {
			n.text, n.id = c.label(), true
		}
	}
	return n
}

// number reads a cell as a finite number.
func (c cell) number() (float64, bool) {
	s := c.text
	if s != "" && s[0] == '+' {
		s = s[1:]
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	if len(s) > maxDigits {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0) && !underflows(v, s)
}

// underflows tells whether a number is 0 only since it is too small for another.
func underflows(v float64, text string) bool {
	if v != 0 {
		return false
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	return strings.ContainsAny(mantissa, "123456789")
}

// whole reads a cell as an index.
func (c cell) whole() (int, bool) {
	v, ok := c.number()
	if !ok || c.quoted || v != math.Trunc(v) || math.Abs(v) > maxSize {
		return 0, false
	}
	return int(v), true
}

// A field is a column of a distribution: name.field.
type field struct {
	name   string
	column int
}

// distNode makes a distribution of the fields in a row.
func distNode(family string, fields []field, row []cell) node {
	n := node{kind: object, at: row[0].at}
	if row[0].broken || incomplete(row) {
		n.kind = broken
		return n
	}
	empty := 0
	for _, c := range row {
		if c.empty() {
			empty++
		}
	}
	if empty == len(fields) {
		n.kind = null
		return n
	}
	b := []byte(`{"dist":`)
	b = strconv.AppendQuote(b, family)
	for k, f := range fields {
		c := row[k]
		key, err := json.Marshal(f.name)
		if err != nil {
			continue
		}
		b = append(append(append(b, ','), key...), ':')
		if v, ok := c.number(); ok {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
			continue
		}
		value, err := json.Marshal(c.text)
		if err != nil {
			continue
		}
		b = append(b, value...)
	}
	n.text = string(append(b, '}'))
	return n
}
