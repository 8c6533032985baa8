package lang

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// IsKnown reports whether p is a place.
func (p Pos) IsKnown() bool { return p.Line > 0 }

// Before reports whether p stands before q; an unknown place is before all others.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// String is line:column, or "-" for an unknown place.
func (p Pos) String() string {
	if !p.IsKnown() {
		return "-"
	}
	return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Pos returns where the name stands.
func (e *Name) Pos() Pos { return e.At }

// Pos returns where the number stands.
func (e *Number) Pos() Pos { return e.At }

// Pos returns where the constant stands.
func (e *Bool) Pos() Pos { return e.At }

// Pos returns where what is indexed starts.
func (e *Index) Pos() Pos { return e.At }

// Pos returns where the function's name stands.
func (e *Call) Pos() Pos { return e.At }

// Pos returns where the function's name stands.
func (e *Reduce) Pos() Pos { return e.At }

// Pos returns where the operator stands.
func (e *Unary) Pos() Pos { return e.At }

// Pos returns where the operator stands.
func (e *Binary) Pos() Pos { return e.At }

// Pos returns where the opening bracket stands.
func (e *List) Pos() Pos { return e.At }

// Pos returns where the target starts.
func (s *Sample) Pos() Pos { return s.At }

// Pos returns where the target starts.
func (s *Assign) Pos() Pos { return s.At }

// Pos returns where the word observe stands.
func (s *Observe) Pos() Pos { return s.At }

// Pos returns where the word for stands.
func (s *For) Pos() Pos { return s.At }

// Pos returns where the word if stands.
func (s *If) Pos() Pos { return s.At }

// Pos returns where the word switch stands.
func (s *Switch) Pos() Pos { return s.At }

// Pos returns where the word repeat stands.
func (s *Repeat) Pos() Pos { return s.At }

// A source is the text of a file with a table of its lines, which turns byte
// offsets into places, and the places that the YAML decoder reports (columns
// of characters) into byte offsets.
type source struct {
	text  string
	lines []int // offset of each line's start
	ascii bool
	// Where the text starts, if it is a piece of a larger one.
	origin Pos
	// The last place asked for: the nodes of one very long line come in order.
	cursor struct{ line, column, offset int }
}

const byteOrderMark = "\uFEFF"

func newSource(text string) *source {
	s := &source{text: text, ascii: true}
	start := 0
	if strings.HasPrefix(text, byteOrderMark) {
		start = len(byteOrderMark)
	}
	s.lines = append(s.lines, start)
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			s.lines = append(s.lines, i+1)
		case text[i] >= utf8.RuneSelf:
			s.ascii = false
		}
	}
	return s
}

// pos is the place of a byte offset. The byte order mark counts as no column.
func (s *source) pos(offset int) Pos {
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > offset })
	i = max(i-1, 0)
	at := Pos{Line: i + 1, Col: max(offset-s.lines[i], 0) + 1}
	if s.origin.IsKnown() {
		if i == 0 {
			at.Col += s.origin.Col - 1
		}
		at.Line += s.origin.Line - 1
	}
	return at
}

// offset is the byte offset of a line and a column that counts characters.
func (s *source) offset(line, column int) int {
	if line < 1 || line > len(s.lines) {
		return len(s.text)
	}
	start := s.lines[line-1]
	if s.ascii {
		return min(start+column-1, len(s.text))
	}
	c := &s.cursor
	if c.line != line || c.column > column {
		c.line, c.column, c.offset = line, 1, start
	}
	for c.column < column && c.offset < len(s.text) {
		_, size := utf8.DecodeRuneInString(s.text[c.offset:])
		c.offset += size
		c.column++
	}
	return c.offset
}

// lineEnd is the offset of the line break that ends the line of offset, or of
// the end of the text.
func (s *source) lineEnd(offset int) int {
	if i := strings.IndexByte(s.text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(s.text)
}
