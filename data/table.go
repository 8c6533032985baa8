package data

import (
	"bytes"
	"fmt"
	"math"
	"slices"
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

// A table is a CSV file: the names in its first line, and its rows, which are read again
// where they are wanted.
type table struct {
	*source
	separator byte
	names     []cell
	from, end int    // of the rows in the text
	count     int    // of the rows
	buffer    []cell // the row that is read
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
	for t.names == nil && at < len(s.text) {
		row, next, ok := t.row(at)
		if !ok || t.separated(row) {
			return nil
		}
		at = next
		if !nothing(row) {
			t.names = slices.Clone(row)
		}
	}
	t.from, t.end = at, len(s.text)
	ok := true
	broken := false
	t.rows(at, func(start int, row []cell, read bool) bool {
		if !read {
			ok = false
			return false
		}
		t.count++
		broken = t.checkRow(start, row, broken)
		return !s.report.Full() // more of the same
	})
	switch {
	case !ok || s.report.Full():
		return nil
	case t.names == nil:
		s.errorf(0, CodeEmpty, "no data: the file is empty").WithHint("the first line of a CSV file names its columns")
		return nil
	case t.count > math.MaxInt32:
		s.errorf(0, CodeShape, "the table has %d rows, and at most %d are read", t.count, math.MaxInt32).WithHint("give them in batches")
		return nil
	}
	return t
}

// checkRow reports a row that is no row of its table; broken is whether that before it
// is none.
func (t *table) checkRow(start int, row []cell, broken bool) bool {
	switch {
	case len(row) != len(t.names):
		d := t.repeated("fields", start, CodeShape, "this line has %s, the first line has %d", fields(len(row)), len(t.names))
		switch {
		case len(row) == len(t.names)+1 && row[len(t.names)].text == "" && !row[len(t.names)].quoted:
			d.WithHint("there is a %s at its end, and none at the end of the first line", separators[t.separator])
		case len(row) > len(t.names) && t.separator == ',':
			d.WithHint("a text that holds a comma stands in double quotes; a number has a point and no comma")
		case len(row) > len(t.names):
			d.WithHint("a text that holds a %s stands in double quotes", separators[t.separator])
		default:
			d.WithHint("every line has a cell for each column")
		}
		return true
	case t.isBroken(row):
		if !broken {
			t.errorf(start, CodeMissing, "this line has no value").WithHint("delete it, or give its values")
		}
		return true
	}
	return false
}

// isBroken tells whether a row is none of its table.
func (t *table) isBroken(row []cell) bool {
	return len(row) != len(t.names) || len(row) > 1 && blank(row)
}

// nothing tells whether a row is a line without text.
func nothing(row []cell) bool { return len(row) == 1 && !row[0].quoted && row[0].text == "" }

// rows calls f with each row from a place on, until it returns false, and with false
// where one cannot be read. Lines without text are no rows, but for those between the
// rows of a table of one column: they are missing values.
func (t *table) rows(at int, f func(start int, row []cell, read bool) bool) {
	empty := -1 // where the lines without text begin
	for at < t.end {
		start := at
		row, next, ok := t.row(at)
		at = next
		switch {
		case !ok:
			f(start, nil, false)
			return
		case !nothing(row):
			if empty >= 0 {
				at, empty = empty, -1
				for at < start {
					line := at
					row, at, _ = t.row(at)
					if !f(line, row, true) {
						return
					}
				}
				row, at, _ = t.row(start)
			}
			if !f(start, row, true) {
				return
			}
		case len(t.names) == 1 && empty < 0:
			empty = start
		}
	}
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
	var has [256]bool
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

// row reads the line at an offset. The row is that of the table's buffer.
func (t *table) row(at int) (row []cell, next int, ok bool) {
	row = t.buffer[:0]
	defer func() { t.buffer = row[:0] }()
	text := t.text
	for {
		for at < len(text) && t.space(text[at]) {
			at++
		}
		var c cell
		if c, at, ok = t.cell(at); !ok {
			return nil, 0, false
		}
		if len(row) == maxKeys {
			t.errorf(c.at, CodeShape, "a line has at most %d cells", maxKeys).WithHint("the first line names the columns, and each element has a line")
			return nil, 0, false
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

// cell reads the field at an offset.
func (t *table) cell(at int) (c cell, end int, ok bool) {
	c.at = at
	if at < len(t.text) && t.text[at] == '"' {
		c.quoted = true
		c.text, end, ok = t.quoted(at)
		return c, end, ok
	}
	end = at
	for end < len(t.text) && t.text[end] != t.separator && t.text[end] != '\n' {
		end++
	}
	c.text = strings.TrimRight(t.span(at, end), " \t\r")
	return c, end, true
}

// quoted reads a field in double quotes, in which "" is a quote.
func (t *table) quoted(from int) (string, int, bool) {
	twice := false
	for at := from + 1; ; {
		i := bytes.IndexByte(t.text[at:], '"')
		if i < 0 {
			t.errorf(from, CodeSyntax, "this quoted field has no end")
			return "", 0, false
		}
		at += i + 1
		if at == len(t.text) || t.text[at] != '"' {
			text := t.span(from+1, at-1)
			if twice {
				text = strings.ReplaceAll(text, `""`, `"`)
			}
			return text, at, true
		}
		twice = true
		at++
	}
}
