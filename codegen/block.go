package codegen

import (
	"fmt"

	"mpc/model"
)

// open and close enclose a block.
func (f *function) open(format string, args ...any) {
	start := f.body.Len()
	f.body.line(format, args...)
	f.headers = append(f.headers, blockHeader{start: start, end: f.body.Len()})
	f.enter()
}

func (f *function) close() {
	f.leave()
	f.body.line("}")
	n := len(f.headers) - 1
	h := f.headers[n]
	f.headers = f.headers[:n]
	if h.index == "" {
		return
	}
	if rest := string(f.body.Bytes()[h.end:]); !hasWord(spoken(rest), h.index) {
		// The body does not use the index.
		f.body.Truncate(h.start)
		f.body.line("for range %s {", h.count)
		f.body.WriteString(rest)
	}
}

// A blockHeader is where a block's first line stands, and for a loop its index
// and how often it runs.
type blockHeader struct {
	start, end   int
	index, count string
}

// loop opens a for statement.
func (f *function) loop(i *model.Index, lo, hi *model.Expr, reverse bool) {
	v := f.env()
	l, h := v.whole(lo), v.whole(hi)
	n := f.index(i)
	switch {
	case reverse:
		f.open("for %s := %s; %s >= %s; %s-- {", n, minusOne(h), n, l, n)
	case l == "0":
		f.open("for %s := range %s {", n, h)
	default:
		f.open("for %s := %s; %s < %s; %s++ {", n, l, n, h, n)
	}
	count := h
	if l != "0" {
		count = "max(0, " + minus(h, l) + ")"
	}
	last := &f.headers[len(f.headers)-1]
	last.index, last.count = n, count
}

func minusOne(s string) string {
	if isNumber(s) {
		var n int
		fmt.Sscan(s, &n)
		return fmt.Sprint(n - 1)
	}
	return s + " - 1"
}
