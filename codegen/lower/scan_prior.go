package lower

import (
	"math"
	"reflect"
	"slices"

	"mpc/codegen/code"
	"mpc/factor/families"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// An origin says how far from the middle of a prior a draw is.
type origin int

const (
	anywhere origin = iota // a draw
	typical                // at the start of a chain: no further out than a chain recovers from
	wide                   // in its place, where that is not possible
)

// startVariable lowers the first value of a variable: what the model says, of all chains or of this one, or a draw.
func (f *chain) startVariable(u *message.Update, k int, inits []model.Init) {
	if len(inits) == 0 {
		f.drawVariable(u, k, u.Sampled.Variables[k], typical)
		return
	}
	in, chains := inits[0], f.Loops.Message.Sampling.Model.File.Starts
	if in.Chain == 0 || len(inits) == 1 && len(f.Loops.Message.Sampling.Inits(u.Sampled.Variables[k])) == chains {
		f.startGiven(u, k, in.Dist)
		return
	}
	is := f.apply("==", f.apply("%", f.load("number", f.stateOf("number")), whole(chains)), whole(in.Chain-1))
	f.choose(is, func() { f.startGiven(u, k, in.Dist) }, func() { f.startVariable(u, k, inits[1:]) })
}

// startGiven lowers a first value that the model says.
func (f *chain) startGiven(u *message.Update, k int, dist *model.Dist) {
	d := u.Sampled
	v := d.Variables[k]
	if dist = dist.OfElement(d.At); dist.Point() == nil {
		f.drawPrior(u, k, dist, anywhere)
		return
	}
	if v.Type.Dimensions > 0 {
		f.copyVector(d, k, f.realSlice(dist.Args[0]))
		if d.Seen != nil {
			f.keepSeen(d, k)
		}
		return
	}
	f.store(f.slot(d, k), f.typed(v, dist.Args[0]))
}

// drawVariable lowers a draw of one of the variables from its prior. At the start of a chain it is dispersed no
// more than a chain recovers from.
func (f *chain) drawVariable(u *message.Update, k int, v *model.Variable, from origin) {
	for _, t := range u.Sampled.Prior {
		if t.Factor.Drawn.Variable != v {
			continue
		}
		f.instances(t, nil, func([]code.Operand) []code.Operand {
			draw := func() {
				f.drawPrior(u, k, t.Dist, from)
				f.checkDrawn(u, k, t.Dist)
			}
			if from == typical && u.Sampled.Method == conditional.Forward {
				f.whereParameters(t.Dist, draw)
				return nil
			}
			f.checkParameters(u, t.Dist)
			draw()
			return nil
		})
	}
}

// whereParameters draws where what is drawn makes parameters of a distribution. At the start of a chain a variable that is drawn
// anew for each draw that is kept may lack them: conditions, as that a scale is above 0, do not count yet.
func (f *chain) whereParameters(dist *model.Dist, draw func()) {
	for _, is := range f.inDomain(dist) {
		next := draw
		draw = func() { f.choose(is(), next, nil) }
	}
	draw()
}

// checkParameters makes an error of values that are drawn and are no parameters of a distribution.
func (f *chain) checkParameters(u *message.Update, dist *model.Dist) {
	for _, is := range f.inDomain(dist) {
		f.choose(is(), nil, func() { f.faultAt("Improper", u.ID, u.Sampled.At) })
	}
}

// inDomain are the conditions that values which are drawn are parameters of a distribution.
func (f *chain) inDomain(dist *model.Dist) (list []func() code.Operand) {
	for i, name := range dist.Names {
		e := dist.Args[i]
		low, high, closed, known := model.Domain(dist.Name, name)
		if !known || !e.Random || e.Type.Dimensions > 0 || e.Op == model.OpList || e.Type.Kind == model.Bool {
			continue
		}
		least, most := ">", math.MaxFloat64
		if closed {
			least = ">="
		}
		if !math.IsInf(high, 1) {
			most = high
		}
		if log := dist.Linked(e, "exp"); log != nil { // its exp may be outside of what a number holds
			list = append(list, func() code.Operand {
				x := f.real(log)
				return f.both(func() code.Operand { return f.apply(">=", x, real(-math.MaxFloat64)) }, func() code.Operand { return f.apply("<=", x, real(math.MaxFloat64)) })
			})
			continue
		}
		list = append(list, func() code.Operand {
			x := f.real(e)
			return f.both(func() code.Operand { return f.apply(least, x, real(low)) }, func() code.Operand { return f.apply("<=", x, real(most)) })
		})
	}
	return list
}

// checkDrawn makes an error of a number that was drawn and is none: of a normal of the precision 0, say.
func (f *chain) checkDrawn(u *message.Update, k int, dist *model.Dist) {
	v := u.Sampled.Variables[k]
	if v.Type.Kind != model.Real || v.Type.Dimensions > 0 || !slices.ContainsFunc(dist.Args, func(e *model.Expr) bool { return e.Op != model.OpNumber }) {
		return
	}
	x := f.load("x", f.slot(u.Sampled, k))
	f.choose(f.apply("==", f.apply("-", x, x), real(0)), nil, func() { f.faultAt("NotFinite", u.ID, u.Sampled.At) })
}

// drawPrior lowers a draw of the k-th variable from a distribution.
func (f *chain) drawPrior(u *message.Update, k int, dist *model.Dist, from origin) {
	if draw := dist.Draw(); draw != nil {
		f.drawByRow(u, k, dist, draw, from)
		return
	}
	draw := priorDraws[dist.Name]
	if draw == nil {
		notYet("a draw from %s", dist.Name)
	}
	draw(f, u, k, dist, from)
}

// priorDraws are the draws from distributions that have no row, by name.
var priorDraws = map[string]func(f *chain, u *message.Update, k int, dist *model.Dist, from origin){
	model.Given: (*chain).drawGiven,
	"point": func(f *chain, u *message.Update, k int, dist *model.Dist, _ origin) {
		f.store(f.slot(u.Sampled, k), f.typed(u.Sampled.Variables[k], dist.Arg("value")))
	},
	"polyagamma": func(f *chain, u *message.Update, k int, dist *model.Dist, _ origin) { f.drawPolyaGamma(u, k, dist) },
	"dirichlet": func(f *chain, u *message.Update, k int, dist *model.Dist, _ origin) {
		f.drawVector(u, k, f.realSlice(dist.Arg("alpha")))
	},
	"multinomial": (*chain).drawMultinomial,
	"mvnormal": func(f *chain, u *message.Update, k int, dist *model.Dist, from origin) {
		f.priorOfVector(u, f.realSlice(dist.Arg("mean")), dist)
		if from != anywhere {
			f.works("Tame")
		}
		f.drawSeen(u, k)
	},
	"wishart": func(f *chain, u *message.Update, k int, dist *model.Dist, _ origin) { f.drawMatrixPrior(u, k, dist) },
}

func (f *chain) drawMultinomial(u *message.Update, k int, dist *model.Dist, _ origin) {
	to, n := f.valueOfElement(u.Sampled, k)
	trials, p := f.whole(dist.Arg("n")), f.realSlice(dist.Arg("p"))
	list := code.Array{Elem: code.Real}
	r := f.lowering.vectorDistribution("DrawMultinomial", written("to", code.Whole, code.Write), param("n", code.Whole), param("trials", code.Whole), param("p", list))
	ok := f.drawFrom(u.Sampled, k, r, to, n, trials, p)[0]
	f.choose(ok, nil, func() { f.faultAt("Improper", u.ID, u.Sampled.At) })
}

// drawByRow lowers a draw by a function of the row of a distribution. At the start of a chain a number of a distribution
// that says nothing of that is the middle one of three draws.
func (f *chain) drawByRow(u *message.Update, k int, dist *model.Dist, draw *model.Applied, from origin) {
	median := from == typical && reflect.TypeOf(draw.Function).Out(0) == reflect.TypeFor[float64]()
	if from != anywhere {
		if start := dist.Start(from == wide); start != nil {
			draw, median = start, false
		}
	}
	t := reflect.TypeOf(draw.Function)
	var args []code.Operand
	for i, e := range draw.Args {
		if t.In(1+i) == reflect.TypeFor[[]float64]() {
			args = append(args, f.realSlice(e))
		} else {
			args = append(args, f.taken(t.In(1+i), e))
		}
	}
	name := mcmc.FunctionName(draw.Function)
	switch {
	case t.NumOut() > 1:
		f.drawProbable(u, k, name, args[0])
	case median:
		f.drawMedian(u, k, name, args...)
	default:
		f.drawNumber(u, k, name, args...)
		if t.Out(0) == reflect.TypeFor[int]() { // -1 is drawn of parameters that are none
			x := f.load("x", f.slot(u.Sampled, k))
			f.choose(f.apply(">=", x, whole(0)), nil, func() { f.faultAt("Improper", u.ID, u.Sampled.At) })
		}
	}
}

// drawPolyaGamma lowers a draw of what a truth, or a count of them, was given.
func (f *chain) drawPolyaGamma(u *message.Update, k int, dist *model.Dist) {
	if dist.Arg("trials") == nil {
		f.drawNumber(u, k, "DrawPolyaGamma", real(1), f.real(dist.Arg("logit")))
		return
	}
	n, count := f.whole(dist.Arg("trials")), f.whole(dist.Arg("seen"))
	possible := f.both(func() code.Operand { return f.apply(">=", count, whole(0)) }, func() code.Operand { return f.apply("<=", count, n) })
	f.choose(possible, nil, func() { f.faultAt("Contradiction", u.ID, u.Sampled.At) })
	f.choose(f.apply(">", n, whole(0)), func() {
		f.drawNumber(u, k, "DrawPolyaGamma", f.apply("real", n), f.real(dist.Arg("logit")))
	}, nil)
}

// drawNumber lowers a draw of a number by a function of package mcmc.
func (f *chain) drawNumber(u *message.Update, k int, name string, args ...code.Operand) {
	f.store(f.slot(u.Sampled, k), f.drawFrom(u.Sampled, k, f.sampler(u, k, name, args...), args...)[0])
}

// drawMedian lowers the middle one of three draws of a number.
func (f *chain) drawMedian(u *message.Update, k int, name string, args ...code.Operand) {
	r := f.sampler(u, k, name, args...)
	var draws []code.Operand
	for range 3 {
		draws = append(draws, f.drawFrom(u.Sampled, k, r, args...)[0])
	}
	f.store(f.slot(u.Sampled, k), f.call("median", f.lowering.mcmc("Median", code.Real, code.Real, code.Real, code.Real), draws...))
}

// sampler is the row of a function of package mcmc that draws the k-th variable.
func (f *chain) sampler(u *message.Update, k int, name string, args ...code.Operand) *code.Row {
	var params []*code.Param
	for i, x := range args {
		params = append(params, param(string(rune('a'+i)), x.Type()))
	}
	t := code.Type(code.Whole)
	switch u.Sampled.Variables[k].Type.Kind {
	case model.Real:
		t = code.Real
	case model.Bool:
		t = code.Truth
	}
	return f.lowering.distribution(name, types(t), params...)
}

// drawProbable lowers a draw of a whole number by weights, of which some must be above 0.
func (f *chain) drawProbable(u *message.Update, k int, name string, weights code.Operand) {
	d := u.Sampled
	r := f.lowering.distribution(name, types(code.Whole, code.Truth), param("weights", weights.Type()))
	drawn := f.drawFrom(d, k, r, weights)
	f.choose(drawn[1], func() { f.store(f.slot(d, k), drawn[0]) }, func() { f.faultAt("Improper", u.ID, d.At) })
}

// drawGiven lowers a draw from a distribution that the data give.
func (f *chain) drawGiven(u *message.Update, k int, dist *model.Dist, from origin) {
	e := dist.Given()
	part := func(name string) code.Operand {
		v := f.value("x", code.Real)
		f.emit(&code.Part{Of: f.datum(e), Field: name}, v)
		return v
	}
	row := mcmc.Row(e.Type.Family)
	if row == nil || row.Given == nil {
		notYet("a draw from a given %s", e.Type.Family)
	}
	form := row.Given
	if start := (map[origin]*mcmc.GivenStart{typical: form.Starts, wide: form.Wide}[from]); start != nil {
		var args []code.Operand
		for _, name := range start.Fields {
			args = append(args, part(name))
		}
		if last := len(args) - 1; start.Last != nil {
			args[last] = f.call("precision", f.lowering.mcmc(mcmc.FunctionName(start.Last), code.Real, code.Real), args[last])
		}
		f.drawNumber(u, k, mcmc.FunctionName(start.Draw), args...)
		return
	}
	x, name := f.datum(e), mcmc.FunctionName(form.Draw)
	switch fam := families.Named(e.Type.Family); {
	case fam.Dimensions() > 0:
		to, n := f.valueOfElement(u.Sampled, k)
		r := f.lowering.vectorDistribution(name, written("to", code.Real, code.Update), param("n", code.Whole), param("given", x.Type()))
		ok := f.drawFrom(u.Sampled, k, r, to, n, x)[0]
		f.choose(ok, nil, func() { f.faultAt("Improper", u.ID, u.Sampled.At) })
	case fam.Vector():
		f.drawProbable(u, k, name, f.vectorPart(x, form.Of))
	case form.Of != "":
		f.drawNumber(u, k, name, f.call("p", f.lowering.method(x.Type(), form.Of, types(code.Real)), x))
	default:
		f.drawNumber(u, k, name, x)
	}
}
