package bugs

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"mpc/lang"
)

// table reads x[] y[,1] y[,2], rows of numbers, and END.
func (r *rReader) table() {
	columns, ok := r.heading()
	if !ok || !r.rows(columns) {
		return
	}
	r.next()
	if r.tok.kind != rEnd {
		r.fail("the table ended with END: %s", r.tok).WithHint("give what follows as a file of its own")
		return
	}
	r.keep(columns)
}

// A column is one of a table.
type column struct {
	name   string
	second int // of y[,2]; 0 of x[]
	at     lang.Pos
	list   []float64
}

// heading reads the line that names them.
func (r *rReader) heading() (columns []*column, ok bool) {
	line := r.tok.at.Line
	for r.tok.kind == rWord && r.tok.at.Line == line {
		c := &column{name: r.tok.text, at: r.tok.at}
		r.next()
		if !r.wants("[") {
			return nil, false
		}
		if r.takes(",") {
			k, number := r.number()
			if !number {
				return nil, false
			}
			if !(k >= 1 && k <= mostRead && k == math.Trunc(k)) {
				r.fail("a column is a whole number from 1, not %v", k)
				return nil, false
			}
			c.second = int(k)
		}
		if !r.wants("]") {
			return nil, false
		}
		columns = append(columns, c)
	}
	return columns, true
}

// rows reads the lines of numbers, to the word END.
func (r *rReader) rows(columns []*column) bool {
	for r.tok.text != "END" {
		if r.tok.kind == rEnd {
			if !r.failed {
				r.fail("the table has no END").WithHint("write END in a line of its own behind the last row")
			}
			return false
		}
		line := r.tok.at.Line
		for _, c := range columns {
			if r.tok.at.Line != line {
				r.fail("line %d has fewer than %d numbers, one for each column", line, len(columns))
				return false
			}
			v, ok := r.number()
			if !ok {
				return false
			}
			c.list = append(c.list, v)
		}
		if r.tok.kind != rEnd && r.tok.text != "END" && r.tok.at.Line == line {
			r.fail("line %d has more than %d numbers, one for each column", line, len(columns))
			return false
		}
	}
	return true
}

// keep puts columns into the data.
func (r *rReader) keep(columns []*column) {
	width := map[string]int{}
	for k, c := range columns {
		for _, o := range columns[:k] {
			if o.name == c.name && (o.second == c.second || o.second == 0 || c.second == 0) {
				r.failed = true
				r.Errorf(c.at, lang.CodeDuplicateKey, "%s is given twice", c.name).WithRelated(o.at, "first given here")
				return
			}
		}
		width[c.name] = max(width[c.name], c.second)
	}
	for _, c := range columns {
		n := len(c.list)
		if c.second == 0 {
			a := &Array{Dim: []int{n}, File: r.File, At: c.at}
			a.fill(c.list)
			a.tidy()
			r.data[c.name] = a
			continue
		}
		w := width[c.name]
		a := r.data[c.name]
		if a == nil {
			if w > mostRead/max(1, n) {
				r.Errorf(c.at, lang.CodeDataSyntax, "%s has too many columns: %d", c.name, w)
				return
			}
			a = newArray([]int{n, w})
			a.File, a.At = r.File, c.at
			r.data[c.name] = a
		}
		for i, v := range c.list {
			k := i*w + c.second - 1
			if a.Missing[k] = math.IsNaN(v); !a.Missing[k] {
				a.Values[k] = v
			}
		}
	}
	for n, w := range width {
		if w > 0 && r.data[n] != nil {
			r.data[n].tidy()
		}
	}
}

// columns reads a file of columns, CSV or with tabs between them: names, and numbers below them. An empty entry and NA are missing.
func (r *rReader) columns(separator rune) {
	c := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(r.src, []byte("\ufeff"))))
	c.Comma, c.TrimLeadingSpace = separator, separator == ','
	at := func(column int) lang.Pos {
		line, col := c.FieldPos(column)
		return lang.Pos{Line: line, Col: col}
	}
	rows, err := [][]string(nil), error(nil)
	var lists [][]float64
	for {
		var row []string
		if row, err = c.Read(); err != nil {
			break
		}
		rows = append(rows, row)
		if len(rows) == 1 {
			if mark := otherSeparator(row); mark != "" {
				r.Errorf(at(0), lang.CodeDataSyntax, "the columns are separated by %s here, and by commas in CSV", mark).
					WithHint("write commas between columns, and points in numbers; R's write.csv does, and write.csv2 does not")
				return
			}
			lists = make([][]float64, len(row))
			for k, n := range row {
				if before, twice := r.at[n]; twice {
					r.Errorf(at(k), lang.CodeDuplicateKey, "%s is given twice", n).WithRelated(before, "first given here")
				}
				r.at[n] = at(k)
			}
			continue
		}
		for k, text := range row {
			v := math.NaN()
			if text = strings.TrimSpace(text); text != "" && text != "NA" {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					r.Errorf(at(k), lang.CodeDataSyntax, "%q is no number", text).WithHint("what is missing is empty or NA")
				}
				v = x
			}
			lists[k] = append(lists[k], v)
		}
	}
	var wrong *csv.ParseError
	if errors.As(err, &wrong) {
		r.Errorf(lang.Pos{Line: wrong.Line, Col: max(1, wrong.Column)}, lang.CodeDataSyntax, "%s", wrong.Err)
		return
	}
	if len(rows) == 0 {
		r.Errorf(lang.Pos{Line: 1, Col: 1}, lang.CodeDataSyntax, "the file is empty: names of columns are expected")
		return
	}
	columns := make([]*column, len(rows[0]))
	for k, n := range rows[0] {
		columns[k] = &column{name: n, at: r.at[n], list: lists[k]}
		if m := columnOf.FindStringSubmatch(n); m != nil {
			columns[k].name = m[1]
			if m[2] != "" {
				columns[k].second, _ = strconv.Atoi(m[2]) // digits alone
			}
		}
	}
	if !r.HasErrors() {
		r.keep(columns)
	}
}

// otherSeparator is what separates the names of columns where a comma does not, "" for nothing.
func otherSeparator(head []string) string {
	if len(head) > 1 {
		return ""
	}
	switch {
	case strings.Contains(head[0], ";"):
		return ";"
	case strings.Contains(head[0], "\t"):
		return "tabs"
	}
	return ""
}

// columnOf is a column as tables of BUGS name it: y[] and y[,2].
var columnOf = regexp.MustCompile(`^([^\[\]]+)\[(?:\s*,\s*([1-9]\d{0,6}))?\s*\]$`)
