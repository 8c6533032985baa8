package mpc

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mpc/conditional"
	"mpc/data"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// A simulator draws parameters from the prior of a model, and data from the model: it is
// the model without the inputs that it says the distribution of, by Gibbs sampling, in
// which no data depend on anything, so that each scan is a draw from the whole.
type simulator struct {
	*Compilation
	// simulated are the names of these inputs, which are variables here.
	simulated map[string]bool
	drawn     map[string]any // data of the others
}

// newSimulator compiles the simulator of the model in src. What of is compiled from, and
// its data, say which variables are wanted, and the sizes.
func newSimulator(name string, src []byte, of *Compilation, set *data.Set) (*simulator, error) {
	s := &simulator{simulated: map[string]bool{}}
	var problems lang.Diagnostics
	c, err := compileEdited(name, src, func(f *lang.File) {
		useAlgorithm(f, "gibbs")
		f.Iterate = lang.Iterate{At: f.Iterate.At}
		f.Shared, f.Spare = nil, true // sizes of what is simulated alone
		problems = s.simulate(f)
		f.Inputs = slices.DeleteFunc(f.Inputs, func(in *lang.Input) bool { return s.simulated[in.Name.Name] })
		f.Infer = nil
		for _, v := range of.Model.Infer {
			if v.Random {
				f.Infer = append(f.Infer, &lang.Infer{At: v.At, Name: v.Name})
			}
		}
		for _, in := range of.Model.Inputs {
			if s.simulated[in.Name] && !slices.ContainsFunc(f.Infer, func(x *lang.Infer) bool { return x.Name == in.Name }) {
				f.Infer = append(f.Infer, &lang.Infer{At: in.At, Name: in.Name})
			}
		}
	}, Options{})
	if len(problems) > 0 {
		return nil, problems
	}
	var wrong lang.Diagnostics
	if errors.As(err, &wrong) {
		return nil, s.withoutData(wrong)
	}
	if err != nil {
		return nil, err
	}
	if len(s.simulated) == 0 {
		return nil, errors.New("no statement of the model draws an input, so that there are no data to simulate")
	}
	s.Compilation = c
	for _, u := range c.Program.Updates {
		if u.Kind == message.Draw && u.Sampled.Method != conditional.Forward {
			return nil, unsimulated(c.File.Name, u.At, fmt.Sprintf("%s is not drawn from its prior alone: %s", u.Sampled.Variable().Name, u.Sampled.Reason))
		}
	}
	for _, v := range c.Model.Infer {
		if s.simulated[v.Name] && c.Program.Sampling.There(v) != nil {
			return nil, unsimulated(c.File.Name, v.At, fmt.Sprintf("%s is drawn in a branch alone, and has no distribution where the branch is not taken", v.Name))
		}
	}
	text, err := set.JSON()
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(text, &s.drawn)
}

// withoutData says of mistakes that the model has without its data why they count.
func (s *simulator) withoutData(list lang.Diagnostics) lang.Diagnostics {
	names := slices.Sorted(maps.Keys(s.simulated))
	out := slices.Clone(list)
	for i := range out {
		if out[i].Severity == lang.Error {
			out[i].Message = "the data cannot be simulated: " + out[i].Message
			out[i].Hint = "calibrate draws " + enumerated(names) + ", which Gibbs sampling must be able to do"
		}
	}
	return out
}

// unsimulated is the error of what cannot be simulated.
func unsimulated(file string, at lang.Pos, text string) lang.Diagnostics {
	d := lang.Diagnostic{Severity: lang.Error, File: file, Pos: at, Code: lang.CodeUnsupported, Message: text}
	return lang.Diagnostics{*d.WithHint("data that can be simulated are inputs that a statement draws or computes, as in y[i] ~ normal(m, variance = 1)")}
}

// simulate turns the observations of a program into definitions of the inputs that are
// observed, and notes these.
func (s *simulator) simulate(f *lang.File) (list lang.Diagnostics) {
	input := func(e lang.Expr) string {
		if x, ok := e.(*lang.Index); ok {
			e = x.X
		}
		if n, ok := e.(*lang.Name); ok && slices.ContainsFunc(f.Inputs, func(in *lang.Input) bool { return in.Name.Name == n.Name }) {
			return n.Name
		}
		return ""
	}
	var walk func([]lang.Stmt)
	walk = func(stmts []lang.Stmt) {
		for i, st := range stmts {
			switch st := st.(type) {
			case *lang.Sample:
				if n := input(st.Target); n != "" {
					s.simulated[n] = true
				}
			case *lang.Assign:
				if n := input(st.Target); n != "" {
					s.simulated[n] = true
				}
			case *lang.Observe:
				eq, _ := st.Value.(*lang.Binary)
				switch {
				case st.Dist != nil && input(st.Value) != "":
					s.simulated[input(st.Value)] = true
					stmts[i] = &lang.Sample{At: st.At, Target: st.Value, Dist: st.Dist}
				case st.Dist == nil && eq != nil && eq.Op == "==" && input(eq.X) != "":
					s.simulated[input(eq.X)] = true
					stmts[i] = &lang.Assign{At: st.At, Target: eq.X, Value: eq.Y}
				case st.Dist == nil && eq != nil && eq.Op == "==" && input(eq.Y) != "":
					s.simulated[input(eq.Y)] = true
					stmts[i] = &lang.Assign{At: st.At, Target: eq.Y, Value: eq.X}
				default:
					list = append(list, unsimulated(f.Name, st.At, st.String()+" is a condition, which no simulated data meet by themselves")...)
				}
			case *lang.For:
				walk(st.Body)
			case *lang.If:
				walk(st.Then)
				walk(st.Else)
			case *lang.Switch:
				walk(st.Body)
			case *lang.Repeat:
				walk(st.Body)
			}
		}
	}
	walk(f.Program)
	return list
}

// A simulation is one draw of parameters and data: the value of each element by its name,
// such as x[0,1].
type simulation map[string]float64

// draw simulates n times.
func (s *simulator) draw(ctx context.Context, n int, seed uint64, interpret bool) ([]simulation, error) {
	known := map[string]any{}
	for name, x := range s.drawn {
		if !s.simulated[name] {
			known[name] = x
		}
	}
	text, err := json.Marshal(known)
	if err != nil {
		return nil, err
	}
	set, d := data.ReadJSON("data", text, s.Model)
	if d.HasErrors() {
		return nil, d
	}
	dir, err := os.MkdirTemp("", "mpc-simulate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "draws.csv")
	sampling := model.Sampling{Samples: n, Thin: 1, Chains: 1}
	if _, err := Run(ctx, s.Compilation, set, RunOptions{Iterations: -1, Interpret: interpret, Seed: &seed, Sampling: &sampling, Draws: path}); err != nil {
		return nil, err
	}
	return readDraws(path)
}

// readDraws reads a file of draws, a simulation from each row.
func readDraws(path string) (list []simulation, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return nil, err
	}
	names := slices.Clone(head)
	for {
		row, err := r.Read()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		one := simulation{}
		for k, name := range names {
			if strings.HasPrefix(name, ".") || row[k] == "" { // it is not there
				continue
			}
			if one[name], err = strconv.ParseFloat(row[k], 64); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
}

// data puts simulated values in the place of the data of a model: what is missing of them
// is missing again.
func (s *simulator) data(one simulation, m *model.Model) (*data.Set, error) {
	all := map[string]any{}
	for _, in := range m.Inputs {
		x := s.drawn[in.Name]
		if s.simulated[in.Name] {
			x = replaced(x, in.Name, nil, one, in.Type.Kind == model.Bool)
		}
		all[in.Name] = x
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	set, d := data.ReadJSON("simulated data", text, m)
	if d.HasErrors() {
		return nil, d
	}
	return set, nil
}

// replaced copies a value with simulated numbers in it.
func replaced(x any, name string, at []int, one simulation, truth bool) any {
	switch x := x.(type) {
	case nil:
		return nil
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = replaced(x[i], name, append(at[:len(at):len(at)], i), one, truth)
		}
		return out
	}
	v, ok := one[elementName(name, at)]
	switch {
	case !ok:
		return x
	case truth:
		return v != 0
	}
	return v
}

// elementName is the name of an element in a file of draws.
func elementName(name string, at []int) string {
	if len(at) == 0 {
		return name
	}
	parts := make([]string, len(at))
	for k, i := range at {
		parts[k] = strconv.Itoa(i)
	}
	return name + "[" + strings.Join(parts, ",") + "]"
}
