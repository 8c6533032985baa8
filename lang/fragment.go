package lang

import (
	"strings"
	"unicode/utf8"
)

// A fragment is a piece of the language inside a file: the program, a type, a
// distribution. Its text may differ from the file's, where YAML has escapes.
type fragment struct {
	src     *source
	text    string
	base    int     // offset in the file of the text's start
	offsets []int32 // offset in the file of each byte of text; nil if text stands there verbatim
}

// pos is the place in the file of a byte of the text.
func (f fragment) pos(i int) Pos {
	if f.offsets == nil {
		return f.src.pos(f.base + i)
	}
	if len(f.offsets) == 0 {
		return f.src.pos(f.base)
	}
	if i >= len(f.offsets) {
		return f.src.pos(int(f.offsets[len(f.offsets)-1]) + 1)
	}
	return f.src.pos(int(f.offsets[i]))
}

// align finds where in the file each byte of a scalar's value stands. The
// value is what YAML made of the text that starts at offset; quote is ' or " or
// 0 for a plain scalar.
func align(src *source, value string, offset int, quote byte) fragment {
	raw := src.text
	if quote != 0 {
		offset++
	}
	if len(value) <= len(raw)-offset && raw[offset:offset+len(value)] == value {
		return fragment{src: src, text: value, base: offset}
	}
	f := fragment{src: src, text: value, base: offset, offsets: make([]int32, len(value))}
	for i := 0; i < len(value); {
		_, size := utf8.DecodeRuneInString(value[i:])
		for k := range size {
			f.offsets[i+k] = int32(min(offset, len(raw)))
		}
		if offset >= len(raw) {
			i += size
			continue
		}
		switch c := raw[offset]; {
		case c == '\\' && quote == '"':
			if n := escapeLength(raw[offset:]); n > 0 {
				offset += n
				i += size
			} else { // an escaped line break stands for nothing
				offset = skipBreak(raw, offset+1)
			}
		case c == '\'' && quote == '\'':
			offset += 2
			i += size
		case isBlank(c):
			end := skipBreak(raw, offset)
			if strings.IndexByte(raw[offset:end], '\n') >= 0 {
				// A run of blanks with a line break is one space, or a line break
				// less than it has.
				for ; i < len(value) && isBlank(value[i]); i++ {
					f.offsets[i] = int32(offset)
				}
				offset = end
				break
			}
			for ; offset < end && i < len(value); i++ {
				f.offsets[i] = int32(offset)
				offset++
			}
		default:
			offset += size
			i += size
		}
	}
	return f
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipBreak is the offset after a run of blanks.
func skipBreak(raw string, offset int) int {
	for offset < len(raw) && isBlank(raw[offset]) {
		offset++
	}
	return offset
}

// escapeLength is the length of the escape sequence that raw starts with, or 0
// for an escaped line break.
func escapeLength(raw string) int {
	if len(raw) < 2 {
		return 1
	}
	switch raw[1] {
	case '\n', '\r':
		return 0
	case 'x':
		return 4
	case 'u':
		return 6
	case 'U':
		return 10
	}
	return 2
}
