package run

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
)

// programTables are the data of a program of BUGS as CSV files: its numbers in one, and arrays by how many rows they have, each of
// the name of the first. A matrix is a column for each of its own, z[,1] and z[,2].
func (s *SimulatedSet) programTables() (files []File, err error) {
	type table struct {
		name    string
		numbers bool
		heads   []string
		rows    [][]string
	}
	var list []*table
	find := func(name string, rows int, numbers bool) *table {
		for _, t := range list {
			if len(t.rows) == rows && t.numbers == numbers {
				return t
			}
		}
		t := &table{name: name, numbers: numbers, rows: make([][]string, rows)}
		list = append(list, t)
		return t
	}
	for _, name := range s.names {
		rows, isArray := s.values[name].([]any)
		if !isArray {
			t := find(s.numbersTable(), 1, true)
			t.heads, t.rows[0] = append(t.heads, name), append(t.rows[0], numberText(s.values[name]))
			continue
		}
		t := find(name, len(rows), false)
		width := 0
		for i, row := range rows {
			cells, isMatrix := row.([]any)
			if isMatrix {
				width = len(cells)
			} else {
				cells = []any{row}
			}
			for _, x := range cells {
				if _, deeper := x.([]any); deeper {
					return nil, fmt.Errorf("%s stands in no table, which has arrays of one and of two dimensions: write JSON", name)
				}
				t.rows[i] = append(t.rows[i], numberText(x))
			}
		}
		if width == 0 {
			t.heads = append(t.heads, name)
		}
		for k := range width {
			t.heads = append(t.heads, fmt.Sprintf("%s[,%d]", name, k+1))
		}
	}
	for _, t := range list {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		if err := w.WriteAll(append([][]string{t.heads}, t.rows...)); err != nil {
			return nil, err
		}
		files = append(files, File{Name: t.name + ".csv", Source: b.Bytes()})
	}
	return files, nil
}

// numberText is a number as the program reads it, NA where it is missing: a line with nothing in it would be no row.
func numberText(x any) string {
	if x == nil {
		return "NA"
	}
	return cellText(x)
}

// numbersTable is the name of the table of what is no array: none that a table of arrays may have.
func (s *SimulatedSet) numbersTable() string {
	name := "numbers"
	for slices.ContainsFunc(s.names, func(n string) bool { return strings.EqualFold(n, name) }) {
		name += ".1"
	}
	return name
}
