package bugs

import (
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
)

// A monitor is what the caller asks for: a variable, or of an array elements lo to hi in each dimension, b[2,1:3]; hi is 0 where a
// dimension is asked for to its end.
type monitor struct {
	name   string
	lo, hi []int
}

// parseMonitor reads a variable with or without subscripts that are numbers.
func parseMonitor(text string) (m monitor, ok bool) {
	name, rest, part := strings.Cut(strings.ReplaceAll(text, " ", ""), "[")
	m.name = name
	if !part {
		return m, true
	}
	rest, closed := strings.CutSuffix(rest, "]")
	if !closed {
		return m, false
	}
	for _, s := range strings.Split(rest, ",") {
		lo, hi := 1, 0
		if s != "" {
			from, to, several := strings.Cut(s, ":")
			if !several {
				to = from
			}
			var bad, worse error
			lo, bad = strconv.Atoi(from)
			hi, worse = strconv.Atoi(to)
			if bad != nil || worse != nil || lo < 1 || hi < lo {
				return m, false
			}
		}
		m.lo, m.hi = append(m.lo, lo), append(m.hi, hi)
	}
	return m, true
}

// has tells whether an element is among those that are asked for.
func (m monitor) has(index []int) bool {
	if m.lo == nil {
		return true
	}
	if len(index) != len(m.lo) {
		return len(m.lo) == 1 && m.lo[0] == 1 && m.hi[0] == 0 // b[] is all of b
	}
	for d, i := range index {
		if i < m.lo[d] || m.hi[d] > 0 && i > m.hi[d] {
			return false
		}
	}
	return true
}

// monitors reads what the caller asks for. The errors are of the command line.
func (t *translator) monitors(texts []string) (list []monitor, wrong lang.Diagnostics) {
	var names []string
	for _, s := range t.all {
		names = append(names, s.Target.Name)
	}
	for n := range t.given {
		names = append(names, n)
	}
	for _, text := range texts {
		m, ok := parseMonitor(text)
		switch {
		case !ok:
			d := ofMonitor(text, "its subscripts are to be numbers, which count from 1")
			wrong = append(wrong, *d.WithHint("write %s[2] or %s[1:3]", m.name, m.name))
		case !slices.Contains(names, m.name):
			wrong = append(wrong, NoVariable(m.name, names))
		default:
			list = append(list, m)
		}
	}
	return list, wrong
}

// ofMonitor is an error of what the caller asks for.
func ofMonitor(text, message string) *lang.Diagnostic {
	return &lang.Diagnostic{Severity: lang.Error, File: "--monitor " + text, Code: lang.CodeInfer, Message: message}
}

// NoVariable is the error of a name that is to be monitored, and is none of the names of a program.
func NoVariable(name string, names []string) lang.Diagnostic {
	const most = 8
	d := ofMonitor(name, "the program has no variable "+name)
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	near, more := lang.Nearest(name, names), ""
	if len(names) > most {
		names, more = names[:most], " and others"
	}
	switch {
	case name == "deviance":
		d.WithHint("--dic reports the deviance")
	case near != "":
		d.WithHint("did you mean %s?", near)
	case len(names) > 0:
		d.WithHint("it has %s%s", strings.Join(names, ", "), more)
	}
	return *d
}

// monitored are the names of monitors, each once.
func monitored(list []monitor) (names []string) {
	for _, m := range list {
		if !slices.Contains(names, m.name) {
			names = append(names, m.name)
		}
	}
	return names
}

// withinSizes reports monitors of elements that there are not.
func (t *translator) withinSizes(list []monitor) {
	v := t.quiet()
	for _, m := range list {
		dims := program(t.orders[m.name], t.sizeOfRef(&Ref{Name: m.name}, &v))
		s := t.firstOf(m.name)
		if m.lo == nil || s == nil || len(m.lo) == 1 && m.has(nil) {
			continue
		}
		if len(dims) != len(m.lo) {
			t.Errorf(s.Target.At, lang.CodeInfer, "%s is to be monitored by %d subscripts, and has %s", m.name, len(m.lo), dimensions(len(dims)))
			continue
		}
		for d, n := range dims {
			if k := max(m.lo[d], m.hi[d]); k > n {
				t.Errorf(s.Target.At, lang.CodeInfer, "element %d of %s is to be monitored, and there are %d", k, m.name, n)
				break
			}
		}
	}
}

func (t *translator) firstOf(name string) *site {
	for _, s := range t.all {
		if s.Target.Name == name {
			return s
		}
	}
	return nil
}

// Leaves tells whether an element is left out of what is reported: nothing defines it, or others of its array are asked for.
func (t *Translation) Leaves(element string) bool {
	if t.Holes[element] {
		return true
	}
	name, rest, part := strings.Cut(strings.TrimSuffix(element, "]"), "[")
	asked := t.asked[name]
	if !part || asked == nil {
		return false
	}
	var index []int
	for _, s := range strings.Split(rest, ",") {
		i, err := strconv.Atoi(s)
		if err != nil {
			return false
		}
		index = append(index, i)
	}
	return !slices.ContainsFunc(asked, func(m monitor) bool { return m.has(index) })
}
