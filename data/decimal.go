package data

import (
	"strings"

	"mpc/model"
)

// decimalCommas finds out whether the numbers of a file that has no comma between its
// columns have decimal commas. Numbers with a point beside them, which may stand between
// thousands, are an error.
func (g *grid) decimalCommas() {
	if g.separator == ',' {
		return
	}
	columns := g.numeric()
	example, at := "", 0
	g.rows(g.from, func(_ int, row []cell, _ bool) bool {
		for _, c := range columns {
			if example == "" && !g.isBroken(row) && row[c].decimalComma() {
				example, at = row[c].text, row[c].at
			}
		}
		return example == ""
	})
	if example == "" {
		return
	}
	g.commas = make([]bool, len(g.names))
	for _, c := range columns {
		g.commas[c] = true
	}
	line := g.pos(at).Line
	for _, c := range columns {
		g.rows(g.from, func(_ int, row []cell, _ bool) bool {
			if !g.isBroken(row) && row[c].hasPoint() {
				g.repeated("point "+g.names[c].text, row[c].at, CodeNumber, "%s has a point, where numbers of this file have a decimal comma, as %s in line %d", clip(row[c].text), clip(example), line).
					WithHint("write all numbers in one way, and no points between thousands")
			}
			return true
		})
	}
}

// adjusted is a cell of a column with a point in the place of its decimal comma.
func (g *grid) adjusted(column int, c cell) cell {
	if g.commas == nil || !g.commas[column] {
		return c
	}
	switch {
	case c.decimalComma():
		c.text = strings.Replace(c.text, ",", ".", 1)
	case c.hasPoint():
		c.broken = true
	}
	return c
}

// numeric lists the columns of numbers.
func (g *grid) numeric() []int {
	var list []int
	for c, in := range g.inputs {
		if in == nil {
			continue
		}
		switch in.Type.Kind {
		case model.Bool, model.IndexKind, model.RangeKind:
		default:
			list = append(list, c)
		}
	}
	return list
}

// hasPoint tells whether a cell is a number with a point.
func (c *cell) hasPoint() bool {
	return strings.Contains(c.text, ".") && strings.Trim(c.text, "+-0123456789.,eE") == ""
}

// decimalComma tells whether a cell is a number with a comma in the place of its
// point.
func (c *cell) decimalComma() bool {
	if strings.Count(c.text, ",") != 1 || strings.Contains(c.text, ".") {
		return false
	}
	_, ok := cell{text: strings.Replace(c.text, ",", ".", 1)}.number()
	return ok
}
