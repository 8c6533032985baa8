package data

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"mpc/lang"
)

// A kind is the kind of a value in a data file.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	list
	object
	broken // reported already
)

var kindNames = [...]string{"null", "a boolean", "a number", "a string", "a list", "an object", "no value"}

// A node is a value in a data file, whatever the format of the file.
type node struct {
	kind   kind
	id     bool    // of a whole number in a table, where a member of a range is wanted
	at     int     // byte offset in the source
	end    int     // after the value
	number float64 // of a number; 1 or 0 of a boolean
	text   string  // of a string; of a number that may be a label, see id; of null the word for it
	list   []node  // of a list; of an object key, value, key, value, ...
}

// describe names a value in messages.
func (n *node) describe() string {
	switch n.kind {
	case null:
		if n.text != "" {
			return n.text
		}
	case boolean:
		return strconv.FormatBool(n.number != 0)
	case number:
		return strconv.FormatFloat(n.number, 'g', -1, 64)
	case text:
		if len(n.text) > 40 {
			return strconv.Quote(n.text[:40]) + "..."
		}
		return strconv.Quote(n.text)
	}
	return kindNames[n.kind]
}

// written is a number as its file has it, with digits that may be lost when it is read.
func (s *source) written(n *node) string {
	if n.at < n.end && n.end <= len(s.text) {
		return clip(string(s.text[n.at:n.end]))
	}
	return n.describe()
}

// A source is a data file.
type source struct {
	name   string
	text   []byte
	from   int    // where the data begin, those of one batch among others
	table  bool   // CSV
	prior  string // the input that has posteriors as priors, whose labels these are
	inline bool   // not the text of a file: diagnostics show the line themselves
	report lang.Collector
	repeat map[string]*repetition // by kind of mistake
	kinds  []string               // in the order of the first of each
}

// A repetition is a mistake that is made again and again, as down a column: from the
// third on it is one error with a count and three places.
type repetition struct {
	first *lang.Diagnostic
	more  []*lang.Diagnostic // the second and the third
	count int
}

// repeated reports a mistake at a byte offset, of a kind that may be made often.
func (s *source) repeated(kind string, offset int, code, format string, args ...any) *lang.Diagnostic {
	r := s.repeat[kind]
	if r == nil {
		if s.repeat == nil {
			s.repeat = map[string]*repetition{}
		}
		s.kinds = append(s.kinds, kind)
		r = &repetition{first: s.errorf(offset, code, format, args...), count: 1}
		s.repeat[kind] = r
		return r.first
	}
	r.count++
	d := &lang.Diagnostic{}
	if r.count <= 3 {
		*d = lang.Diagnostic{Pos: s.pos(offset), Code: code, Message: fmt.Sprintf(format, args...)}
		r.more = append(r.more, d)
	}
	return d
}

// often tells whether a kind of mistake has been made so often that one more is counted
// alone, as it is then.
func (s *source) often(kind string) bool {
	r := s.repeat[kind]
	if r == nil || r.count < 3 {
		return false
	}
	r.count++
	return true
}

// diagnostics lists what was reported.
func (s *source) diagnostics() lang.Diagnostics {
	for _, kind := range s.kinds {
		r := s.repeat[kind]
		if r.count > 2 {
			r.first.Message += fmt.Sprintf("; there are %d such mistakes, three of them here", r.count)
		}
		for _, d := range r.more {
			if r.count > 2 {
				r.first.WithRelated(d.Pos, "%s", d.Message)
			} else {
				s.report.Errorf(d.Pos, d.Code, "%s", d.Message).Hint = d.Hint
			}
		}
	}
	s.repeat, s.kinds = nil, nil
	return s.report.List()
}

func newSource(name string, content []byte) *source {
	return &source{name: name, text: content, report: lang.Collector{File: name}}
}

// pos is the place of a byte offset.
func (s *source) pos(offset int) lang.Pos {
	before := s.text[:min(offset, len(s.text))]
	at := lang.Pos{Line: 1 + bytes.Count(before, []byte("\n")), Col: offset - bytes.LastIndexByte(before, '\n')}
	if at.Line == 1 && bytes.HasPrefix(before, []byte(byteOrderMark)) {
		at.Col -= len(byteOrderMark)
	}
	return at
}

// byteOrderMark may stand before a text. It counts as no column.
const byteOrderMark = "\ufeff"

// span is a part of the text. It is not copied, and no text is ever changed.
func (s *source) span(from, to int) string {
	if from >= to {
		return ""
	}
	return unsafe.String(&s.text[from], to-from)
}

// notText reports a file in UTF-16, or a packed one.
func (s *source) notText() bool {
	switch {
	case bytes.HasPrefix(s.text, []byte("\xff\xfe")) || bytes.HasPrefix(s.text, []byte("\xfe\xff")):
		s.errorf(0, CodeSyntax, "the file is in UTF-16").WithHint("save it as UTF-8")
	case bytes.HasPrefix(s.text, []byte("PK\x03\x04")):
		s.errorf(0, CodeSyntax, "the file is a packed one, as a spreadsheet is").WithHint("save the table as CSV")
	case bytes.HasPrefix(s.text, []byte("\x1f\x8b")):
		s.errorf(0, CodeSyntax, "the file is gzipped").WithHint("let its name end in .gz")
	default:
		at := bytes.IndexByte(s.text[s.from:], 0)
		if at >= 0 {
			s.errorf(s.from+at, CodeSyntax, "the file holds a NUL byte, and is no text").WithHint("save it as UTF-8")
		}
		return at >= 0
	}
	return true
}

// notUTF8 reports the first byte that is not UTF-8.
func (s *source) notUTF8() bool {
	if utf8.Valid(s.text) {
		return false
	}
	for at := 0; at < len(s.text); {
		r, size := utf8.DecodeRune(s.text[at:])
		if r == utf8.RuneError && size == 1 {
			s.errorf(at, CodeSyntax, "the file is not UTF-8: the byte 0x%02X", s.text[at]).WithHint("save it as UTF-8")
			break
		}
		at += size
	}
	return true
}

// line is the text of a line, counted from 1.
func (s *source) line(n int) string {
	start := 0
	for ; n > 1; n-- {
		i := bytes.IndexByte(s.text[start:], '\n')
		if i < 0 {
			return ""
		}
		start += i + 1
	}
	end := len(s.text)
	if i := bytes.IndexByte(s.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return s.span(start, end)
}

// errorf reports a mistake at a byte offset.
func (s *source) errorf(offset int, code, format string, args ...any) *lang.Diagnostic {
	return s.report.Errorf(s.pos(offset), code, format, args...)
}
