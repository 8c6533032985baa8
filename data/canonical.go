package data

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"mpc/model"
)

// JSON returns the set as a generated program reads it: an object with every
// input by name in the order of the model, labels resolved to indices, all
// ranges as sizes, arrays nested. Numbers read back to the same bits.
func (s *Set) JSON() ([]byte, error) {
	var b bytes.Buffer
	err := s.Write(&b, false)
	return b.Bytes(), err
}

// Write writes what JSON returns. Where counted is true the number of its elements stands
// in each list that generated programs read themselves, as [#3 1,2,3].
func (s *Set) Write(w io.Writer, counted bool) error {
	e := &encoder{Writer: bufio.NewWriterSize(w, 1<<16)}
	e.WriteByte('{')
	for i, in := range s.Model.Inputs {
		if i > 0 {
			e.WriteString(",\n")
		}
		c := s.columns[in]
		if c == nil {
			return fmt.Errorf("%s has no value", in.Name)
		}
		e.Write(strconv.AppendQuote(nil, in.Name))
		e.WriteString(": ")
		e.counted = counted && c.dists == nil && (!in.Missing || in.Type.Kind == model.Real)
		if err := e.item(c, 0, 0); err != nil {
			return err
		}
		if in.Labels != "" {
			e.Write(append(append(strconv.AppendQuote([]byte(",\n"), in.Labels), ": "...), s.namedLabels(in)...))
		}
	}
	e.WriteString("}\n")
	return e.Flush()
}

// namedLabels is the list of the labels of a range, of which the program names some.
// Where the data have none they give the numbers of those.
func (s *Set) namedLabels(r *model.Input) []byte {
	list := s.Labels[r.Name]
	if list == nil {
		list = make([]string, int(s.columns[r].values.value(0)))
		for _, in := range s.Model.Inputs {
			if in.Labelled && in.Type.Range == r {
				list[int(s.columns[in].values.value(0))] = in.Label
			}
		}
	}
	b, _ := json.Marshal(list) // texts have no errors
	return b
}

// Same tells whether an input has the same value in two sets.
func (s *Set) Same(in *model.Input, other *Set) bool {
	a, b := s.columns[in], other.columns[in]
	if a == nil || b == nil {
		return a == b
	}
	x, err := a.text()
	y, err2 := b.text()
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// text is the value of an input as JSON.
func (c *column) text() ([]byte, error) {
	var b bytes.Buffer
	e := &encoder{Writer: bufio.NewWriter(&b)}
	if err := e.item(c, 0, 0); err != nil {
		return nil, err
	}
	err := e.Flush()
	return b.Bytes(), err
}

// An encoder writes values as JSON.
type encoder struct {
	*bufio.Writer
	counted bool
}

// item writes item number at of depth k. Where it cannot be written, Flush says so.
func (e *encoder) item(c *column, k, at int) error {
	if k < len(c.starts) {
		from, to := int(c.starts[k][at]), int(c.starts[k][at+1])
		e.WriteByte('[')
		if e.counted {
			e.Write(append(strconv.AppendInt(append(e.AvailableBuffer(), '#'), int64(to-from), 10), ' '))
		}
		for i := from; i < to; i++ {
			if i > from {
				e.WriteByte(',')
			}
			if err := e.item(c, k+1, i); err != nil {
				return err
			}
		}
		return e.WriteByte(']')
	}
	b, err := c.append(e.AvailableBuffer(), at)
	if err == nil {
		_, err = e.Writer.Write(b)
	}
	return err
}

// append writes a leaf.
func (c *column) append(b []byte, at int) ([]byte, error) {
	if c.dists != nil {
		d, err := json.Marshal(c.dists[at])
		return append(b, d...), err
	}
	if c.absent != nil && c.absent[at] {
		return append(b, "null"...), nil
	}
	v := c.values.value(at)
	switch c.input.Type.Kind {
	case model.Bool:
		return strconv.AppendBool(b, v != 0), nil
	case model.Real:
		return strconv.AppendFloat(b, v, 'g', -1, 64), nil
	}
	return strconv.AppendInt(b, int64(v), 10), nil
}
