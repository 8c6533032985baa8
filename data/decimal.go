package data

import (
	"strings"

	"mpc/model"
)

// decimalCommas gives numbers their points, in a file that has no comma between its
// columns and decimal commas in its numbers. Numbers with a point beside them, which
// may stand between thousands, are an error.
func (g *grid) decimalCommas() {
	if g.separator == ',' {
		return
	}
	var comma *cell
	columns := g.numeric()
	for _, c := range columns {
		for i := range g.rows {
			if x := &g.rows[i][c]; comma == nil && x.decimalComma() {
				comma = x
			}
		}
	}
	if comma == nil {
		return
	}
	example, place := comma.text, g.pos(comma.at)
	for _, c := range columns {
		for i := range g.rows {
			x := &g.rows[i][c]
			switch {
			case x.decimalComma():
				x.text = strings.Replace(x.text, ",", ".", 1)
			case strings.Contains(x.text, ".") && strings.Trim(x.text, "+-0123456789.,eE") == "":
				g.repeated("point "+g.names[c].text, x.at, CodeNumber, "%s has a point, where numbers of this file have a decimal comma, as %s in line %d", clip(x.text), clip(example), place.Line).
					WithHint("write all numbers in one way, and no points between thousands")
				x.broken = true
			}
		}
	}
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

// decimalComma tells whether a cell is a number with a comma in the place of its
// point.
func (c *cell) decimalComma() bool {
	if strings.Count(c.text, ",") != 1 || strings.Contains(c.text, ".") {
		return false
	}
	_, ok := cell{text: strings.Replace(c.text, ",", ".", 1)}.number()
	return ok
}
