package lang

import (
	"bytes"
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ text, line, lines string }{
		{"Zürich, 東京, 👩‍🔬 a\u00a0b 'c' \\", "Zürich, 東京, 👩‍🔬 a\u00a0b 'c' \\", "Zürich, 東京, 👩‍🔬 a\u00a0b 'c' \\"},
		{"a\nb\tc\r", `a\nb\tc\r`, "a\nb\tc\\r"},
		{"\x1b[31mred\x1b]0;title\a", `\x1b[31mred\x1b]0;title\a`, `\x1b[31mred\x1b]0;title\a`},
		{"\x9b1m \u009b1m \u202etxt \u2028 \ufeff\x00\x7f", `\x9b1m \u009b1m \u202etxt \u2028 \ufeff\x00\x7f`, `\x9b1m \u009b1m \u202etxt \u2028 \ufeff\x00\x7f`},
		{"\xff\ufffd", `\xff` + "\ufffd", `\xff` + "\ufffd"},
	} {
		if got := Visible(c.text); got != c.line {
			t.Errorf("%q is %s, want %s", c.text, got, c.line)
		}
		if got := VisibleText(c.text); got != c.lines {
			t.Errorf("%q is %s, want %s", c.text, got, c.lines)
		}
	}
	d := Diagnostics{{File: "a\x1b[2J.json", Pos: Pos{Line: 1, Col: 3}, Code: "x", Message: "no \x1b[31m", Hint: "not\nthis", Source: "a \x1b b", Related: []Related{{Message: "\x07"}}}}
	var b bytes.Buffer
	if err := d.Render(&b, nil); err != nil || strings.ContainsAny(b.String(), "\x1b\x07") || strings.Count(b.String(), "\n") != 5 {
		t.Errorf("%v: %q", err, b.String())
	}
}
