package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mpc/dist"
	"mpc/factor/families"
	"mpc/model"
)

// convert turns the leaves of an input into numbers or distributions, and
// reports each that is not of the input's type.
func (a *assembly) convert(s *shape) *column {
	c := &column{input: s.input, starts: s.starts}
	if s.input.Type.Kind == model.DistKind {
		c.dists = make([]any, s.leaves.len())
		for i := range c.dists {
			c.dists[i] = s.dist(i, s.placed(i))
			if s.source.report.Full() {
				break
			}
		}
		return c
	}
	if a.plain(s) {
		values := s.leaves
		c.values = &values
		return c
	}
	c.values = &packed{}
	for i := range s.leaves.len() {
		if v, ok := s.number(i); ok && a.fits(s.input, v) {
			c.values.number(v, 0)
			continue
		}
		n := s.leaf(i)
		if s.input.Missing && s.lacks(n) {
			if c.absent == nil {
				c.absent = make([]bool, s.leaves.len())
			}
			c.absent[i] = true
			c.values.number(0, 0)
			continue
		}
		c.values.number(a.value(s, i, n), 0)
		if s.source.report.Full() {
			break
		}
	}
	return c
}

// lacks tells whether a value says that there is none: null, and words for it in quotes,
// which are labels where a member of a range is wanted.
func (s *shape) lacks(n node) bool {
	return n.kind == null || n.kind == text && s.input.Type.Kind != model.IndexKind && (noValue(n.text) || n.text == "")
}

// plain tells whether all leaves are numbers of the type of their input.
func (a *assembly) plain(s *shape) bool {
	for i := range s.leaves.len() {
		if v, ok := s.number(i); !ok || !a.fits(s.input, v) {
			return false
		}
	}
	return len(s.input.Dims) > 0
}

// fits tells whether a number is a value of an input.
func (a *assembly) fits(in *model.Input, v float64) bool {
	switch in.Type.Kind {
	case model.Bool:
		return v == 0 || v == 1
	case model.Int:
		return v == math.Trunc(v) && math.Abs(v) < 1<<53
	case model.IndexKind:
		x := a.ranges[in.Type.Range]
		return v == math.Trunc(v) && (x == nil || v >= 0 && v < float64(x.size))
	}
	return true
}

// value reads leaf i.
func (a *assembly) value(s *shape, i int, n node) float64 {
	in := s.input
	if n.kind == broken {
		return 0
	}
	wrong := func(want string) float64 { return s.wrong(i, n, want) }
	whole := n.kind == number && n.number == math.Trunc(n.number)
	switch in.Type.Kind {
	case model.Bool:
		if n.kind == text && !s.lacks(n) {
			n = cell{text: n.text}.node(in.Type) // a word for it, in quotes
		}
		if n.kind != boolean && !(n.kind == number && (n.number == 0 || n.number == 1)) {
			return wrong("true or false")
		}
	case model.Int:
		if !whole {
			return wrong("a whole number")
		}
		if math.Abs(n.number) >= 1<<53 && !s.source.often(in.Name+" whole") {
			n = s.placed(i)
			s.source.repeated(in.Name+" whole", n.at, CodeNumber, "%s is %s, too large for a whole number", s.name(len(in.Dims), i), s.source.written(&n)).
				WithHint("from 2^53 = 9007199254740992 on they are not told apart; names of elements are members of a range, index(R), or labels in double quotes")
		}
	case model.IndexKind:
		return a.indexValue(s, i, n)
	default:
		if n.kind != number {
			return wrong("a number")
		}
	}
	return n.number
}

// wrong reports an entry that is no value of its type.
func (s *shape) wrong(i int, n node, want string) float64 {
	in := s.input
	kind := in.Name + " " + kindNames[n.kind]
	switch {
	case n.kind == null && math.IsNaN(n.number):
		kind = in.Name + " NaN"
	case s.lacks(n):
		kind = in.Name + " " + kindNames[null]
	case n.kind == text && in.Type.Kind != model.Bool && validNumber(n.text) && noNumber(n.text) != "":
		kind = in.Name + " large"
	}
	if s.source.often(kind) {
		return 0
	}
	name := s.name(len(in.Dims), i)
	n = s.placed(i)
	switch {
	case n.kind == null && math.IsNaN(n.number):
		d := s.source.repeated(kind, n.at, CodeNumber, "%s is not a finite number", n.text)
		d.WithHint("every value must be finite; where entries may be missing the model says so: %s", missingForm(in))
	case n.kind == null && n.text != "" && n.text != "NA" || n.kind == text && n.text != "" && s.lacks(n):
		s.source.repeated(kind, n.at, CodeMissing, "%s has no value: %s", name, n.describe()).WithHint("%s", needed(in))
	case s.lacks(n):
		s.source.repeated(kind, n.at, CodeMissing, "%s has no value", name).WithHint("%s", needed(in))
	case n.kind == list:
		s.source.repeated(kind, n.at, CodeShape, "%s is a list, but %s is %s", name, in.Name, describeInput(in))
	case kind == in.Name+" large":
		s.source.repeated(kind, n.at, CodeNumber, "%s is %s, %s", name, clip(n.text), noNumber(n.text))
	default:
		d := s.source.repeated(kind, n.at, CodeType, "%s is %s, %s is expected", name, n.describe(), want)
		if hint := s.typeHint(n); hint != "" {
			d.WithHint("%s", hint)
		}
	}
	return 0
}

// indexValue converts an entry that is an index of a range, by its number or its label.
func (a *assembly) indexValue(s *shape, i int, n node) float64 {
	in := s.input
	x := a.ranges[in.Type.Range]
	if n.kind == null && n.text != "" && x != nil && x.fixed && has(x.number, n.text) {
		n.kind = text // the list has this label
	}
	if n.kind == text && x != nil {
		v, _ := x.label(s, i, n)
		return v
	}
	if n.kind != text && !(n.kind == number && n.number == math.Trunc(n.number)) {
		return s.wrong(i, n, "a member of "+in.Type.Range.Name)
	}
	if x != nil && (n.number < 0 || n.number >= float64(x.size)) && !s.source.often(in.Name+" range") {
		n = s.placed(i)
		r := in.Type.Range.Name
		d := s.source.repeated(in.Name+" range", n.at, CodeRange, "%s is %s, out of the range %s", s.name(len(in.Dims), i), n.describe(), r)
		switch {
		case x.size == 0:
			d.WithHint("%s is empty", r)
		case has(x.number, n.labelText()):
			d.WithHint("the list of the labels of %s has it as a text: write %q", r, n.labelText())
		case n.id && x.labels == nil:
			d.WithHint("%s runs from 0 to %d: %s; where the numbers are names of elements, give %s as the list of them, or in a column beside the arrays over it", r, x.size-1, x.why, r)
		default:
			from := ""
			if n.number == float64(x.size) {
				from = "; the first element is number 0"
			}
			d.WithHint("%s runs from 0 to %d: %s%s", r, x.size-1, x.why, from)
		}
	}
	return n.number
}

func has(m map[string]int, key string) bool { _, ok := m[key]; return ok }

// noNumber says why a text that is written as a number is none here: "" where it is one.
func noNumber(text string) string {
	v, _ := strconv.ParseFloat(text, 64) // the text is a number
	switch {
	case len(text) > maxDigits:
		return fmt.Sprintf("of %d characters, and at most %d are read for a number", len(text), maxDigits)
	case math.IsInf(v, 0):
		return "too large for a number"
	case underflows(v, text):
		return "too small to differ from 0"
	}
	return ""
}

// needed says what can be done about an entry without a value.
func needed(in *model.Input) string {
	text := "every entry of " + in.Name + " needs one"
	switch in.Type.Kind {
	case model.Real, model.Bool, model.Int, model.IndexKind:
		return text + ", unless the model says that entries may be missing: " + missingForm(in)
	}
	return text
}

// missingForm is how an input is declared whose entries may be missing.
func missingForm(in *model.Input) string {
	return fmt.Sprintf("%s: {type: %q, missing: true}", in.Name, describeInput(in))
}

// typeHint says how a value of another type would be written right, "" where that
// cannot be told.
func (s *shape) typeHint(n node) string {
	kind := s.input.Type.Kind
	switch {
	case n.kind == text && unknownWords[strings.ToLower(n.text)]:
		if s.input.Missing {
			return "write NA, or null in JSON, where it is missing"
		}
		return needed(s.input) + "; then write NA"
	case kind == model.Bool && n.kind == text:
		return "write true or false" + map[bool]string{true: ", without quotes"}[n.text == "true" || n.text == "false"]
	case kind != model.Bool && n.kind == boolean:
		return "write 1 for true, 0 for false"
	case n.kind != text || kind == model.Bool:
		return ""
	case validNumber(n.text):
		return "write " + clip(n.text) + ", without quotes"
	case strings.HasPrefix(n.text, "\u2212") || strings.HasPrefix(n.text, "\u2013"):
		return "a minus is written -"
	case hasUnit(n.text) || parted(n.text):
		if s.separated() {
			return "a number has digits and a decimal comma or point alone: no units, and nothing between thousands"
		}
		return "a number has digits and a point alone: no units, and nothing between thousands"
	case s.separated() && strings.Trim(n.text, "-+0123456789.,'") == "" && strings.ContainsAny(n.text, "0123456789"):
		return "a number has nothing between thousands, and one decimal comma or point"
	case strings.Contains(n.text, ",") && strings.Trim(n.text, "-+0123456789.,eE ") == "":
		return "a number has a point and no comma"
	}
	return ""
}

// unknownWords are what others write where a value is missing, and what is no such word here.
var unknownWords = map[string]bool{"?": true, "??": true, ".": true, "..": true, "--": true, "unknown": true, "missing": true, "none": true, "nil": true, "nd": true, "n.d.": true}

// hasUnit tells whether a text is a number with a unit behind it, or a sign such as that of a
// currency before it.
func hasUnit(text string) bool {
	if first, _ := utf8.DecodeRuneInString(text); unicode.IsLetter(first) {
		return false
	}
	number := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("-+.,", r) })
	return number != text && strings.ContainsAny(number, "0123456789") && strings.Trim(number, "-+0123456789.,") == ""
}

// parted tells whether a text is a number with signs between its thousands.
func parted(text string) bool {
	const signs = " _'\u00a0\u202f"
	return strings.Trim(text, "-+0123456789.,"+signs) == "" && strings.ContainsAny(text, "0123456789") && strings.ContainsAny(text, signs)
}

// separated tells whether a value stands in a table whose numbers may have decimal
// commas, as none stand between its columns.
func (s *shape) separated() bool {
	return s.column != nil && s.column.grid.separator != ','
}

// dist reads leaf i as a distribution.
func (s *shape) dist(i int, n node) any {
	if n.kind == broken {
		return nil
	}
	if n.text == "" {
		n = s.source.opened(n)
	}
	for k := range n.list {
		if v := &n.list[k]; v.kind == null && v.text != "" {
			s.source.errorf(v.at, CodeNumber, "%s is not a finite number", v.text)
			return nil
		} else if v.kind == broken {
			return nil
		}
	}
	name := s.name(len(s.input.Dims), i)
	family := s.input.Type.Family
	if n.kind != object {
		s.source.errorf(n.at, CodeType, "%s is %s, a distribution is expected", name, n.describe()).
			WithHint(`as {"dist": "normal", "mean": 0, "variance": 1}, or {"dist": "point", "value": 3}`)
		return nil
	}
	raw := []byte(n.text)
	if n.text == "" {
		raw = s.source.text[n.at:n.end]
	}
	seen := map[string]bool{}
	for k := 0; k < len(n.list); k += 2 {
		if key := &n.list[k]; seen[key.text] {
			s.source.errorf(key.at, CodeDuplicate, "%s is given twice", key.text)
			return nil
		}
		seen[n.list[k].text] = true
	}
	d, err := families.Named(family).Read(raw)
	if err != nil {
		d := s.source.errorf(n.at, CodeType, "%s is no %s: %s", name, family, strings.TrimPrefix(err.Error(), family+": "))
		if form := distForms[family]; form != "" && n.text == "" {
			d.WithHint("as %s", form)
		}
		return d
	}
	if why := negative(d); why != "" {
		s.source.errorf(n.at, CodeType, "%s is no %s: %s", name, family, why)
		return nil
	}
	if s.input.Prior && isPoint(d) {
		s.source.errorf(n.at, CodeType, "%s is a point, and Gibbs sampling draws from no point", name).
			WithHint("a value that is known is an input of its own, which the model reads in the place of the variable")
		return nil
	}
	return d
}

// negative says which parameter of what is to be a prior no distribution has, ""
// where there is none: some messages of EP, which are not distributions, have them.
// Generated packages say the same.
func negative(d any) string {
	switch d := d.(type) {
	case dist.Normal:
		if d.P < 0 {
			return "its precision is negative"
		}
	case dist.Gamma:
		if d.Shape < 0 || d.Rate < 0 {
			return "its shape or its rate is negative"
		}
	case dist.InverseGamma:
		if d.Rate < 0 {
			return "its rate is negative"
		}
	case dist.Beta:
		if d.A < 0 || d.B < 0 {
			return "one of its counts is negative"
		}
	}
	return ""
}

// isPoint tells whether a distribution over numbers or vectors of them is a point.
func isPoint(d any) bool {
	switch d := d.(type) {
	case dist.Bernoulli, dist.Categorical:
		return false
	case interface{ IsPoint() bool }:
		return d.IsPoint()
	}
	return false
}

// distForms shows how a distribution is written.
var distForms = map[string]string{
	"normal":       `{"dist": "normal", "mean": 0, "variance": 1}`,
	"gamma":        `{"dist": "gamma", "shape": 2, "rate": 1}`,
	"inversegamma": `{"dist": "inversegamma", "shape": 2, "rate": 1}`,
	"beta":         `{"dist": "beta", "a": 1, "b": 1}`,
	"bernoulli":    `{"dist": "bernoulli", "p": 0.5}`,
}
