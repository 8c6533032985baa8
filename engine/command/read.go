package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
)

// A Reader reads JSON of a caller that has checked it. Behind the bracket of a list may stand
// how many elements it has, as [#3 1, 2, 3].
type Reader struct{ *bufio.Reader }

var errNoJSON = errors.New("the data are no JSON")

// next is the first byte of what comes, which is left there.
func (in *Reader) next() (byte, error) {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c, in.UnreadByte()
		}
	}
}

// take reads a byte that must come next.
func (in *Reader) take(want byte) error {
	if c, err := in.next(); err != nil || c != want {
		return errNoJSON
	}
	_, err := in.ReadByte()
	return err
}

// more tells whether an element comes; before all but the first stands a comma.
func (in *Reader) more(first bool, end byte) (bool, error) {
	c, err := in.next()
	switch {
	case err != nil:
		return false, err
	case c == end:
		return false, in.take(end)
	case first:
		return true, nil
	}
	return true, in.take(',')
}

// Object calls f with each key of an object; f reads the value.
func (in *Reader) Object(f func(key string) error) error {
	if err := in.take('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		if more, err := in.more(first, '}'); err != nil || !more {
			return err
		}
		var key string
		if err := ReadOther(in, &key); err != nil {
			return err
		}
		if err := in.take(':'); err != nil {
			return err
		}
		if err := f(key); err != nil {
			return err
		}
	}
}

// Text is the value that comes.
func (in *Reader) Text() ([]byte, error) {
	if _, err := in.next(); err != nil {
		return nil, err
	}
	var b []byte
	depth, quoted := 0, false
	for {
		c, err := in.ReadByte()
		if err != nil {
			if depth > 0 || quoted || len(b) == 0 {
				return nil, io.ErrUnexpectedEOF
			}
			return b, nil
		}
		switch {
		case quoted && c == '\\':
			b = append(b, c)
			if c, err = in.ReadByte(); err != nil {
				return nil, io.ErrUnexpectedEOF
			}
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ',' || c == ':' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			return b, in.UnreadByte()
		case c == ']' || c == '}':
			depth--
		}
		b = append(b, c)
		if depth == 0 && !quoted && (c == '"' || c == ']' || c == '}') {
			return b, nil
		}
	}
}

// short is the text of a number or a word; it is good until more is read.
func (in *Reader) short() ([]byte, error) {
	if _, err := in.next(); err != nil {
		return nil, err
	}
	b, err := in.Peek(min(32, in.Buffered())) // more may not come before an answer
	if err != nil {
		return nil, err
	}
	for n, c := range b {
		if c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			_, err := in.Discard(n)
			return b[:n], err
		}
	}
	return in.Text()
}

// ReadFloat reads a number; null is one that is missing.
func ReadFloat(in *Reader, to *float64) error {
	b, err := in.short()
	if err != nil {
		return err
	}
	if string(b) == "null" {
		*to = math.NaN() // missing
		return nil
	}
	*to, err = strconv.ParseFloat(string(b), 64)
	return err
}

// ReadInt reads a whole number.
func ReadInt(in *Reader, to *int) error {
	b, err := in.short()
	if err == nil {
		*to, err = strconv.Atoi(string(b))
	}
	return err
}

// ReadBool reads a truth.
func ReadBool(in *Reader, to *bool) error {
	b, err := in.short()
	if err == nil {
		*to, err = strconv.ParseBool(string(b))
	}
	return err
}

// ReadList returns what reads a list.
func ReadList[T any](element func(*Reader, *T) error) func(*Reader, *[]T) error {
	return func(in *Reader, to *[]T) error {
		if err := in.take('['); err != nil {
			return err
		}
		*to = []T{}
		if c, err := in.next(); err == nil && c == '#' {
			count, err := in.short()
			if err != nil {
				return err
			}
			n, err := strconv.ParseUint(string(count[1:]), 10, 31)
			if err != nil {
				return err
			}
			*to = make([]T, 0, n)
		}
		for first := true; ; first = false {
			if more, err := in.more(first, ']'); err != nil || !more {
				return err
			}
			var x T
			if err := element(in, &x); err != nil {
				return err
			}
			*to = append(*to, x)
		}
	}
}

// ReadOther reads any other value.
func ReadOther[T any](in *Reader, to *T) error {
	b, err := in.Text()
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}

func newReader(in io.Reader) *Reader { return &Reader{bufio.NewReaderSize(in, 1<<16)} }
