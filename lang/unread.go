package lang

import (
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"
)

// skipNode notes the names in a part of the YAML text that is left out after a
// mistake.
func (d *decoder) skipNode(n *yaml.Node) {
	if n == nil {
		return
	}
	d.file.skipText(n.Value)
	for _, c := range n.Content {
		d.skipNode(c)
	}
}

// skipText notes every word of a text that is left out after a mistake, but for
// comments.
func (f *File) skipText(text string) {
	if f.Unread == nil {
		f.Unread = map[string]bool{}
	}
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.FieldsFunc(line, func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			f.Unread[word] = true
		}
	}
}

// skipVariables notes what the other keys say of the variables of a program that
// could not be read.
func (f *File) skipVariables() {
	for _, in := range f.Infer {
		f.skipText(in.String())
	}
	for _, in := range f.Init {
		f.skipText(in.Name.Name)
	}
	for _, n := range f.Point {
		f.skipText(n.Name)
	}
}

// skipped notes the text from an offset up to the current token: a statement that
// could not be read, and what was passed over after it.
func (p *parser) skipped(from int) {
	for n := len(p.unread); n > 0 && p.unread[n-1].from >= from; n-- {
		p.unread = p.unread[:n-1] // inside
	}
	p.unread = append(p.unread, interval{from, p.tok.from})
}

// An interval is a piece of a text, by its offsets.
type interval struct{ from, to int }

// finish reads a program, and notes the names in what could not be read of it.
func (p *parser) finish(f *File) {
	f.Program = p.statements()
	for _, piece := range p.unread {
		f.skipText(p.text[piece.from:piece.to])
	}
}
