package code

import (
	"fmt"
	"strconv"
	"strings"
)

// A Flat is a function as numbered blocks with parameters: the form in which a trace of a
// run speaks of it. Blocks and values are numbered from 1, in the order of the text.
type Flat struct {
	Name   string
	Blocks []*FlatBlock // the first is where the function begins
}

// A FlatBlock is run from its first statement to a branch.
type FlatBlock struct {
	Number   int
	Params   []int // the numbers of values
	Stmts    []*FlatStmt
	Branches []*Branch // in order; the first that is taken counts, and the last is always taken
}

// A FlatStmt is a statement without blocks.
type FlatStmt struct {
	Stmt    *Stmt // of the structured form, or nil for a test or a step of a loop or a switch
	Results []int
	Text    string // what it does, with values as %n
}

// A Branch leaves a block: for another one, whose parameters its arguments are, or with the results
// of the function.
type Branch struct {
	To     int // a block, or 0 for a return
	Args   []string
	Unless string // it is taken unless this value is true; "" if it is always taken
}

// String writes the blocks.
func (f *Flat) String() string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s\n", f.Name)
	for _, b := range f.Blocks {
		fmt.Fprintf(&w, "%d:", b.Number)
		if len(b.Params) > 0 {
			fmt.Fprintf(&w, " (%s)", valueNames(b.Params))
		}
		w.WriteString("\n")
		for _, s := range b.Stmts {
			results := valueNames(s.Results)
			if results != "" {
				results += " = "
			}
			fmt.Fprintf(&w, "  %s%s\n", results, s.Text)
		}
		for _, branch := range b.Branches {
			fmt.Fprintf(&w, "  %s\n", branch)
		}
	}
	return w.String()
}

func valueName(n int) string { return "%" + strconv.Itoa(n) }

func valueNames(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, valueName(n))
	}
	return strings.Join(texts, ", ")
}

func (b *Branch) String() string {
	if b.To == 0 {
		return strings.TrimRight("return "+strings.Join(b.Args, ", "), " ")
	}
	s := "br " + strconv.Itoa(b.To)
	if len(b.Args) > 0 {
		s += " (" + strings.Join(b.Args, ", ") + ")"
	}
	if b.Unless != "" {
		s += " unless " + b.Unless
	}
	return s
}
