package interp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mpc/data"
	"mpc/factor"
	"mpc/lang"
	"mpc/model"
)

// The kinds of an Error, which are the codes of its diagnostic.
const (
	// Contradiction: the observations have probability zero.
	Contradiction = lang.CodeContradiction
	// NotFinite: a message or a datum is NaN or overflows.
	NotFinite = lang.CodeNotFinite
	// Improper: a posterior is not integrable, or no update of a factor could be done.
	Improper = lang.CodeImproper
	// Index: the model reads outside an array.
	Index = lang.CodeIndex
	// Double: an element is defined twice.
	Double = lang.CodeDouble
	// Undefined: an element is used and never defined.
	Undefined = lang.CodeUndefined
	// Missing: a datum that may be missing is, where its value is needed.
	Missing = lang.CodeMissingInput
	// Cycle: a constant depends on itself.
	Cycle = lang.CodeCycle
	// Parameter: a distribution cannot have that parameter.
	Parameter = lang.CodeParameter
	// Twice: one element stands twice in a factor.
	Twice = lang.CodeNoOperator
	// Block: what is to be drawn together is too much.
	Block = lang.CodeBlock
	// Unintegrated: no posterior was found whose hyperparameters are integrated.
	Unintegrated = lang.CodeIntegrate
	// Diverged: the iteration runs away.
	Diverged = lang.CodeDivergence
	// Internal: the program and the schedule do not fit.
	Internal = "internal"
)

// An Error says where an inference failed.
type Error struct {
	Kind      string
	File      string
	At        lang.Pos
	Text      string // the statement
	Element   string // as "g = 17"
	Iteration int
	Message   string
	Hint      string
	Related   []lang.Related // other statements that have to do with it
	LeftOut   bool           // of Improper: the messages of a statement were left out, so that it is ignored
}

func (e *Error) Error() string { return e.Diagnostic().Error() }

// Diagnostic returns the error as the compiler shows it.
func (e *Error) Diagnostic() lang.Diagnostic {
	var b strings.Builder
	b.WriteString(e.Message)
	if e.Element != "" {
		fmt.Fprintf(&b, ", at %s", e.Element)
	}
	if e.Iteration > 0 {
		fmt.Fprintf(&b, ", in iteration %d", e.Iteration)
	}
	return lang.Diagnostic{File: e.File, Pos: e.At, Code: e.Kind, Message: b.String(), Hint: e.Hint, Related: e.Related}
}

// against lists the statements that restrict what a site is about as it does: what it
// contradicts may be among them.
func against(s *site) (list []lang.Related) {
	const most = 3
	for _, slot := range s.factor.Slots {
		for _, p := range s.ports[slot] {
			for _, q := range p.element.ports {
				f := q.edge.Factor
				restricts := f.Kind.Deterministic || f.Kind.Name == "equal" || f.Kind.Name == "is_true"
				same := func(r lang.Related) bool { return r.Pos == f.At }
				if f == s.factor || f.At == s.factor.At || q.edge.Defines || !restricts || slices.ContainsFunc(list, same) {
					continue
				}
				list = append(list, lang.Related{Pos: f.At, Message: f.Text + " is about " + p.element.String() + " too"})
				if len(list) == most {
					return list
				}
			}
		}
	}
	return list
}

// againstBranches lists what is observed in the branches of a gate, and what is observed
// elsewhere of the variables that it is about: a few statements of each.
func (r *run) againstBranches(g *model.Gate) (list []lang.Related) {
	const most = 3
	outer := map[*factor.Variable]*factor.Variable{} // of a copy in the branches
	for _, f := range r.program.Graph.Factors {
		if in, out := f.Slot("inner"), f.Slot("outer"); in != nil && in.Edge != nil && out != nil && out.Edge != nil {
			outer[in.Edge.Variable] = out.Edge.Variable
		}
	}
	about := map[*factor.Variable]bool{}
	add := func(inside bool, note string) {
		n := 0
		for _, f := range r.program.Graph.Factors {
			within := slices.ContainsFunc(f.Branches, func(b *model.Branch) bool { return b.Gate == g })
			same := func(x lang.Related) bool { return x.Pos == f.At }
			if within != inside || f.Gate != nil || !observes(f) || n == most || slices.ContainsFunc(list, same) {
				continue
			}
			touches := inside
			for _, s := range f.Slots {
				if s.Edge == nil {
					continue
				}
				v := s.Edge.Variable
				for outer[v] != nil {
					v = outer[v]
				}
				touches = touches || about[v]
				about[v] = about[v] || inside
			}
			if touches {
				list = append(list, lang.Related{Pos: f.At, Message: f.Text + note})
				n++
			}
		}
	}
	add(true, " is in a branch")
	add(false, " is about the same")
	return list
}

// observes tells whether a factor is of data or a condition, and defines nothing.
func observes(f *factor.Factor) bool {
	return !slices.ContainsFunc(f.Slots, func(s *factor.Slot) bool { return s.Edge != nil && s.Edge.Defines })
}

// errorf makes an error at a place of the model.
func (r *run) errorf(kind string, at lang.Pos, text, format string, args ...any) *Error {
	return &Error{Kind: kind, File: r.program.Graph.Model.File.Name, At: at, Text: text, Iteration: r.iteration, Message: fmt.Sprintf(format, args...)}
}

// evalError turns the error of an expression into one that names statement and
// element.
func (r *run) evalError(err error, at lang.Pos, text, element string) error {
	var done *Error
	if errors.As(err, &done) {
		return done
	}
	kind := NotFinite
	var index *data.IndexError
	var cyclic *cycleError
	var undefined *undefinedError
	var missing *data.MissingError
	hint := ""
	switch {
	case errors.As(err, &missing):
		kind = Missing
		hint = "a missing entry is random: it can stand on either side of ~, in what observe says, and in what is computed from random values; conditions, indices, bounds and constants must be known"
	case errors.As(err, &index):
		kind = Index
	case errors.As(err, &cyclic):
		kind = Cycle
	case errors.As(err, &undefined):
		kind = Undefined
	}
	var eval *data.EvalError
	if errors.As(err, &eval) && eval.At.IsKnown() {
		at = eval.At
	}
	says := err.Error()
	if index != nil && r.origin() != nil {
		says = index.In(r.origin())
	}
	e := r.errorf(kind, at, text, "%s, in %s", says, text)
	e.Hint = hint
	e.Element = element
	if undefined != nil {
		return r.withLoop(e, undefined.variable, undefined.index)
	}
	return e
}

// values prints what the inputs in an expression are, as "t = 1"; a constant of
// the program by the inputs that it is computed from.
func (r *run) values(e *model.Expr, env *data.Env) string {
	var parts []string
	seen := map[string]bool{}
	var add func(e *model.Expr, env *data.Env, depth int)
	add = func(e *model.Expr, env *data.Env, depth int) {
		e.Walk(func(x *model.Expr) {
			if x.Op != model.OpInput && x.Op != model.OpVariable || x.Type.Kind == model.DistKind || x.Type.Dimensions > 0 || len(parts) == 8 {
				return
			}
			v, err := data.Eval(x, env)
			if err != nil {
				return
			}
			if x.Op == model.OpVariable && depth < 4 {
				if index, err := data.Index(x.Args, env); err == nil {
					if c := r.constants[x.Variable][key(index)]; c != nil {
						n := len(parts)
						if add(c.assign.Value, c.inst.env, depth+1); len(parts) > n {
							return
						}
					}
				}
			}
			text := r.origin().Words(x.String())
			if x.Type.Kind == model.Bool {
				text = fmt.Sprintf("%s = %v", text, v != 0)
			} else {
				text = fmt.Sprintf("%s = %v", text, v)
			}
			if !seen[text] {
				seen[text] = true
				parts = append(parts, text)
			}
		})
	}
	add(e, env, 0)
	return strings.Join(parts, ", ")
}
