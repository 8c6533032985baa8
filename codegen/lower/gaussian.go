package lower

import (
	"fmt"
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// The functions of a latent Gaussian model, as package latent asks for them: which normals are tied, what is said of
// them, and the log density where they stand.

// A Gaussian is what the code of such a model has.
type Gaussian struct {
	// Ties notes which normals are tied, Say says what the rows do, Density is the log density of all but sites.
	// Prior is that of the priors of hyperparameters, nil where it is not asked for.
	Ties, Say, Density, Prior *code.Row
	// Others are the log densities of instances of factors that package latent has no likelihood for, by factor.
	Others   []*Other
	Hypers   []Hyper
	Matrices []Matrix
	// Normals are the variables that are normals given these, in the order in which values of them stand; Parts are the names of
	// what they are in the model.
	Normals []*model.Variable
	Parts   []string
	// Singles are the variables whose elements are integrated by themselves, Jointly all that the joint posterior is of.
	Singles, Jointly []*model.Variable
	// Power is the share of a site's density that an update takes.
	Power float64
	// Drawable are all that draws from it have values of, and Predict draws those of them that it is not of; nil where there are none.
	Drawable []*model.Variable
	Predict  *code.Row
	// Observed are the statements that see data, Observe says their instances; nil where the package does not leave these out.
	Observed []*Observed
	Observe  *code.Row
}

// A Hyper is a hyperparameter, with what it is above and below.
type Hyper struct {
	Of        *model.Variable
	Low, High Bound
}

// A Matrix is a matrix of hyperparameters: functions give the freedom of its wishart, and the scale, or the inverse of it.
type Matrix struct {
	Of        *model.Variable
	Df, Scale *code.Row
	Inverse   bool
}

// A Bound is a number, or what a function computes.
type Bound struct {
	Row    *code.Row
	Number float64
}

// An Other is the log density of an instance of a factor: a function of its loop indices, and of the combination.
type Other struct {
	Factor *conditional.Factor
	Answer *conditional.Answer // nil of a density
	Beside bool                // of a density of a combination and of a number that is integrated by itself
	Row    *code.Row
}

// Indices is how many loop indices it is a function of, and Numbers of how many numbers that stand side by side, 0 of one that is
// the combination itself.
func (o *Other) Indices() int { return len(o.Factor.Loops) }

func (o *Other) Numbers() int {
	switch {
	case o.Beside:
		return 2
	case o.Answer == nil:
		return 0
	}
	return len(o.Answer.Stands)
}

// gaussian lowers these functions.
func (l *lowering) gaussian() {
	u := l.Loops.Message.Integral()
	if u == nil {
		return
	}
	l.Scan = &Scan{factors: map[string]*conditional.Factor{}}
	l.Gaussian = &Gaussian{Power: u.Gaussian.Power()}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unlowered:
			l.Unlowered["posterior"] = r
		default:
			panic(r)
		}
	}()
	l.Gaussian.Ties = l.plainFunction("ties", nil, func(f *chain) code.Operand { f.pattern(u); return nil })
	l.Gaussian.Say = l.plainFunction("say", nil, func(f *chain) code.Operand { f.sayRows(u, u.Gaussian.Rows(), nil); return nil })
	l.Gaussian.Density = l.gaussianDensity("density", u.Gaussian.Densities())
	if len(u.Gaussian.Hyper) > 0 && len(u.Gaussian.Matrices) == 0 {
		l.Gaussian.Prior = l.gaussianDensity("prior", u.Gaussian.PriorDensities())
	}
	for k, d := range u.Gaussian.Hyper {
		low, high := u.Gaussian.Bounds(d)
		l.Gaussian.Hypers = append(l.Gaussian.Hypers, Hyper{d.Variable(), l.bound(fmt.Sprintf("low%d", k), low, math.Inf(-1)), l.bound(fmt.Sprintf("high%d", k), high, math.Inf(1))})
	}
	for k, d := range u.Gaussian.Matrices {
		df, scale, inverse := d.MatrixPrior()
		l.Gaussian.Matrices = append(l.Gaussian.Matrices, Matrix{d.Variable(),
			l.plainFunction(fmt.Sprintf("df%d", k), types(code.Real), func(f *chain) code.Operand { return f.real(df) }),
			l.plainFunction(fmt.Sprintf("scale%d", k), types(code.Array{Elem: code.Real}), func(f *chain) code.Operand { return f.realSlice(scale) }),
			inverse})
	}
	for _, d := range u.Gaussian.Parts() {
		l.Gaussian.Normals = append(l.Gaussian.Normals, d.Variable())
		l.Gaussian.Parts = append(l.Gaussian.Parts, u.Gaussian.Shown(d).Name)
	}
	for _, d := range u.Gaussian.Singles {
		l.Gaussian.Singles = append(l.Gaussian.Singles, d.Variable())
	}
	l.Gaussian.Jointly, l.Gaussian.Drawable = u.Gaussian.Jointly(), u.Gaussian.Drawable()
	if l.HasJoint() && len(u.Gaussian.Predictions) > 0 {
		l.Gaussian.Predict = l.chainFunction("predict", l.predicted(u), func(f *chain) { f.predict(u) })
	}
	if LeavesOut(l.Loops) {
		l.leftOut(u)
	}
	l.declareGaussian()
	l.integral(u)
}

// declareGaussian says what these functions are in the package.
func (l *lowering) declareGaussian() {
	adds := func(r *code.Row, name, doc string) {
		if r != nil {
			l.adds(Posteriors.has(name, doc).on(OfJoint), r)
		}
	}
	g := l.Gaussian
	for k, h := range g.Hypers {
		adds(h.Low.Row, fmt.Sprintf("low%d", k), "is the lower bound of "+h.Of.Name+".")
		adds(h.High.Row, fmt.Sprintf("high%d", k), "is the upper bound of "+h.Of.Name+".")
	}
	for k, m := range g.Matrices {
		adds(m.Df, fmt.Sprintf("df%d", k), "is the freedom of the prior of "+m.Of.Name+".")
		adds(m.Scale, fmt.Sprintf("scale%d", k), map[bool]string{false: "is the scale of that.", true: "is the inverse of its scale."}[m.Inverse])
	}
	adds(g.Ties, "ties", "finds which normals are tied to each other.")
	adds(g.Say, "say", "says all that is said of the normals, in the order of ties.")
	adds(g.Density, "LogDensity", "is the log density where the normals stand, of all but the sites.")
	adds(g.Predict, "predict", "draws what nothing reads around the values of all others.")
	adds(g.Prior, "LogPrior", "is the log density of the hyperparameters by their priors.")
	for k, o := range g.Others {
		adds(o.Row, fmt.Sprintf("logDensity%d", k), fmt.Sprintf("is that of %s, line %d.", o.Factor.Text, o.Factor.At.Line))
	}
	adds(g.Observe, "observe", "says all observations.")
	for k, o := range g.Observed {
		if o.Below == nil {
			continue
		}
		adds(o.Below, fmt.Sprintf("below%d", k), fmt.Sprintf("is that of %s, line %d.", o.Seen.Factor.Text, o.Seen.Factor.At.Line))
	}
}

// gaussianDensity lowers the log density of terms, where the normals stand.
func (l *lowering) gaussianDensity(name string, terms []*conditional.Term) *code.Row {
	return l.plainFunction(name, types(code.Real), func(f *chain) code.Operand {
		sum := code.Operand(real(0))
		log := func(t *conditional.Term) code.Operand {
			switch {
			case t.Log != nil:
				return f.real(t.Log)
			case t.Mass != nil:
				return f.mass(t.Mass)
			}
			return f.logDensity(t.X, t.Dist)
		}
		for _, t := range terms {
			f.drawing.sums = []string{"sum"}
			sum = f.instances(t, []code.Operand{sum}, func(s []code.Operand) []code.Operand {
				x := log(t)
				if t.Times != nil {
					x = f.apply("*", f.real(t.Times), x)
				}
				return []code.Operand{f.addTo(s[0], x)}
			})[0]
		}
		return sum
	})
}

// bound lowers a bound that the data give.
func (l *lowering) bound(name string, e *model.Expr, none float64) Bound {
	switch {
	case e == nil:
		return Bound{Number: none}
	case e.Op == model.OpNumber:
		return Bound{Number: e.Value}
	}
	return Bound{Row: l.plainFunction(name, types(code.Real), func(f *chain) code.Operand { return f.real(e) })}
}

// plainFunction makes a function that has no stream of random numbers, and gives what its body does.
func (l *lowering) plainFunction(name string, results []code.Type, body func(f *chain) code.Operand, params ...*code.Param) *code.Row {
	f := &chain{l.function(name)}
	f.row.Params, f.row.Results = params, results
	for _, p := range params {
		f.names[p.Value.Name]++
	}
	f.drawing = &drawing{steady: map[*loops.Table]code.Operand{}, first: &code.Block{}}
	if x := body(f); x != nil {
		f.gives(x)
	}
	f.row.Body.Stmts = append(f.drawing.first.Stmts, f.row.Body.Stmts...)
	f.release()
	l.Rows = append(l.Rows, f.row)
	return f.row
}

// sitesOf is the place of the sites of a latent Gaussian model.
func (l *lowering) sitesOf(u *message.Update) *code.Place {
	if l.state["sites"] == nil {
		l.state["sites"] = l.declare(&code.Table{Name: "sites", Type: l.handle("latent", "Sites"), Keep: code.State}, Source{InChain: InChain{Block: u}, What: "sites"})
	}
	return &code.Place{Table: l.state["sites"]}
}

// saySite lowers what a factor says that is no normal density, of the combination whose slopes are set.
func (f *chain) saySite(u *message.Update, r *conditional.Row) {
	if r.Site.Single != nil {
		f.saySingle(u, r)
		return
	}
	z := f.real(r.Rest)
	if a := r.Site.Answer; a != nil {
		row := code.Operand(whole(0))
		if a.Kind != conditional.Part {
			row = f.other(u, r)
		}
		f.asks(f.sitesOf(u), "Ask", []code.Operand{f.blockOf(u), z, row, f.positionOf(a.Variable, a.At), whole(int(a.Kind))})
		return
	}
	say := func(method string, data ...code.Operand) {
		f.asks(f.sitesOf(u), method, append([]code.Operand{f.blockOf(u), z}, data...))
	}
	switch kind, x := r.Likelihood(), r.Term.X; kind {
	case "Interval":
		low, high := r.Site.Bounds()
		say(kind, real(low), real(high))
	case "Logit", "Probit":
		say(kind, f.truth(x))
	case "Poisson":
		say(kind, f.whole(x))
	case "BinomialLogit":
		say(kind, f.whole(x), f.whole(r.Term.Dist.Arg("n")))
	default:
		if mass := r.Term.Mass; mass != nil {
			say("Between", f.other(u, r), f.real(mass.Args[0]), f.real(mass.Args[1]))
			return
		}
		if r.Steps() {
			say("Stepped", f.other(u, r))
			return
		}
		say("Other", f.other(u, r))
	}
}

// mass lowers the log probability of an interval.
func (f *chain) mass(of *model.Applied) code.Operand {
	return f.applied(&model.Applied{Function: of.Function, Args: of.Args[1:]}, of.Args[0])
}

// saySingle lowers what a factor says of a number that is integrated by itself, or asks of it.
func (f *chain) saySingle(u *message.Update, r *conditional.Row) {
	args := []code.Operand{f.blockOf(u), f.singleNumber(u, r)}
	switch at := f.real(r.Rest); r.Site.Bound {
	case ">":
		f.asks(f.sitesOf(u), "Cut", append(args, at, real(math.Inf(1))))
		return
	case "<":
		f.asks(f.sitesOf(u), "Cut", append(args, real(math.Inf(-1)), at))
		return
	}
	if r.Site.Beside() {
		f.asks(f.sitesOf(u), "Beside", []code.Operand{args[0], f.real(r.Rest), args[1], f.other(u, r)})
		return
	}
	args = append(args, f.other(u, r))
	low, high, prior := r.Ends()
	switch a := r.Site.Answer; {
	case a != nil:
		f.asks(f.sitesOf(u), "AskSingle", append(args, f.positionOf(a.Variable, a.At), whole(int(a.Kind))))
	case prior:
		f.asks(f.sitesOf(u), "Single", append(args, f.end(low, math.Inf(-1)), f.end(high, math.Inf(1))))
	default:
		f.asks(f.sitesOf(u), "Tell", args)
	}
}

// singleNumber is the number of the element, integrated by itself, that a row reads.
func (f *chain) singleNumber(u *message.Update, r *conditional.Row) code.Operand {
	v, number := r.Site.Single.Variable, code.Operand(whole(0))
	for _, d := range u.Gaussian.Singles {
		if d.Variable() == v {
			break
		}
		number = f.plus(number, f.countOf(d.Variable()))
	}
	return f.plus(number, f.positionOf(v, r.Site.Single.Args))
}

// end is that of a prior, which may have none.
func (f *chain) end(e *model.Expr, none float64) code.Operand {
	if e == nil {
		return real(none)
	}
	return f.real(e)
}

// other is the number of an instance of a factor, by which its log density is asked for.
func (f *chain) other(u *message.Update, r *conditional.Row) code.Operand {
	k := slices.IndexFunc(f.Gaussian.Others, func(o *Other) bool { return o.Factor == r.Term.Factor })
	if k < 0 {
		k = len(f.Gaussian.Others)
		f.Gaussian.Others = append(f.Gaussian.Others, f.lowering.otherDensity(r, k))
	}
	if len(r.Term.Loops) > maxIndices {
		notYet("a site in %d loops", len(r.Term.Loops))
	}
	args := []code.Operand{whole(k)}
	for i := range maxIndices {
		if i < len(r.Term.Loops) {
			args = append(args, f.index(r.Term.Loops[i].Index))
		} else {
			args = append(args, whole(0))
		}
	}
	if f.state["others"] == nil {
		f.state["others"] = f.declare(&code.Table{Name: "others", Type: f.lowering.handle("latent", "Instances"), Keep: code.State}, Source{InChain: InChain{Block: u}, What: "others"})
	}
	return f.asks(&code.Place{Table: f.state["others"]}, "Add", args, code.Whole)[0]
}

// maxIndices is how many loops there are around a factor whose instances are numbered.
const maxIndices = 3

// combinationNames are those of several combinations that a function reads.
var combinationNames = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

// otherDensity lowers the log density of an instance of a factor.
func (l *lowering) otherDensity(r *conditional.Row, k int) *Other {
	at, known := []*code.Param{param("combination", code.Real)}, map[*model.Variable]code.Operand{}
	known[r.Site.At] = at[0].Value
	if v := r.Site.Value; v != nil {
		at = append(at, param("value", code.Real))
		known[v] = at[1].Value
	}
	if a := r.Site.Answer; a != nil && a.Stands != nil {
		at = nil
		for k, v := range a.Stands {
			at = append(at, param(combinationNames[k], code.Real))
			known[v] = at[k].Value
		}
	}
	params := at
	for _, loop := range r.Term.Loops {
		params = append(slices.Clone(params), l.indexParam(loop.Index, params...))
	}
	params = params[len(at):]
	row := l.plainFunction(fmt.Sprintf("other%d", k), types(code.Real), func(f *chain) code.Operand {
		for i, loop := range r.Term.Loops {
			f.scope.indices[loop.Index] = params[i].Value
		}
		f.drawing.known = known
		f.about(r.Term.Factor)
		switch a := r.Site.Answer; {
		case a == nil && r.Term.Mass != nil:
			return f.mass(r.Term.Mass)
		case a == nil && r.Term.Log != nil:
			return f.real(r.Term.Log)
		case a == nil:
		case a.Whole != nil:
			return f.apply("-", f.mass(a.Mass), f.mass(a.Whole))
		case a.Mass != nil:
			return f.mass(a.Mass)
		case a.Expr == nil:
			return at[0].Value
		default:
			return f.real(a.Expr)
		}
		return f.logDensity(r.Term.X, r.Term.Dist)
	}, append(slices.Clone(params), at...)...)
	return &Other{r.Term.Factor, r.Site.Answer, r.Site.Beside(), row}
}
