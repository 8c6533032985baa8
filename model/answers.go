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
		}
		c.model.Infer = append(c.model.Infer, v)
	}
	c.model.Joints = append(c.model.Joints, &JointAnswer{Text: in.String(), At: in.At, Parts: list[:n:n], Sums: list[n:]})
}

// tiedAnswers looks, where messages are passed, whether what an expression reads has one joint posterior. Where
// it has not, values that are read are taken as independent of each other: a warning says so of an
// expression, and a joint posterior is an error.
func (c *checker) tiedAnswers() {
	if c.model.Samples() || c.HasErrors() {
		return
	}
	for _, v := range c.model.Infer {
		if v.Asked == "" || slices.ContainsFunc(c.model.Joints, func(j *JointAnswer) bool { return slices.Contains(j.Parts, v) || slices.Contains(j.Sums, v) }) {
			continue
		}
		if reads := c.apart(v); len(reads) > 1 {
			c.Warnf(v.At, lang.CodeFactorized, "%s takes %s as independent of each other: each has a posterior of its own", v.Asked, strings.Join(reads, " and ")).
				WithHint("blocks: [[...]] gives normals one joint posterior; algorithm: gibbs has that of all variables")
		}
	}
	for _, j := range c.model.Joints {
		for _, v := range j.Sums {
			if reads := c.apart(v); len(reads) > 1 {
				c.Errorf(j.At, CodeInfer, "%s: %s each have a posterior of their own by %s, and none together", j.Text, strings.Join(reads, " and "), strings.ToUpper(c.model.Algorithm)).
					WithHint("name them in blocks: [[...]], as far as they are drawn from normals, or write algorithm: gibbs")
				break
			}
		}
	}
}

// apart lists what a function of variables reads that has a posterior of its own, where that is more than one:
// elements of variables, and where these are combined otherwise than by sums and comparisons also the parts of a block.
func (c *checker) apart(v *Variable) []string {
	var names []string
	vectors, blocks := map[*Variable]bool{}, map[string]bool{}
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	seen := map[*Variable]bool{}
	product := false
	var visit func(e *Expr)
	visit = func(e *Expr) {
		e.Walk(func(x *Expr) {
			if parts := randomParts(x); parts > 1 && !c.additive(x) {
				product = true
			}
			if x.Op != OpVariable || !x.Random {
				return
			}
			u := x.Variable
			if !u.Derived {
				if u.Type.Dimensions > 0 {
					vectors[u] = true
				}
				if text := x.String(); u.Type.Dimensions > 0 && strings.HasPrefix(u.Name, "block_") {
					blocks[u.Name] = true
					add(u.Name)
				} else {
					add(text)
				}
				return
			}
			if seen[u] {
				return
			}
			seen[u] = true
			for _, r := range c.model.Relations {
				if r.Kind == Assign && r.Target.Op == OpVariable && r.Target.Variable == u {
					visit(r.Value)
				}
			}
		})
	}
	visit(&Expr{Op: OpVariable, Random: true, Variable: v})
	if len(names) > 1 && len(vectors) == 1 && !product {
		one := true
		for _, name := range names {
			for u := range vectors {
				one = one && (name == u.Name || strings.HasPrefix(name, u.Name+"["))
			}
		}
		if one {
			return nil
		}
	}
	if product && len(names) == 1 {
		names = append(names, "itself")
	}
	for i, name := range names {
		if blocks[name] {
			names[i] = "the block of " + strings.Join(strings.Split(strings.TrimPrefix(name, "block_"), "_"), ", ")
		}
	}
	return names
}

// randomParts counts the arguments of a function that are random.
func randomParts(x *Expr) (n int) {
	if x.Op != OpCall {
		return 0
	}
	for _, a := range x.Args {
		if a.Random {
			n++
		}
	}
	return n
}

// additive tells whether a function of several random values is one of their sum or difference, which are
// linear themselves.
func (c *checker) additive(x *Expr) bool {
	switch x.Fun {
	case "+", "-", ">", "<", ">=", "<=", "dot", "component":
	default:
		return false
	}
	linear := true
	for _, a := range x.Args {
		a.Walk(func(y *Expr) {
			if y.Op != OpCall || !y.Random {
				return
			}
			switch y.Fun {
			case "+", "-", "neg", "dot", "component":
			case "*":
				linear = linear && randomParts(y) < 2
			case "/":
				linear = linear && !y.Args[1].Random
			default:
				linear = false
			}
		})
	}
	return linear
}
