package codegen

import (
	"strings"

	"mpc/loops"
	"mpc/model"
)

// harnessData prints how the program that mpc run builds reads its data: element by
// element, so that large data take no more memory than they are.
func harnessData(b *printer, p *loops.Program) {
	b.WriteString(`// readData reads an object with a value for each input.
func readData(in *reader) (data model.Data, err error) {
	err = in.object(func(key string) error {
		switch key {
`)
	for _, in := range p.Message.Graph.Model.Inputs {
		b.line("case %q:\nreturn %s(in, &data.%s)", in.Name, readerOf(in), exported(in.Name))
		if in.Labels != "" {
			b.line("case %q:\nreturn readOther(in, &data.%s)", in.Labels, exported(in.Labels))
		}
	}
	b.WriteString(`}
		_, err := in.text()
		return err
	})
	return data, err
}

`)
	b.WriteString(harnessReaderText)
}

// readerOf is the function that reads the value of an input.
func readerOf(in *model.Input) string {
	element := map[string]string{"float64": "readFloat", "int": "readInt", "bool": "readBool"}[valueType(in)]
	if element == "" {
		return "readOther"
	}
	return strings.Repeat("readList(", len(in.Dims)) + element + strings.Repeat(")", len(in.Dims))
}

const harnessReaderText = `// A reader reads JSON of a caller that has checked it. Behind the bracket of a list may stand
// how many elements it has, as [#3 1, 2, 3].
type reader struct{ *bufio.Reader }

var errNoJSON = errors.New("the data are no JSON")

// next is the first byte of what comes, which is left there.
func (in *reader) next() (byte, error) {
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
func (in *reader) take(want byte) error {
	if c, err := in.next(); err != nil || c != want {
		return errNoJSON
	}
	_, err := in.ReadByte()
	return err
}

// more tells whether an element comes; before all but the first stands a comma.
func (in *reader) more(first bool, end byte) (bool, error) {
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

// object calls f with each key of an object; f reads the value.
func (in *reader) object(f func(key string) error) error {
	if err := in.take('{'); err != nil {
		return err
	}
	for first := true; ; first = false {
		if more, err := in.more(first, '}'); err != nil || !more {
			return err
		}
		var key string
		if err := readOther(in, &key); err != nil {
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

// text is the value that comes.
func (in *reader) text() ([]byte, error) {
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
func (in *reader) short() ([]byte, error) {
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
	return in.text()
}

func readFloat(in *reader, to *float64) error {
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

func readInt(in *reader, to *int) error {
	b, err := in.short()
	if err == nil {
		*to, err = strconv.Atoi(string(b))
	}
	return err
}

func readBool(in *reader, to *bool) error {
	b, err := in.short()
	if err == nil {
		*to, err = strconv.ParseBool(string(b))
	}
	return err
}

// readList returns what reads a list.
func readList[T any](element func(*reader, *T) error) func(*reader, *[]T) error {
	return func(in *reader, to *[]T) error {
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

// readOther reads any other value.
func readOther[T any](in *reader, to *T) error {
	b, err := in.text()
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}

`
