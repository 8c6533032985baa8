package bugs

import (
	"strconv"
	"strings"
)

// reserved are the words of our language that are no names.
var reserved = map[string]bool{"for": true, "in": true, "if": true, "else": true, "switch": true, "observe": true, "repeat": true,
	"true": true, "false": true, "evidence": true, "init": true, "random": true}

// name is our name for one of the program: dots become underscores.
func (t *translator) name(theirs string) string {
	if n, ok := t.ours[theirs]; ok {
		return n
	}
	n := t.fresh(strings.Trim(strings.ReplaceAll(theirs, ".", "_"), "_"))
	t.ours[theirs] = n
	t.out.Names[n] = theirs
	return n
}

// fresh is a name that nothing else has.
func (t *translator) fresh(want string) string {
	if want == "" {
		want = "x"
	}
	n := want
	for i := 2; t.taken[n] || reserved[n]; i++ {
		n = want + strconv.Itoa(i)
	}
	t.taken[n] = true
	return n
}
