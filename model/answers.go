package model

import (
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
)

// Expressions under infer are functions of variables, which the program does not have: each is
// a statement behind it. What joint(a, b) asks for follows from the variances of a, of b and of a + b.

// A JointAnswer is the posterior of several numbers together: their means and covariances.
type JointAnswer struct {
	Text  string // as it is written
	At    lang.Pos
	Parts []*Variable
	// Sums are of two parts each: of the first and each one after it, and so on.
	Sums []*Variable
	// Whole tells that the parts are the components of a vector.
	Whole bool
}

// withAnswers writes the expressions under infer behind the program. It returns the names of their
// variables.
func withAnswers(f *lang.File) (*lang.File, map[*lang.Infer][]string) {
	names := map[*lang.Infer][]string{}
	taken := map[string]bool{}
	for _, in := range f.Inputs {
		taken[in.Name.Name] = true
	}
	walkStatements(f.Program, func(e lang.Expr) {
		walkNames(e, func(n *lang.Name) { taken[n.Name] = true })
	})
	out := *f
	out.Program = slices.Clone(f.Program)
	define := func(in *lang.Infer, e lang.Expr) {
		name := identifier(e.String())
		for base, k := name, 2; taken[name]; k++ {
			name = base + strconv.Itoa(k)
		}
		taken[name] = true
		names[in] = append(names[in], name)
		out.Program = append(out.Program, &lang.Assign{At: in.At, Target: &lang.Name{At: in.At, Name: name}, Value: e})
	}
	for _, in := range f.Infer {
		switch {
		case in.Expr != nil:
			define(in, in.Expr)
		case in.Joint != nil:
			for _, e := range in.Joint {
				define(in, e)
			}
			for i, a := range in.Joint {
				for _, b := range in.Joint[i+1:] {
					define(in, &lang.Binary{At: in.At, Op: "+", X: a, Y: b})
				}
			}
		}
	}
	if len(names) == 0 {
		return f, names
	}
	return &out, names
}

// words are what operators are called in names.
var operatorWords = strings.NewReplacer(" + ", "_plus_", " - ", "_minus_", " * ", "_times_", " / ", "_over_", " >= ", "_atleast_", " <= ", "_atmost_",
	" > ", "_above_", " < ", "_below_", " == ", "_equals_", " != ", "_differs_", " && ", "_and_", " || ", "_or_", "!", "not_", "-", "minus_", "^", "_power_")

// identifier is a name that says what a text does.
func identifier(text string) string {
	text = operatorWords.Replace(text)
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	name := strings.Trim(b.String(), "_")
	for strings.Contains(name, "__") {
		name = strings.ReplaceAll(name, "__", "_")
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "value_" + name
	}
	if len(name) > 60 {
		name = strings.TrimRight(name[:60], "_")
	}
	return name
}

const jointHint = "a posterior of several truths or whole numbers together is that of one whole number that stands for them"

// notJoint reports, once, what joint takes that is no number, where a sum is one that it has of two of these.
func (c *checker) notJoint(e *lang.Binary, x, y *Expr) bool {
	if !slices.ContainsFunc(c.file.Infer, func(in *lang.Infer) bool { return in.Joint != nil && in.At == e.At }) {
		return false
	}
	if slices.ContainsFunc(c.List(), func(d lang.Diagnostic) bool { return d.Pos == e.At && d.Code == CodeInfer }) {
		return true
	}
	of, is := e.Y, y.Type
	if is.number() {
		of, is = e.X, x.Type
	}
	c.Errorf(e.At, CodeInfer, "joint takes numbers, and %s is %s", of, is).WithHint(jointHint)
	return true
}

// answer resolves an expression or a joint posterior under infer.
func (c *checker) answer(in *lang.Infer) {
	var list []*Variable
	for _, name := range c.answers[in] {
		v := c.variables[name]
		if v == nil {
			return // a mistake in it is reported
		}
		list = append(list, v)
	}
	for i, v := range list {
		if !v.Random && !c.HasErrors() {
			c.Errorf(in.At, CodeInfer, "%s is not random: nothing in it is inferred", in.String()).
				WithHint("infer takes expressions of variables that are drawn")
			return
		}
		if in.Joint != nil && !c.HasErrors() && (v.Type.Kind != Real || v.Type.Dimensions > 0) {
			c.Errorf(in.At, CodeInfer, "joint takes numbers, and %s is %s", in.Joint[min(i, len(in.Joint)-1)], v.Type).WithHint(jointHint)
			return
		}
	}
	if in.Joint == nil {
		list[0].Asked = in.String()
		c.model.Infer = append(c.model.Infer, list...)
		return
	}
	n := len(in.Joint)
	for i, v := range list {
		if i < n {
			v.Asked = in.Joint[i].String()
			if in.Whole && identifier(in.Name) != in.Name {
				v.Asked = "(" + in.Name + ")[" + strconv.Itoa(i) + "]"
			}
		}
		c.model.Infer = append(c.model.Infer, v)
	}
	c.model.Joints = append(c.model.Joints, &JointAnswer{Text: in.String(), At: in.At, Parts: list[:n:n], Sums: list[n:], Whole: in.Whole})
}
