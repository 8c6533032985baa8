package codegen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mpc/model"
)

// An env says how the leaves of data expressions are printed.
type env struct {
	g *generator
	f *function
	// dims are the indices that OpDim stands for.
	dims []string
	// inline keeps positions inside the expression: those of a loop in it mean
	// nothing outside.
	inline bool
}

// whole prints an expression as a Go int.
func (v env) whole(e *model.Expr) string {
	switch e.Op {
	case model.OpNumber:
		return strconv.FormatInt(int64(e.Value), 10)
	case model.OpDim:
		return v.dims[e.Dim]
	case model.OpIndex:
		return v.f.index(e.Index)
	case model.OpInput:
		return v.f.input(e.Input, e.Args, v)
	case model.OpVariable:
		s := v.f.load(v.g.program.Constants[e.Variable], e.Args, v)
		if e.Type.Kind == model.Real {
			return "int(" + s + ")"
		}
		return s
	case model.OpReduce:
		return v.reduce(e)
	}
	if e.Fun == "some" {
		return v.f.some(e.Args[0].Input)
	}
	if e.Fun == model.Choose {
		return v.choose("int", e, v.whole)
	}
	if e.Fun == "component" {
		return v.component(e, "int", v.whole)
	}
	a := make([]string, len(e.Args))
	for i, x := range e.Args {
		if !wholeType(x) {
			return "int(" + v.real(e) + ")"
		}
		a[i] = v.whole(x)
	}
	switch e.Fun {
	case "neg":
		return "-" + group(a[0])
	case "+", "-", "*":
		return group(a[0]) + " " + e.Fun + " " + group(a[1])
	case "max", "min":
		return fmt.Sprintf("%s(%s, %s)", e.Fun, a[0], a[1])
	case "abs":
		return fmt.Sprintf("max(%s, -%s)", a[0], group(a[0]))
	}
	return "int(" + v.real(e) + ")"
}

func wholeType(e *model.Expr) bool {
	switch e.Type.Kind {
	case model.Int, model.IndexKind, model.RangeKind:
		return true
	}
	return false
}

// group puts brackets around what is not a single operand.
func group(s string) string {
	if strings.ContainsAny(s, " ") && !(strings.HasPrefix(s, "(") && closes(s)) || strings.HasPrefix(s, "-") {
		if isCall(s) {
			return s
		}
		return "(" + s + ")"
	}
	return s
}

// closes tells whether the bracket that s starts with is the one that it ends with.
func closes(s string) bool {
	depth := 0
	for i, r := range s {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// isCall tells whether s is an operand followed by bracketed parts to its end.
func isCall(s string) bool {
	i := strings.IndexAny(s, "([ ")
	return i > 0 && s[i] != ' ' && closes(s[i:]) && !strings.HasPrefix(s, "-")
}

// real prints an expression as a Go float64.
func (v env) real(e *model.Expr) string {
	if e.Type.Kind == model.Bool {
		return "engine.Truth(" + v.truth(e) + ")"
	}
	switch e.Op {
	case model.OpNumber:
		return number(e.Value)
	case model.OpInput, model.OpVariable:
		if e.Type.Kind == model.Real {
			if e.Op == model.OpInput {
				return v.f.input(e.Input, e.Args, v)
			}
			return v.f.load(v.g.program.Constants[e.Variable], e.Args, v)
		}
		return "float64(" + v.whole(e) + ")"
	case model.OpIndex, model.OpDim:
		return "float64(" + v.whole(e) + ")"
	case model.OpReduce:
		if e.Type.Kind == model.Real {
			return v.reduce(e)
		}
		return "float64(" + v.reduce(e) + ")"
	}
	if x, ok := constant(e); ok {
		return x
	}
	if e.Fun == model.Choose {
		return v.choose("float64", e, v.real)
	}
	if e.Fun == "component" {
		return v.component(e, "float64", v.real)
	}
	a := make([]string, len(e.Args))
	for i, x := range e.Args {
		a[i] = v.real(x)
	}
	switch e.Fun {
	case "real": // of a truth
		return a[0]
	case "neg":
		return "-" + group(a[0])
	case "+", "-", "*", "/":
		return group(a[0]) + " " + e.Fun + " " + group(a[1])
	case "^":
		return "math.Pow(" + a[0] + ", " + a[1] + ")"
	case "exp":
		return "math.Exp(" + a[0] + ")"
	case "log":
		return "math.Log(" + a[0] + ")"
	case "sqrt":
		return "math.Sqrt(" + a[0] + ")"
	case "abs":
		return "math.Abs(" + a[0] + ")"
	case "ceil":
		return "math.Ceil(" + a[0] + ")"
	case "sin":
		return "math.Sin(" + a[0] + ")"
	case "cos":
		return "math.Cos(" + a[0] + ")"
	case "floor":
		return "math.Floor(" + a[0] + ")"
	case "max":
		return "math.Max(" + a[0] + ", " + a[1] + ")"
	case "min":
		return "math.Min(" + a[0] + ", " + a[1] + ")"
	case "logistic":
		return "1 / (1 + math.Exp(-" + group(a[0]) + "))"
	case "logit":
		return "math.Log(" + a[0] + ") - math.Log1p(-" + group(a[0]) + ")"
	case "probit":
		return "0.5 * math.Erfc(-" + group(a[0]) + " / math.Sqrt2)"
	}
	return v.g.internal("function %s of data", e.Fun)
}

// choose prints one of two expressions, the other of which is not computed.
func (v env) choose(kind string, e *model.Expr, print func(*model.Expr) string) string {
	v.inline = true
	return fmt.Sprintf("func() %s {\nif %s {\nreturn %s\n}\nreturn %s\n}()", kind, v.truth(e.Args[0]), print(e.Args[1]), print(e.Args[2]))
}

// constant prints the value of a constant expression that is not finite, which Go
// would refuse to compile.
func constant(e *model.Expr) (string, bool) {
	args := make([]float64, len(e.Args))
	for i, a := range e.Args {
		if a.Op != model.OpNumber {
			return "", false
		}
		args[i] = a.Value
	}
	x, ok := model.Apply(e.Fun, args)
	switch {
	case !ok || len(args) == 0:
		return "", false
	case math.IsNaN(x):
		return "math.NaN()", true
	case math.IsInf(x, 1):
		return "math.Inf(1)", true
	case math.IsInf(x, -1):
		return "math.Inf(-1)", true
	}
	return "", false
}

// number prints a float64 constant.
func number(x float64) string {
	if math.IsInf(x, 0) {
		return fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, x)))
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".eI") {
		s += ".0"
	}
	return s
}

// truth prints an expression as a Go bool.
func (v env) truth(e *model.Expr) string {
	switch e.Op {
	case model.OpBool:
		return strconv.FormatBool(e.Value != 0)
	case model.OpInput:
		return v.f.input(e.Input, e.Args, v)
	case model.OpVariable:
		return v.f.load(v.g.program.Constants[e.Variable], e.Args, v)
	case model.OpReduce:
		return v.reduce(e)
	}
	if e.Fun == model.Choose {
		return v.choose("bool", e, v.truth)
	}
	if e.Fun == "component" {
		return v.component(e, "bool", v.truth)
	}
	if model.Demand(e.Fun) != "" {
		name := "dist.Is" + strings.ToUpper(e.Fun[:1]) + e.Fun[1:]
		return name + "(" + v.f.reals(e.Args[0]) + ")"
	}
	switch e.Fun {
	case "!":
		return "!" + group(v.truth(e.Args[0]))
	case "finite":
		return "engine.IsFinite(" + v.real(e.Args[0]) + ")"
	case "&&", "||":
		return group(v.truth(e.Args[0])) + " " + e.Fun + " " + group(v.truth(e.Args[1]))
	case "absent":
		return v.f.absent(e.Args[0].Input, e.Args[0].Args, v)
	case "between":
		x := v.real(e.Args[0])
		return fmt.Sprintf("%s <= %s && %s < %s", v.real(e.Args[1]), x, x, v.real(e.Args[2]))
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case x.Type.Kind == model.Bool:
		return group(v.truth(x)) + " " + e.Fun + " " + group(v.truth(y))
	case wholeType(x) && wholeType(y):
		return group(v.whole(x)) + " " + e.Fun + " " + group(v.whole(y))
	}
	return group(v.real(x)) + " " + e.Fun + " " + group(v.real(y))
}

// reduce prints a function over a range of data.
func (v env) reduce(e *model.Expr) string {
	v.inline = true
	i := v.f.index(e.Loop.Index)
	body := e.Args[0]
	loop := fmt.Sprintf("for %s := %s; %s < %s; %s++ {\n", i, v.whole(e.Loop.Lo), i, v.whole(e.Loop.Hi), i)
	fold := func(kind, start, step string) string {
		return fmt.Sprintf("func() %s {\nacc := %s\n%s%s\n}\nreturn acc\n}()", kind, start, loop, step)
	}
	kind := "float64"
	value := func() string { return v.real(body) }
	if wholeType(e) {
		kind = "int"
		value = func() string { return v.whole(body) }
	}
	switch e.Fun {
	case "sum":
		return fold(kind, kind+"(0)", "acc += "+value())
	case "count":
		return fold("int", "0", "if "+v.truth(body)+" {\nacc++\n}")
	case "all":
		return fold("bool", "true", "acc = acc && "+group(v.truth(body)))
	case "any":
		return fold("bool", "false", "acc = acc || "+group(v.truth(body)))
	case "max", "min":
		first := "math.Inf(-1)"
		if e.Fun == "min" {
			first = "math.Inf(1)"
		}
		if kind == "int" {
			first = map[string]string{"max": "math.MinInt", "min": "math.MaxInt"}[e.Fun]
		}
		return fold(kind, first, fmt.Sprintf("acc = %s(acc, %s)", e.Fun, value()))
	case "argmax":
		return fmt.Sprintf("func() int {\nacc, best := 0, math.Inf(-1)\n%sif found := %s; found > best {\nacc, best = %s, found\n}\n}\nreturn acc\n}()", loop, v.real(body), i)
	}
	return v.g.internal("%s over data", e.Fun)
}
