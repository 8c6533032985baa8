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

// empty tells whether a cell holds no value: nothing, or a word for that.
func (c cell) empty() bool { return !c.quoted && (c.text == "" || noValue(c.text)) }

// noValue tells whether a text says that there is no value, as programs write it.
func noValue(text string) bool {
	switch text {
	case "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NAN", "null", "NULL", "-":
		return true
	}
	return false
}

// A table is a CSV file: the names in its first line, and its rows.
type table struct {
	*source
	separator byte
	names     []cell
	rows      [][]cell
}

// scanTable reads a CSV file as RFC 4180 has it, or one with tabs or semicolons
// between the columns; spaces around a field without
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
	at = t.findSeparator(at)
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
			d := s.repeated("fields", start, CodeShape, "this line has %s, the first line has %d", fields(len(row)), len(t.names))
			switch {
			case len(row) > len(t.names) && t.separator == ',':
				d.WithHint("a text that holds a comma stands in double quotes; a number has a point and no comma")
			case len(row) > len(t.names):
				d.WithHint("a text that holds a %s stands in double quotes", separators[t.separator])
			default:
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

// separators names what may stand between columns.
var separators = map[byte]string{',': "comma", ';': "semicolon", '\t': "tab"}

// findSeparator finds what stands between the columns, from the first line with
// text: commas, or else semicolons, or else tabs; in a file named .tsv it is tabs. It
// returns where the table begins: after a line sep=; such as spreadsheets write.
func (t *table) findSeparator(at int) int {
	t.separator = ','
	line := t.text[at:]
	for {
		end := bytes.IndexByte(line, '\n')
		if end < 0 {
			break
		}
		if len(bytes.TrimSpace(line[:end])) > 0 {
			line = line[:end]
			break
		}
		line = line[end+1:]
	}
	if s := bytes.TrimRight(line, "\r"); len(s) == 5 && bytes.HasPrefix(s, []byte("sep=")) && separators[s[4]] != "" {
		t.separator = s[4]
		return len(t.text) - len(t.text[at:]) + bytes.Index(t.text[at:], s) + len(s)
	}
	if t.isTSV() {
		t.separator = '\t'
		return at
	}
	quoted := false
	has := map[byte]bool{}
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			has[c] = true
		}
	}
	for _, c := range []byte{',', ';', '\t'} {
		if has[c] {
			t.separator = c
			break
		}
	}
	return at
}

// isTSV tells whether a file is a table with tabs by its name.
func (s *source) isTSV() bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(s.name), ".gz"), ".tsv")
}

// separated reports a first line whose names have bars between them.
func (t *table) separated(names []cell) bool {
	if len(names) != 1 || names[0].quoted {
		return false
	}
	i := strings.Index(names[0].text, "|")
	if i >= 0 {
		t.errorf(names[0].at+i, CodeSyntax, "the columns are separated by bars; in a CSV file they are separated by commas").
			WithHint("save the table with commas, semicolons or tabs between the columns")
	}
	return i >= 0
}

// space tells whether a byte is a space beside a field.
func (t *table) space(c byte) bool { return c == ' ' || c == '\t' && t.separator != '\t' }

// row reads the line at an offset.
func (t *table) row(at int) (row []cell, next int, ok bool) {
	row = make([]cell, 0, len(t.names))
	text := t.text
	for {
		for at < len(text) && t.space(text[at]) {
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
			for end < len(text) && text[end] != t.separator && text[end] != '\n' {
				end++
			}
			c.text = strings.TrimRight(string(text[at:end]), " \t\r")
			at = end
		}
		row = append(row, c)
		for at < len(text) && (t.space(text[at]) || text[at] == '\r') {
			at++
		}
		switch {
		case at >= len(text):
			return row, at, true
		case text[at] == '\n':
			return row, at + 1, true
		case text[at] == t.separator:
			at++
		default:
			t.errorf(at, CodeSyntax, "a %s or the end of the line is expected after the closing quote", separators[t.separator])
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
