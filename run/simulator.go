package run

import (
	"cmp"
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

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// A simulator draws parameters from the prior of a model, and data from the model: it is
// the model without the inputs that it says the distribution of, by Gibbs sampling, in
// which no data depend on anything, so that each scan is a draw from the whole.
type simulator struct {
	*mpc.Compilation
	// simulated are the names of these inputs, which are variables here.
	simulated map[string]bool
	drawn     map[string]any // data of the others
	// limits are inputs that are the truth of an element, by name: not nil where truths are compared with.
	limits map[string]string
	// given, if not nil, has values in place of draws from the prior. conditions are then the
	// places of what the model says of them besides, which their values meet already.
	given      *source
	conditions []lang.Pos
}

// A compiler compiles a model, or a program of BUGS, after a change to what was read of it.
type compiler func(edit func(*lang.File)) (*mpc.Compilation, error)

// newSimulator compiles the simulator of a model of which some variables are wanted beside the
// data, and perhaps the expressions that it asks for. Where there are no data that it draws, and nothing is wanted, it has no compilation.
func newSimulator(compile compiler, wanted []string, expressions bool, given *source) (*simulator, error) {
	s := &simulator{simulated: map[string]bool{}, given: given}
	var problems lang.Diagnostics
	c, err := compile(func(f *lang.File) {
		f.UseAlgorithm("gibbs")
		f.Iterate = lang.Iterate{At: f.Iterate.At}
		f.Shared, f.Spare = nil, true // sizes of what is simulated alone
		problems = s.simulate(f)
		at := map[string]lang.Pos{}
		for _, in := range f.Inputs {
			at[in.Name.Name] = in.Name.At
		}
		f.Inputs = slices.DeleteFunc(f.Inputs, func(in *lang.Input) bool { return s.simulated[in.Name.Name] })
		f.Infer = slices.DeleteFunc(f.Infer, func(in *lang.Infer) bool { return in.Expr == nil || !expressions })
		for _, name := range wanted {
			f.Infer = append(f.Infer, &lang.Infer{At: f.Model.At, Name: name})
		}
		for _, name := range slices.SortedFunc(maps.Keys(s.simulated), func(a, b string) int {
			return cmp.Or(cmp.Compare(at[a].Line, at[b].Line), cmp.Compare(at[a].Col, at[b].Col), cmp.Compare(a, b))
		}) {
			if !slices.Contains(wanted, name) {
				f.Infer = append(f.Infer, &lang.Infer{At: at[name], Name: name})
			}
		}
	})
	if len(problems) > 0 {
		return nil, problems
	}
	if len(s.simulated)+len(wanted) == 0 {
		return s, nil
	}
	var wrong lang.Diagnostics
	if errors.As(err, &wrong) {
		return nil, s.withoutData(wrong)
	}
	if err != nil {
		return nil, err
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
	return s, nil
}

// take takes the data of what is not simulated.
func (s *simulator) take(set *data.Set) error {
	text, err := set.JSON()
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &s.drawn)
}

// withoutData says of mistakes that the model has without its data why they count.
func (s *simulator) withoutData(list lang.Diagnostics) lang.Diagnostics {
	names := slices.Sorted(maps.Keys(s.simulated))
	out := slices.Clone(list)
	for i := range out {
		if out[i].Severity == lang.Error {
			out[i].Message = "the data cannot be simulated: " + out[i].Message
			out[i].Hint = "what is simulated is drawn: " + lang.Enumerated(names) + ", which Gibbs sampling must be able to do"
		}
	}
	return out
}

// unsimulated is the error of what cannot be simulated.
func unsimulated(file string, at lang.Pos, text string) lang.Diagnostics {
	return unmet(file, at, text, "data that can be simulated are inputs that a statement draws or computes, as in y[i] ~ normal(m, variance = 1)")
}

// unmet is the error of what cannot be simulated, and what can in its place.
func unmet(file string, at lang.Pos, text, hint string) lang.Diagnostics {
	d := lang.Diagnostic{Severity: lang.Error, File: file, Pos: at, Code: lang.CodeUnsupported, Message: text}
	return lang.Diagnostics{*d.WithHint("%s", hint)}
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
	one := func(st *lang.Observe) lang.Stmt {
		eq, _ := st.Value.(*lang.Binary)
		switch {
		case st.Dist != nil && input(st.Value) != "":
			return &lang.Sample{At: st.At, Target: st.Value, Dist: st.Dist}
		case st.Dist == nil && eq != nil && eq.Op == "==" && input(eq.X) != "":
			return &lang.Assign{At: st.At, Target: eq.X, Value: eq.Y}
		case st.Dist == nil && eq != nil && eq.Op == "==" && input(eq.Y) != "":
			return &lang.Assign{At: st.At, Target: eq.Y, Value: eq.X}
		case s.given != nil:
			s.conditions = append(s.conditions, st.At)
		default:
			list = append(list, unmet(f.Name, st.At, st.String()+" is a condition, which no simulated data meet by themselves", "of bounds, draw what lies between them, x ~ truncated(normal(m, variance = 1), low = a); mpc simulate --posterior takes parameters that meet it")...)
		}
		return nil
	}
	var walk func([]lang.Stmt) []lang.Stmt
	walk = func(stmts []lang.Stmt) (kept []lang.Stmt) {
		for _, st := range stmts {
			if seen, ok := st.(*lang.Observe); ok {
				if st = one(seen); st == nil {
					continue
				}
			}
			kept = append(kept, st)
			switch st := st.(type) {
			case *lang.Sample:
				if n := input(st.Target); n != "" {
					s.simulated[n] = true
				}
			case *lang.Assign:
				if n := input(st.Target); n != "" {
					s.simulated[n] = true
				}
			case *lang.For:
				st.Body = walk(st.Body)
			case *lang.If:
				st.Then, st.Else = walk(st.Then), walk(st.Else)
			case *lang.Switch:
				st.Body = walk(st.Body)
			case *lang.Repeat:
				st.Body = walk(st.Body)
			}
		}
		return kept
	}
	f.Program = walk(f.Program)
	return list
}

// A simulation is one draw of parameters and data: the value of each element by its name,
// such as x[0,1].
type simulation map[string]float64

// known reads the data of what is not simulated.
func (s *simulator) known() (*data.Set, error) {
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
	return set, nil
}

// draw simulates. Each draw is made once, so that a package is not worth its building.
func (s *simulator) draw(ctx context.Context, set *data.Set, o SimulateOptions) (names []string, list []simulation, err error) {
	dir, err := os.MkdirTemp("", "mpc-simulate-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "draws.csv")
	sampling := model.Sampling{Samples: o.N, Thin: 1, Chains: 1}
	opt := Options{Iterations: -1, Interpret: true, Seed: &o.Seed, Sampling: &sampling, Draws: path}
	if s.given != nil {
		opt.given = s.given.value
	}
	if o.Progress != nil {
		opt.Progress = func(scans int, _ float64) { o.Progress(scans) }
	}
	if _, err := Run(ctx, s.Compilation, set, opt); err != nil {
		return nil, nil, err
	}
	return readDraws(path)
}

// readDraws reads a file of draws, a simulation from each row.
func readDraws(path string) (names []string, list []simulation, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return nil, nil, err
	}
	names = slices.Clone(head)
	for {
		row, err := r.Read()
		if err == io.EOF {
			return names, list, nil
		}
		if err != nil {
			return nil, nil, err
		}
		one := simulation{}
		for k, name := range names {
			if strings.HasPrefix(name, ".") || row[k] == "" { // it is not there
				continue
			}
			if one[name], err = strconv.ParseFloat(row[k], 64); err != nil {
				return nil, nil, err
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
		if element, ok := s.limits[in.Name]; ok {
			x = one[element]
		}
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
