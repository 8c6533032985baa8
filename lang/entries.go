package lang

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// An entry is a key of a mapping with its value, or an entry of a list. Text
// in flow style that holds commas inside brackets, such as {x: beta(1, 2)} or
// [joint(a, b)], which YAML splits, is one entry.
type entry struct {
	key   *yaml.Node // nil in a list
	value *yaml.Node
	end   *yaml.Node // the last node of the text that starts at value; nil: value itself
}

// pairs returns the entries of a mapping, each key once.
func (d *decoder) pairs(n *yaml.Node, what string) []entry {
	var list []entry
	first := make(map[string]*yaml.Node)
	for i := 0; i+1 < len(n.Content); i += 2 {
		e := entry{key: n.Content[i], value: n.Content[i+1]}
		if n.Style&yaml.FlowStyle != 0 {
			depth := openBrackets(e.value)
			for depth > 0 && i+3 < len(n.Content) && isEmpty(n.Content[i+3]) {
				i += 2
				e.end = n.Content[i]
				depth += openBrackets(e.end)
			}
		}
		if e.key.Kind != yaml.ScalarNode {
			d.skipNode(e.key)
			d.skipNode(e.value)
			d.report.Errorf(d.at(e.key), CodeWrongKind, "%s is a name, not %s", what, kindOf(e.key))
			continue
		}
		if isEmpty(e.key) {
			d.report.Errorf(d.at(e.key), CodeWrongKind, "%s is a name, and there is none", what)
			continue
		}
		if before, ok := first[e.key.Value]; ok {
			d.skipNode(e.key)
			d.skipNode(e.value)
			d.report.Errorf(d.at(e.key), CodeDuplicateKey, "%s is given twice", clip(e.key.Value)).
				WithRelated(d.at(before), "given here first")
			continue
		}
		first[e.key.Value] = e.key
		list = append(list, e)
	}
	return list
}

// items returns the entries of a list.
func (d *decoder) items(n *yaml.Node) []entry {
	var list []entry
	for i := 0; i < len(n.Content); i++ {
		e := entry{value: n.Content[i]}
		if n.Style&yaml.FlowStyle != 0 {
			depth := openBrackets(e.value)
			for depth > 0 && i+1 < len(n.Content) && n.Content[i+1].Kind == yaml.ScalarNode {
				i++
				e.end = n.Content[i]
				depth += openBrackets(e.end)
			}
		}
		list = append(list, e)
	}
	return list
}

// openBrackets is how many round brackets a plain scalar leaves open.
func openBrackets(n *yaml.Node) int {
	if n.Kind != yaml.ScalarNode || n.Style != 0 {
		return 0
	}
	return strings.Count(n.Value, "(") - strings.Count(n.Value, ")")
}

// fragment is the text of an entry's value, which the caller has found to be a
// scalar.
func (d *decoder) fragment(e entry) fragment {
	if e.end == nil {
		return d.scalar(e.value)
	}
	from, to := d.offset(e.value), d.offset(e.end)+len(e.end.Value)
	if to = min(to, len(d.src.text)); from > to {
		return d.scalar(e.value)
	}
	return fragment{src: d.src, text: d.src.text[from:to], base: from}
}

// scalar is the text of a scalar. A block scalar's text stands in the file as
// it is, but for its indentation, which means nothing in the language.
func (d *decoder) scalar(n *yaml.Node) fragment {
	offset := d.offset(n)
	switch {
	case n.Style&yaml.LiteralStyle != 0:
		return d.literal(offset)
	case n.Style&yaml.FoldedStyle != 0:
		f := d.literal(offset)
		f.text = n.Value
		f.offsets = make([]int32, len(n.Value))
		for i := range f.offsets {
			f.offsets[i] = int32(f.base)
		}
		return f
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return align(d.src, n.Value, offset, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return align(d.src, n.Value, offset, '\'')
	}
	return align(d.src, n.Value, offset, 0)
}

// literal is the text of a block scalar whose indicator | stands at offset: the
// lines after it, up to the first that is indented less than the first of them.
func (d *decoder) literal(offset int) fragment {
	text := d.src.text
	header := text[offset:d.src.lineEnd(offset)]
	from := min(offset+len(header)+1, len(text))
	indent := -1
	if i := strings.IndexAny(header, "123456789#"); i >= 0 && header[i] != '#' {
		// The number counts from the parent's indentation. It can only lower the
		// indentation of the first line: what ends the text is not indented more
		// than the parent's keys.
		indent = d.indentation(offset) + int(header[i]-'0')
	}
	to := from
	for to < len(text) {
		end := d.src.lineEnd(to)
		line := strings.TrimRight(text[to:end], "\r")
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		if spaces < len(line) {
			if indent < 0 {
				indent = max(spaces, d.indentation(offset)+1)
			}
			if spaces < indent {
				break
			}
		}
		to = min(end+1, len(text))
	}
	return fragment{src: d.src, text: text[from:to], base: from}
}

// indentation is the number of spaces that start the line of an offset.
func (d *decoder) indentation(offset int) int {
	at := d.src.pos(offset)
	start := d.src.lines[at.Line-1]
	n := 0
	for start+n < len(d.src.text) && d.src.text[start+n] == ' ' {
		n++
	}
	return n
}

// isText reports a value that is not a scalar, or is empty.
func (d *decoder) isText(key string, e entry, want string) bool {
	switch {
	case e.value.Kind != yaml.ScalarNode:
		d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is %s, not %s", key, want, kindOf(e.value))
	case isEmpty(e.value) && e.key != nil:
		d.report.Errorf(d.at(e.key), CodeWrongKind, "%s has no value; it is %s", key, want)
	case strings.TrimSpace(e.value.Value) == "":
		d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is empty; it is %s", key, want)
	default:
		return true
	}
	return false
}

// isList reports a value that is not a list, or is empty.
func (d *decoder) isList(key string, e entry, want, example string) bool {
	switch {
	case isEmpty(e.value) && e.key != nil:
		d.report.Errorf(d.at(e.key), CodeWrongKind, "%s has no value; it is %s", key, want).WithHint("write %s: %s", key, example)
	case e.value.Kind != yaml.SequenceNode && e.key == nil:
		d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is %s, not %s", key, want, kindOf(e.value)).WithHint("write %s", example)
	case e.value.Kind != yaml.SequenceNode:
		diag := d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is %s, not %s", key, want, kindOf(e.value))
		if e.value.Kind == yaml.ScalarNode && isName(e.value.Value) {
			example = "[" + clip(e.value.Value) + "]"
		}
		diag.WithHint("write %s: %s", key, example)
	case len(e.value.Content) == 0:
		d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is an empty list", key).WithHint("name something, or leave the key out")
	default:
		return true
	}
	return false
}

// isMapping reports a value that is not a mapping; nothing at all is an empty
// one.
func (d *decoder) isMapping(key string, e entry, want, example string) bool {
	if e.value.Kind == yaml.MappingNode {
		return true
	}
	if !isEmpty(e.value) {
		d.report.Errorf(d.at(e.value), CodeWrongKind, "%s is %s, not %s", key, want, kindOf(e.value)).WithHint("write %s: %s", key, example)
	}
	return false
}

// name reads a scalar that is a name of the language.
func (d *decoder) name(n *yaml.Node, what string) (Name, bool) {
	at := d.at(n)
	switch {
	case n.Kind != yaml.ScalarNode:
		d.report.Errorf(at, CodeWrongKind, "%s is a name, not %s", what, kindOf(n))
	case isKeyword(n.Value) || n.Value == evidenceName:
		d.report.Errorf(at, CodeBadName, "%s cannot be called %s: the word is reserved", what, n.Value)
	case !isName(n.Value):
		d.report.Errorf(at, CodeBadName, "%s is not a name, as %s must be", quoted(n.Value), what).
			WithHint("%s", nameHint(n.Value))
	default:
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
			at.Col++
		}
		return Name{At: at, Name: n.Value}, true
	}
	return Name{}, false
}

// names reads a list of names, each once.
func (d *decoder) names(key string, e entry) []Name {
	if !d.isList(key, e, "a list of names", "[x, y]") {
		return nil
	}
	var list []Name
	first := make(map[string]Pos)
	for _, item := range e.value.Content {
		if d.report.Full() {
			return list
		}
		n, ok := d.name(item, "an entry of "+key)
		if !ok {
			continue
		}
		if before, twice := first[n.Name]; twice {
			d.report.Errorf(n.At, CodeDuplicateKey, "%s is listed twice", n.Name).WithRelated(before, "listed here first")
			continue
		}
		first[n.Name] = n.At
		list = append(list, n)
	}
	return list
}

// choices reads a mapping of names to names.
func (d *decoder) choices(n *yaml.Node, what string) []Choice {
	var list []Choice
	for _, e := range d.pairs(n, what) {
		key, ok := d.name(e.key, what)
		if !ok || !d.isText(key.Name, e, "a name") {
			continue
		}
		if value, ok := d.name(e.value, "the value of "+key.Name); ok {
			list = append(list, Choice{Key: key, Value: value})
		}
	}
	return list
}

// quoted is a text in quotes, shortened.
func quoted(text string) string { return "\"" + printable([]byte(clip(text))) + "\"" }
