package run

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mpc/data"
	"mpc/model"
)

// A SimulatedSet is one set of data: a value for each name, in order.
type SimulatedSet struct {
	names  []string
	values map[string]any
	tables map[string]string // of arrays of one dimension: what they run over
	ranges map[string]bool   // names that are sizes
	model  *model.Model      // nil of a program of BUGS
}

func (s *SimulatedSet) add(name string, value any) {
	if s.values == nil {
		s.values, s.tables = map[string]any{}, map[string]string{}
	}
	s.names, s.values[name] = append(s.names, name), value
}

// JSON writes the set as an object, a line for each name.
func (s *SimulatedSet) JSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for i, name := range s.names {
		if i > 0 {
			b.WriteString(",")
		}
		text, err := json.Marshal(s.values[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		key, _ := json.Marshal(name) // texts have no errors
		fmt.Fprintf(&b, "\n %s: %s", key, text)
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// Files are the files of a set: one of JSON, or of CSV a table for each range that arrays run
// over. What is no array of one dimension stands in no table.
func (s *SimulatedSet) Files(format string) ([]File, error) {
	if format == "json" {
		text, err := s.JSON()
		return []File{{Name: "data.json", Source: text}}, err
	}
	if s.model == nil {
		return s.programTables()
	}
	columns, order := map[string][]string{}, []string{}
	for _, name := range s.names {
		over, ok := s.tables[name]
		if !ok {
			if !s.ranges[name] {
				return nil, fmt.Errorf("%s stands in no table, which has arrays of one dimension: write JSON", name)
			}
			continue // a size, which the tables may show
		}
		if columns[over] == nil {
			order = append(order, over)
		}
		columns[over] = append(columns[over], name)
	}
	var files []File
	for _, over := range order {
		var b bytes.Buffer
		line := func(cell func(name string) any) {
			for k, name := range columns[over] {
				if k > 0 {
					b.WriteByte(',')
				}
				b.WriteString(cellText(cell(name)))
			}
			b.WriteByte('\n')
		}
		line(func(name string) any { return name })
		for i := range s.values[columns[over][0]].([]any) {
			line(func(name string) any { return s.values[name].([]any)[i] })
		}
		files = append(files, File{Name: over + ".csv", Source: b.Bytes()})
	}
	if len(files) == 0 {
		return nil, errors.New("there is no array: write JSON")
	}
	return files, s.readBack(files)
}

// readBack checks that tables say what the set says: of a range whose elements are in no table
// they may not.
func (s *SimulatedSet) readBack(files []File) error {
	dir, err := os.MkdirTemp("", "mpc-simulate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Source, 0o600); err != nil {
			return err
		}
	}
	text, err := s.JSON()
	if err != nil {
		return err
	}
	want, d := data.ReadJSON("simulated data", text, s.model)
	if d.HasErrors() {
		return d.Errors()
	}
	got, d := data.Read(dir, s.model)
	if d.HasErrors() {
		return fmt.Errorf("tables do not hold all of the data (%s): write JSON", d.Errors()[0].Message)
	}
	for _, in := range s.model.Inputs {
		if !want.Same(in, got) || !slices.Equal(want.Labels[in.Name], got.Labels[in.Name]) {
			return fmt.Errorf("%s would be another one when tables are read: write JSON", in.Name)
		}
	}
	return nil
}

// cellText is a value in a table, nothing where it is missing.
func cellText(x any) string {
	switch x := x.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		if strings.ContainsAny(x, ",\"\r\n;\t") || x == "" {
			return `"` + strings.ReplaceAll(x, `"`, `""`) + `"`
		}
		return x
	}
	return fmt.Sprint(x)
}

// values are the simulated elements of a variable, nested as it is; where the data are given, what
// is missing of them is missing again.
func (s *simulator) values(v *model.Variable, one simulation, set *data.Set, truth bool, names []string) (any, error) {
	given, isGiven := s.drawn[v.Name]
	if isGiven {
		return labelled(replaced(given, v.Name, nil, one, truth), names), nil
	}
	dims := v.Dims
	if v.Type.Dimensions > 0 {
		dims = slices.Concat(dims, v.Sizes)
		if v.Type.Dimensions == 2 && len(v.Sizes) == 1 {
			dims = append(dims, v.Sizes[0])
		}
	}
	env := data.Env{Set: set, Index: map[*model.Index]int{}}
	var nest func(at []int) (any, error)
	nest = func(at []int) (any, error) {
		if len(at) == len(dims) {
			x, ok := one[elementName(v.Name, at)]
			switch {
			case !ok || math.IsNaN(x):
				return nil, nil
			case truth:
				return x != 0, nil
			}
			return x, nil
		}
		env.Dims = at
		n, err := data.Int(dims[len(at)], &env)
		list := make([]any, max(n, 0))
		for i := range list {
			if err == nil {
				list[i], err = nest(append(at[:len(at):len(at)], i))
			}
		}
		return list, err
	}
	x, err := nest(nil)
	return labelled(x, names), err
}

// labelled gives numbers of elements their labels.
func labelled(x any, names []string) any {
	if names == nil {
		return x
	}
	switch x := x.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = labelled(x[i], names)
		}
		return out
	case float64:
		if k := int(x); k >= 0 && k < len(names) {
			return names[k]
		}
	}
	return x
}

// set is a simulation as data of a model. known is the data of what is not simulated, and labels
// those of ranges.
func (s *simulator) set(m *model.Model, one simulation, known *data.Set, labels map[string][]string) (*SimulatedSet, error) {
	out := &SimulatedSet{model: m, ranges: map[string]bool{}}
	for _, in := range m.Inputs {
		out.ranges[in.Name] = in.Type.Kind == model.RangeKind
		if in.Labelled {
			continue
		}
		var names []string
		if in.Type.Kind == model.IndexKind && in.Type.Range != nil {
			names = labels[in.Type.Range.Name]
		}
		var x any
		switch {
		case s.simulated[in.Name]:
			v := s.variable(in.Name)
			if v == nil {
				return nil, fmt.Errorf("%s is not simulated", in.Name)
			}
			var err error
			if x, err = s.values(v, one, known, in.Type.Kind == model.Bool, names); err != nil {
				return nil, err
			}
		case in.Type.Kind == model.RangeKind && labels[in.Name] != nil:
			x = labels[in.Name]
		default:
			x = labelled(s.drawn[in.Name], names)
		}
		out.add(in.Name, x)
		if len(in.Dims) == 1 && in.Type.Dimensions == 0 && in.Type.Family == "" && in.Dims[0].Op == model.OpInput {
			out.tables[in.Name] = in.Dims[0].Input.Name
		}
	}
	return out, nil
}

// variable is that of the simulator of a name, or nil.
func (s *simulator) variable(name string) *model.Variable {
	for _, v := range s.Model.Variables {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// WriteParameters writes what the data were drawn given: a row for each set.
func (s *Simulation) WriteParameters(w io.Writer) error {
	out := csv.NewWriter(w)
	row := append([]string{"set"}, s.Columns...)
	for k := -1; k < len(s.Parameters); k++ {
		if k >= 0 {
			row = append(row[:0], strconv.Itoa(k+1))
			for _, x := range s.Parameters[k] {
				row = append(row, cellText(x))
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
