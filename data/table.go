package data

import (
	"bytes"
	"fmt"
	"strings"
)

// A cell is a field of a CSV file.
type cell struct {
	at     int
	text   string
	quoted bool
	broken bool // of a line that could not be read, which is reported
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
// quotes do not count, nor do lines without text, but for those between the rows
// of a table of one column: they are missing values. It returns nil after a
// mistake that leaves no table, which is reported.
func scanTable(s *source) *table {
	t := &table{source: s}
	at := 0
	if bytes.HasPrefix(s.text, []byte("\uFEFF")) {
		at = 3
	}
	if s.notText() || s.notUTF8() {
		return nil
	}
	var empty [][]cell // lines without text since the last row
	for at < len(s.text) && !s.report.Full() {
		start := at
		row, next, ok := t.row(at)
		if !ok {
			return nil
		}
		at = next
		if len(row) == 1 && !row[0].quoted && row[0].text == "" {
			if len(t.names) == 1 {
				empty = append(empty, row)
			}
			continue
		}
		if t.names == nil {
			if t.separated(row) {
				return nil
			}
			t.names = row
			continue
		}
		t.rows = append(t.rows, empty...)
		empty = nil
		if len(row) != len(t.names) {
			d := s.errorf(start, CodeShape, "this line has %s, the first line has %d", fields(len(row)), len(t.names))
			if len(row) > len(t.names) {
				d.WithHint("a text that holds a comma stands in double quotes; a number has a point and no comma")
			} else {
				d.WithHint("every line has a cell for each column")
			}
			row = t.unread(start)
		} else if len(row) > 1 && blank(row) {
			if n := len(t.rows); n == 0 || !t.rows[n-1][0].broken {
				s.errorf(start, CodeMissing, "this line has no value").WithHint("delete it, or give its values")
			}
			row = t.unread(start)
		}
		t.rows = append(t.rows, row)
	}
	if t.names == nil {
		s.errorf(0, CodeEmpty, "no data: the file is empty").WithHint("the first line of a CSV file names its columns")
		return nil
	}
	return t
}

// unread returns the row of a line that could not be read.
func (t *table) unread(at int) []cell {
	row := make([]cell, len(t.names))
	for i := range row {
		row[i] = cell{at: at, broken: true}
	}
	return row
}

// blank tells whether no cell of a row holds anything.
func blank(row []cell) bool {
	for _, c := range row {
		if c.quoted || c.text != "" {
			return false
		}
	}
	return true
}

func fields(n int) string {
	if n == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", n)
}

// separated reports a first line whose names have something else between them than
// commas.
func (t *table) separated(names []cell) bool {
	if len(names) != 1 || names[0].quoted {
		return false
	}
	for _, sep := range []struct{ char, name string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}} {
		if i := strings.Index(names[0].text, sep.char); i >= 0 {
			t.errorf(names[0].at+i, CodeSyntax, "the columns are separated by %s; in a CSV file they are separated by commas", sep.name).
				WithHint("save the table with commas between the columns, and with a point in numbers")
			return true
		}
	}
	return false
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
