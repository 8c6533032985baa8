package lang

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A decoder turns the YAML part into a File.
type decoder struct {
	src    *source
	report *Collector
	file   *File
	// The text that is read as YAML: that of the file, where what is no YAML has
	// been replaced by blanks.
	yaml string
	// Keys that were left out after a mistake.
	skippedKeys map[string]bool
}

// decode reads the document; it returns false if there is none to speak of.
func (d *decoder) decode() bool {
	if len(strings.TrimSpace(strings.TrimPrefix(d.src.text, byteOrderMark))) == 0 {
		d.report.Errorf(Pos{1, 1}, CodeEmpty, "the file is empty").
			WithHint("a model has at least the keys model and program")
		return false
	}
	root := d.document()
	if root == nil {
		if len(d.file.Program) == 0 {
			return false
		}
		d.file.skipVariables()
		return true
	}
	if !d.plainNode(root) {
		return false
	}
	if root.Kind != yaml.MappingNode {
		d.report.Errorf(d.at(root), CodeWrongKind, "a model file is a mapping of keys, not %s", kindOf(root)).
			WithHint("it starts with: model: name")
		return false
	}
	d.leaveOutFeatures(root)
	d.model(root)
	return true
}

// readDocument reads the next document. The YAML library's own failures are
// reported as errors of the text, since it is the text that brings them about.
func readDocument(reader *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	doc = new(yaml.Node)
	if err = reader.Decode(doc); err != nil {
		return nil, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, errors.New("yaml: no document")
	}
	return doc, nil
}

// offset is where a node starts in the file.
func (d *decoder) offset(n *yaml.Node) int {
	return min(d.src.offset(n.Line, n.Column), len(d.src.text))
}

func (d *decoder) at(n *yaml.Node) Pos { return d.src.pos(d.offset(n)) }

// kindOf names a node in a message.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch {
	case isEmpty(n):
		return "nothing"
	case n.Style != 0:
		return "text"
	}
	return clip(n.Value)
}

// isEmpty reports whether nothing is written where the node stands.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == ""
}

// plainNode reports what a model file has no use for at a node itself: an
// anchor, an alias, a merge key or a tag.
func (d *decoder) plainNode(n *yaml.Node) bool {
	ok := true
	bad := func(what, hint string) {
		d.report.Errorf(d.at(n), CodeYAMLFeature, "a model file has no %s", what).WithHint("%s", hint)
		ok = false
	}
	switch {
	case n.Kind == yaml.AliasNode:
		bad("aliases", "write the text out, or in quotes")
	case n.Anchor != "":
		bad("anchors", "remove &"+clip(n.Anchor)+", or write the text in quotes")
	case n.Style&yaml.TaggedStyle != 0:
		bad("tags", "remove "+clip(n.Tag)+", or write the text in quotes")
	case n.Tag == "!!merge":
		bad("merge keys", "write the keys out")
	}
	return ok
}

// plainYAML does the same for a node and all below it.
func (d *decoder) plainYAML(n *yaml.Node) bool {
	ok := d.plainNode(n)
	for _, c := range n.Content {
		ok = d.plainYAML(c) && ok
	}
	return ok
}

// leaveOutFeatures takes the keys out of a mapping that hold what a model file
// has no use for.
func (d *decoder) leaveOutFeatures(root *yaml.Node) {
	var kept []*yaml.Node
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		good := d.plainYAML(key)
		if d.plainYAML(value) && good {
			kept = append(kept, key, value)
			continue
		}
		d.skippedKeys[key.Value] = true
		d.skipNode(key)
		d.skipNode(value)
	}
	root.Content = kept
}

// A syntaxHint says what is likely meant by text that is not YAML.
type syntaxHint struct{ problem, message, hint string }

func syntaxHints() []syntaxHint {
	const quote = "inside [ ] and { } quote text that has brackets: {type: 'index(k)[item]'}; and close them"
	return []syntaxHint{
		{"mapping values are not allowed", "a key and its value do not belong here",
			"indent the keys of a mapping alike; quote text that has a colon and a space in it"},
		{"did not find expected ',' or ']'", "this list is not closed, or what follows belongs to no entry", quote},
		{"did not find expected ',' or '}'", "this mapping is not closed, or what follows belongs to no entry", quote},
		{"did not find expected node content", "a value is expected", quote},
		{"did not find expected key", "a key is expected", "indent the keys of a mapping alike"},
		{"could not find expected ':'", "a colon is expected after the key",
			"write key: value; the lines of a program are indented more than the key program"},
		{"did not find expected '-' indicator", "an entry of the list is expected", "each entry starts with - , indented alike"},
		{"found character that cannot start any token", "this character cannot start a value",
			"indent with spaces, not tabs; quote text that starts with @, ` or %"},
		{"found a tab character", "a tab cannot indent", "indent with spaces"},
		{"found unexpected end of stream", "the quotes are not closed", "end the text with the quote that it starts with"},
		{"found unknown escape character", "the escape is unknown", "use single quotes, in which \\ is an ordinary character"},
		{"unknown anchor", "a model file has no aliases", "quote text that starts with *"},
		{"did not find expected alphabetic or numeric character", "a model file has no anchors and aliases",
			"quote text that starts with * or &"},
		{"exceeded max depth", "nested too deeply", "a model file is a mapping of keys"},
	}
}

var yamlLine = regexp.MustCompile(`^line (\d+): `)

// badLine finds the line of an error, and what it says. The decoder's own line
// is that of the construct it was in, and may be one off; the first line that
// makes the text above it unreadable is the better one, where it is cheap to
// find: it is certain.
func (d *decoder) badLine(err error) (line int, problem string, certain bool) {
	problem = strings.TrimPrefix(err.Error(), "yaml: ")
	line = 1
	if m := yamlLine.FindStringSubmatch(problem); m != nil {
		line, _ = strconv.Atoi(m[1])
		problem = problem[len(m[0]):]
		if strings.HasPrefix(problem, "did not find expected") && !strings.Contains(problem, "alphabetic") {
			line++ // the YAML parser counts from 0, its scanner from 1
		}
	}
	line = min(max(line, 1), len(d.src.lines))
	if better := d.firstBadLine(); better > 0 {
		return better, problem, true
	}
	return line, problem, false
}

// syntaxError reports text of a section that is not YAML.
func (d *decoder) syntaxError(line int, problem string, s section) {
	start := d.src.lines[line-1]
	text := d.line(line - 1)
	column := len(text) - len(strings.TrimLeft(text, " "))
	if strings.HasPrefix(text[column:], "\t") {
		problem = "found a tab character"
	}
	if head := ""; s.key == "program" && line-1 > s.first {
		if m := programHead.FindStringSubmatch(d.line(s.first)); m != nil {
			head = m[1]
		}
		if head == "" {
			d.report.Errorf(d.src.pos(start+column), CodeYAML, "not YAML: the statements of a program are a block").
				WithHint("write program: | and the statements on the lines below it, indented")
			return
		}
	}
	for _, h := range syntaxHints() {
		if strings.Contains(problem, h.problem) {
			if strings.HasPrefix(h.problem, "found character") {
				column = max(column, strings.IndexByte(text, '\t'))
			}
			d.report.Errorf(d.src.pos(start+column), CodeYAML, "%s", h.message).WithHint("%s", h.hint)
			return
		}
	}
	d.report.Errorf(d.src.pos(start+column), CodeYAML, "not YAML: %s", problem)
}

// firstBadLine is the line after the longest run of whole lines from the start
// that is YAML, or 0 where the text is too long to look.
func (d *decoder) firstBadLine() int {
	const mostLines, mostBytes = 300, 1 << 14
	if len(d.src.lines) > mostLines || len(d.yaml) > mostBytes {
		return 0
	}
	for n := len(d.src.lines) - 1; n > 0; n-- {
		reader := yaml.NewDecoder(bytes.NewReader([]byte(d.yaml[:d.src.lines[n]])))
		err := error(nil)
		for err == nil {
			_, err = readDocument(reader)
		}
		if err == io.EOF {
			for n < len(d.src.lines)-1 && strings.TrimSpace(d.yaml[d.src.lines[n]:d.src.lines[n+1]]) == "" {
				n++
			}
			return n + 1
		}
	}
	return 1
}
