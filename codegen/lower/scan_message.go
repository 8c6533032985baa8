package lower

import (
	"mpc/codegen/code"
	"mpc/message/conditional"
	"mpc/model"
)

// say adds a message to natural parameters, as often as its factor counts.
func (f *chain) say(t *conditional.Term, a, b code.Operand) (code.Operand, code.Operand) {
	var times code.Operand
	if t.Times != nil {
		times = f.real(t.Times)
	}
	add := func(to, x code.Operand) code.Operand {
		if times != nil {
			x = f.apply("*", times, x)
		}
		return f.apply("+", to, x)
	}
	if t.Message.Given {
		x, y := f.given(t.Message)
		return add(a, x), add(b, y)
	}
	if said := saidOfMatrices[t.Message.Operator]; said != "" {
		return f.sayOfMatrix(t, said, times, a, b)
	}
	r, args := f.messageOf(t.Message)
	if times == nil {
		return f.added(r, a, b, args)
	}
	x, y := f.added(r, real(0), real(0), args)
	return add(a, x), add(b, y)
}

// saidOfMatrices are the methods of VectorWork for messages that read vectors.
var saidOfMatrices = map[string]string{"GammaMvNormal": "SayNormal", "InverseGammaMvNormal": "SayNormalCovariance", "GammaWishartScale": "SayWishart", "GammaWishartInverse": "SayWishartInverse"}

// sayOfMatrix adds the message of a distribution of vectors or matrices to natural parameters.
func (f *chain) sayOfMatrix(t *conditional.Term, method string, times, a, b code.Operand) (code.Operand, code.Operand) {
	_, args := f.argumentsOf(t.Message)
	if times == nil {
		x := f.asks(f.vectorWork(), method, append([]code.Operand{a, b}, args...), code.Real, code.Real)
		return x[0], x[1]
	}
	x := f.asks(f.vectorWork(), method, append([]code.Operand{real(0), real(0)}, args...), code.Real, code.Real)
	return f.apply("+", a, f.apply("*", times, x[0])), f.apply("+", b, f.apply("*", times, x[1]))
}

// added are the natural parameters that an operator makes of others.
func (f *chain) added(r *code.Row, a, b code.Operand, args []code.Operand) (code.Operand, code.Operand) {
	x, y := f.value(f.drawing.sums[0], code.Real), f.value(f.drawing.sums[1], code.Real)
	f.emit(&code.Call{Row: r, Args: append([]code.Operand{a, b}, args...)}, x, y)
	return x, y
}

// messageOf is the row of the operator of a message, and its arguments.
func (f *chain) messageOf(m *conditional.Message) (*code.Row, []code.Operand) {
	operator, args := f.argumentsOf(m)
	params := []*code.Param{param("a", code.Real), param("b", code.Real)}
	for k, x := range args {
		params = append(params, param(string(rune('c'+k)), x.Type()))
	}
	return f.lowering.row(lowerFirst(operator), Callee{Kind: Function, Name: "operators." + operator}, types(code.Real, code.Real), params...), args
}

// argumentsOf are the arguments of an operator, and its name.
func (f *chain) argumentsOf(m *conditional.Message) (operator string, args []code.Operand) {
	operator, values := simpler(m)
	for k, e := range values {
		var x code.Operand
		switch {
		case e.Type.Dimensions > 0 || e.Op == model.OpList:
			x = f.realSlice(e)
		case operator == "BetaTruth":
			x = f.truth(e)
		case operator == "BetaCount", operator == "GammaCount" && k == 0:
			x = f.whole(e)
		default:
			x = f.real(e)
		}
		args = append(args, x)
	}
	return operator, args
}

// simpler is the operator of a message with its arguments, of those that give the same
// numbers the one that computes least.
func simpler(m *conditional.Message) (string, []*model.Expr) {
	if m.Operator != "NormalResidual" {
		return m.Operator, m.Args
	}
	rest, slope, precision := m.Args[0], m.Args[1], m.Args[2]
	switch {
	case slope.IsNumber(1):
		return "NormalValue", []*model.Expr{rest, precision}
	case slope.IsNumber(-1):
		return "NormalValue", []*model.Expr{opposite(rest), precision}
	case negated(rest) && negated(slope):
		return m.Operator, []*model.Expr{opposite(rest), opposite(slope), precision}
	}
	return m.Operator, m.Args
}

// negated tells whether an expression is minus another.
func negated(e *model.Expr) bool { return e.Op == model.OpCall && e.Fun == "neg" }

// opposite is minus an expression.
func opposite(e *model.Expr) *model.Expr {
	switch {
	case negated(e):
		return e.Args[0]
	case e.Op == model.OpNumber:
		n := *e
		n.Value = 0 - e.Value
		return &n
	}
	return model.Call("neg", e.Type, e)
}

// given are the natural parameters of a distribution that the data give.
func (f *chain) given(m *conditional.Message) (x, y code.Operand) {
	d := f.datum(m.Args[0])
	part := func(name string, less float64) code.Operand {
		v := f.value("x", code.Real)
		f.emit(&code.Part{Of: d, Field: name}, v)
		switch {
		case less > 0:
			return f.apply("-", v, real(less))
		case less < 0:
			return f.apply("+", v, real(-less))
		}
		return v
	}
	switch m.Operator {
	case "GivenNormal":
		return part("H", 0), part("P", 0)
	case "GivenGamma":
		return part("Shape", 1), part("Rate", 0)
	case "GivenInverseGamma":
		return part("Shape", -1), part("Rate", 0)
	case "GivenBeta":
		return part("A", 1), part("B", 1)
	}
	notYet("a message %s", m.Operator)
	return nil, nil
}
