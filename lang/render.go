package lang

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// windowWidth is how much of a source line is shown.
const windowWidth = 100

// Render writes each diagnostic with the source line it speaks of, a caret
// under the column, its hint and its related places. The function source gives
// the text of a file, or nil if there is none to show; it may itself be nil.
func (ds Diagnostics) Render(w io.Writer, source func(file string) []byte) error {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(Visible(d.Error()))
		b.WriteByte('\n')
		renderLine(&b, d, source)
		if d.Hint != "" {
			fmt.Fprintf(&b, "  hint: %s\n", Visible(d.Hint))
		}
		for _, r := range d.Related {
			file := r.File
			if file == "" {
				file = d.File
			}
			b.WriteString("  ")
			var place strings.Builder
			writePlace(&place, file, r.Pos)
			b.WriteString(Visible(place.String() + r.Message))
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func renderLine(b *strings.Builder, d Diagnostic, source func(string) []byte) {
	if !d.IsKnown() && d.Source == "" {
		return
	}
	line := []byte(d.Source)
	if d.Source == "" {
		if source == nil {
			return
		}
		text := source(d.File)
		if text == nil {
			return
		}
		line = lineOf(text, d.Line)
	}
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	shown, caret := window(line, d.Col-1)
	fmt.Fprintf(b, "  %s\n", shown)
	if d.Col > 0 {
		fmt.Fprintf(b, "  %s^\n", caret)
	}
}

// lineOf returns a line of the text, counted from 1, without its line break
// and without a byte order mark.
func lineOf(text []byte, n int) []byte {
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	for ; n > 1; n-- {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return nil
		}
		text = text[i+1:]
	}
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return bytes.TrimSuffix(text, []byte("\r"))
}

// window cuts a line to the part around byte col, and returns with it what to
// write before the caret: the tabs of the line, and a space for anything else.
func window(line []byte, col int) (shown, caret string) {
	col = min(max(col, 0), len(line))
	from, to := 0, len(line)
	prefix, suffix := "", ""
	if len(line) > windowWidth {
		from = max(0, col-windowWidth/2)
		to = min(len(line), from+windowWidth)
		from = max(0, to-windowWidth)
		for from > 0 && from < col && !utf8.RuneStart(line[from]) {
			from++
		}
		for to < len(line) && to > col && !utf8.RuneStart(line[to]) {
			to--
		}
		if from > 0 {
			prefix = "..."
		}
		if to < len(line) {
			suffix = "..."
		}
	}
	shown = prefix + printable(line[from:to]) + suffix
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", len(prefix)))
	for _, r := range string(line[from:col]) {
		if r == '\t' {
			b.WriteByte('\t')
		} else if !unicode.Is(unicode.Mn, r) {
			b.WriteByte(' ')
		}
	}
	return shown, b.String()
}

// printable replaces what would disturb a terminal by one visible character
// for each.
func printable(line []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, string(line))
}
