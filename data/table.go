package data

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A cell is a field of a CSV file.
type cell struct {
	at     int
	text   string
	quoted bool
}

// empty tells whether a cell holds no value: nothing, or NA.
func (c cell) empty() bool { return !c.quoted && (c.text == "" || c.text == "NA") }

// A table is a CSV file: the names in its first line, and its rows.
type table struct {
	*source
	names []cell
	rows  [][]cell
}

// scanTable reads a CSV file as RFC 4180 has it; spaces around a field without
// quotes and lines without text do not count. It returns nil after a mistake,
// which is reported.
func scanTable(s *source) *table {
	t := &table{source: s}
	at := 0
	if bytes.HasPrefix(s.text, []byte("\uFEFF")) {
		at = 3
	}
	if !utf8.Valid(s.text) {
		s.errorf(0, CodeSyntax, "the file is not UTF-8")
		return nil
	}
	for at < len(s.text) {
		start := at
		row, next, ok := t.row(at)
		if !ok {
			return nil
		}
		at = next
		if len(row) == 1 && !row[0].quoted && row[0].text == "" {
			continue
		}
		if t.names == nil {
			t.names = row
			continue
		}
		if len(row) != len(t.names) {
			s.errorf(start, CodeShape, "this line has %d fields, the first line has %d", len(row), len(t.names))
			return nil
		}
		t.rows = append(t.rows, row)
	}
	if t.names == nil {
		s.errorf(0, CodeEmpty, "no data: the file is empty").WithHint("the first line of a CSV file names its columns")
		return nil
	}
	return t
}

// row reads the line at an offset.
func (t *table) row(at int) (row []cell, next int, ok bool) {
	row = make([]cell, 0, len(t.names))
	text := t.text
	for {
		for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
			at++
		}
		c := cell{at: at}
		if at < len(text) && text[at] == '"' {
			c.quoted = true
			if c.text, at, ok = t.quoted(at); !ok {
				return nil, 0, false
			}
		} else {
			end := at
			for end < len(text) && text[end] != ',' && text[end] != '\n' {
				end++
			}
			c.text = strings.TrimRight(string(text[at:end]), " \t\r")
			at = end
		}
		row = append(row, c)
		for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
			at++
		}
		switch {
		case at >= len(text):
			return row, at, true
		case text[at] == '\n':
			return row, at + 1, true
		case text[at] == ',':
			at++
		default:
			t.errorf(at, CodeSyntax, "a comma or the end of the line is expected after the closing quote")
			return nil, 0, false
		}
	}
}

// quoted reads a field in double quotes, in which "" is a quote.
func (t *table) quoted(from int) (string, int, bool) {
	var b strings.Builder
	for at := from + 1; at < len(t.text); at++ {
		if t.text[at] != '"' {
			b.WriteByte(t.text[at])
			continue
		}
		if at+1 < len(t.text) && t.text[at+1] == '"' {
			b.WriteByte('"')
			at++
			continue
		}
		return b.String(), at + 1, true
	}
	t.errorf(from, CodeSyntax, "this quoted field has no end")
	return "", 0, false
}
