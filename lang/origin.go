package lang

import (
	"fmt"
	"regexp"
	"strings"
)

// An Origin is the program in another language that a file says: its diagnostics are in the terms of that program, whose
// indices count from 1.
type Origin struct {
	Texts  map[Pos]string    // statements as the program has them, by where they and their parts stand
	Names  map[string]string // names of the program by those of the file
	Orders map[string][]int  // which dimension of the program each one of a name of the file is, where they differ
}

// Text is a statement in the words of the program, or as the file has it.
func (o *Origin) Text(at Pos, text string) string {
	if o != nil && o.Texts[at] != "" {
		return o.Texts[at]
	}
	return text
}

// Name is a name in the program.
func (o *Origin) Name(name string) string {
	if o != nil && o.Names[name] != "" {
		return o.Names[name]
	}
	return name
}

// Element is an element by its name: x[0][1], and x[1,2] of a program.
func (o *Origin) Element(name string, index []int) string {
	if o == nil {
		for _, i := range index {
			name += fmt.Sprintf("[%d]", i)
		}
		return name
	}
	list := make([]string, len(index))
	for k, i := range index {
		if order := o.Orders[name]; k < len(order) && len(order) == len(index) {
			k = order[k]
		}
		list[k] = fmt.Sprint(i + 1)
	}
	if name = o.Name(name); len(list) > 0 {
		name += "[" + strings.Join(list, ",") + "]"
	}
	return name
}

// Index is the value of an index of a loop: one more in a program.
func (o *Origin) Index(i int) int {
	if o != nil {
		return i + 1
	}
	return i
}

var drawnBy = regexp.MustCompile(`~ (d[\w.]+)\(`)

// Distribution is what the program calls the distribution of the statement that stands at a place, or around it.
func (o *Origin) Distribution(at Pos, name string) string {
	if o == nil {
		return name
	}
	last, text := Pos{}, ""
	for p, t := range o.Texts {
		if p.Line == at.Line && p.Col <= at.Col && p.Col >= last.Col {
			last, text = p, t
		}
	}
	if found := drawnBy.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return name
}
