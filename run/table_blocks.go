package run

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"mpc"
	"mpc/lang"
)

// A block is rows under one head: those of an array, or of single values, one after the other.
type block struct {
	name string // of the array, "" of single values
	head string
	rows []row
	rest int // how many more elements there are
}

// blocks makes the blocks of a table, with at most top elements of each array, where it is not 0.
func (r *Result) blocks(c *mpc.Compilation, top int) (list []block, err error) {
	for _, v := range c.Model.Infer {
		if jointly(c, v) {
			continue
		}
		rows, err := r.rowsOf(v)
		if err != nil {
			return nil, err
		}
		if rows == nil {
			continue
		}
		for i := range rows {
			rows[i].mark = r.marked(rowName(v, rows[i]))
		}
		x := block{name: shownName(v), head: tableHead(v, rows, c.Model.Samples()), rows: rows}
		if len(v.Dims)+v.Type.Dimensions == 0 {
			x.name = ""
			for i := range rows {
				rows[i].name = shownName(v)
			}
			if last := len(list) - 1; last >= 0 && list[last].name == "" && list[last].head == x.head {
				list[last].rows = append(list[last].rows, rows...)
				continue
			}
		}
		if top > 0 && len(rows) > top {
			sort.SliceStable(rows, func(i, j int) bool { return rows[i].Mean > rows[j].Mean })
			x.rest = len(rows) - top
			x.rows = rows[:top]
		}
		list = append(list, x)
	}
	return list, nil
}

// write prints a block, with tabs between its columns, and returns its head. Single values under
// the last head need no other.
func (x *block) write(w io.Writer, last string) string {
	head := withoutEmpty(x.head, x.rows)
	if x.name != "" || head != last {
		fmt.Fprintln(w, x.name+"\t"+head)
	}
	for _, r := range x.rows {
		name := r.name
		if x.name != "" {
			name = "  " + lang.Visible(name)
		}
		name += r.mark
		fmt.Fprintf(w, "%s\t%s\n", name, strings.Join(r.cells, "\t"))
	}
	if x.rest > 0 {
		fmt.Fprintf(w, "  and %d more%s\n", x.rest, strings.Repeat("\t", 1+strings.Count(head, "\t")))
	}
	return head
}

// withoutEmpty leaves out the column of the forms of distributions where mean and standard
// deviation say all.
func withoutEmpty(head string, rows []row) string {
	short, ok := strings.CutSuffix(head, "\tposterior")
	if !ok || slices.ContainsFunc(rows, func(x row) bool { return x.cells[len(x.cells)-1] != "" }) {
		return head
	}
	return short
}
