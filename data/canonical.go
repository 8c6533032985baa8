package data

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"mpc/model"
)

// JSON returns the set as a generated program reads it: an object with every
// input by name in the order of the model, labels resolved to indices, all
// ranges as sizes, arrays nested. Numbers read back to the same bits.
func (s *Set) JSON() ([]byte, error) {
	b := []byte{'{'}
	for i, in := range s.Model.Inputs {
		if i > 0 {
			b = append(b, ',', '\n')
		}
		c := s.columns[in]
		if c == nil {
			return nil, fmt.Errorf("%s has no value", in.Name)
		}
		b = strconv.AppendQuote(b, in.Name)
		b = append(b, ':', ' ')
		var err error
		if b, err = c.append(b, 0, 0); err != nil {
			return nil, err
		}
		if in.Labels != "" {
			b = append(append(strconv.AppendQuote(append(b, ",\n"...), in.Labels), ": "...), s.namedLabels(in)...)
		}
	}
	return append(b, '}', '\n'), nil
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
	x, err := a.append(nil, 0, 0)
	y, err2 := b.append(nil, 0, 0)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// append writes item number at of depth k.
func (c *column) append(b []byte, k, at int) ([]byte, error) {
	if k < len(c.starts) {
		b = append(b, '[')
		from, to := int(c.starts[k][at]), int(c.starts[k][at+1])
		for i := from; i < to; i++ {
			if i > from {
				b = append(b, ',')
			}
			var err error
			if b, err = c.append(b, k+1, i); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
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
