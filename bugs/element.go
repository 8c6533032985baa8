package bugs

import (
	"strconv"
	"strings"
)

// Element is the name of an element in the program, b[1,2], of a name and indices of the file,
// which count from 0.
func (t *Translation) Element(name string, index []int) string {
	subs := make([]int, len(index))
	for k, i := range program(t.orders[name], index) {
		subs[k] = i + 1
	}
	return element(t.Names[name], subs)
}

// element is name[1,2] of subscripts from 1.
func element(name string, subs []int) string {
	if len(subs) == 0 {
		return name
	}
	list := make([]string, len(subs))
	for i, s := range subs {
		list[i] = strconv.Itoa(s)
	}
	return name + "[" + strings.Join(list, ",") + "]"
}
