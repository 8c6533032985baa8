package conditional

import (
	"fmt"
	"math"
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

// A latent Gaussian model (Rue, Martino and Chopin, "Approximate Bayesian inference for latent
// Gaussian models", JRSS B 71, 2009): given a few numbers, its hyperparameters, all other variables
// are normals. Factors that are normal densities of linear combinations of these make one joint
// normal of them; another factor that reads one linear combination is a site, which says something
// normal too, found by EP. What is left is an integral over the hyperparameters.

// maxHyper is how many hyperparameters are integrated numerically.
const maxHyper = 8

// mostWork is how many multiplications a factor of the precision of all normals may take where no hyperparameter wants
// a joint posterior and the model does not ask for one: some seconds a sweep of EP.
const mostWork = 2e9

// A Gaussian is a latent Gaussian model.
type Gaussian struct {
	Model *model.Model
	// Normals are the normals, as a joint draw has them: its block has their rows, the factors
	// that read them in the order of the program. Of a site X and Dist of its Term are in terms
	// of Site.
	Normals *Draw
	// Hyper are the hyperparameters, with their priors.
	Hyper []*Draw
	// Singles are arrays whose elements are integrated one by one.
	Singles []*Draw
	// Matrices are the hyperparameters that are positive definite matrices, with their priors.
	Matrices []*Draw
	// Priors are the factors that read hyperparameters alone.
	Priors []*Factor
	// standsFor are the variables that latent arrays stand for.
	standsFor map[*model.Variable]*model.Variable
	// Cuts are bounds that conditions give hyperparameters.
	Cuts []Cut
	// Solved tells that variables are functions of others, by equations that are observed.
	Solved bool
	// Held tells that combinations are known exactly.
	Held bool
	// Predictions are variables that nothing reads, and that draws from the joint posterior are made of too.
	Predictions []*Around
	// Ties is a row that ties two normals or more, nil where each is by itself.
	Ties *Row
}

// Power is the share of a site's density that an update of EP takes.
func (g *Gaussian) Power() float64 {
	if g.Model.Power == nil {
		return 1
	}
	return g.Model.Power.Value
}

// A Refusal says why a model is no latent Gaussian model: the statement, and what is wrong.
type Refusal struct {
	At   lang.Pos
	Text string
	// Hint says what would mend it; empty where it is not known.
	Hint string
}

// BuildGaussian finds the normals and the hyperparameters of a model whose algorithm is EP.
func BuildGaussian(j *joint.Joint) (*Gaussian, *Refusal) {
	m := j.Model
	b := &builder{joint: j, whole: true, Collector: lang.Collector{File: m.File.Name, Origin: m.File.Origin}, program: &Program{Model: m, standsFor: map[*model.Variable]*model.Variable{}, described: map[*model.Variable]description{}},
		definitions: map[*model.Variable][]*definition{}, computedFrom: map[*model.Variable]map[*model.Variable]bool{}, solved: map[*model.Variable]*definition{}, given: newGiven(), copies: map[*model.Variable]*model.Variable{},
		drawnParts: map[*model.Variable]*model.Variable{}, pinned: map[*model.Variable]*definition{}}
	for _, v := range m.Variables {
		if v.Random && !v.Derived && !predicted(j, v) && !maybeCensored(j, v) && !maybeSelector(j, v) && !isResponse(j, v) && (v.Type.Kind != model.Real || v.Input != nil || v.Data != nil || len(v.Repeats) > 0 || len(v.Home) > 0) {
			return nil, &Refusal{At: v.At, Text: v.Name + " is neither a normal number nor a hyperparameter"}
		}
	}
	b.copied()
	b.define()
	b.unsplit()
	b.equations()
	for _, s := range j.Statements {
		b.factor(s)
	}
	if len(b.pinned) > 0 {
		b.unread()
	}
	b.entries()
	if list := b.List(); list.HasErrors() {
		return nil, &Refusal{At: list[0].Pos, Text: list[0].Message}
	}
	if len(b.drawnParts) > len(b.pinned) || len(b.copies) > 0 {
		return nil, &Refusal{At: m.File.Model.At, Text: "the program has a repeat, or an array that is computed in part"}
	}
	b.censor()
	if no := b.sumSelectors(); no != nil {
		return nil, no
	}
	b.program.Factors = append(b.program.Factors, b.program.Certain...) // constants, which evidence has
	for i, f := range b.program.Factors {
		f.ID = i
	}
	return b.gaussianModel()
}

// gaussianModel tells normals from hyperparameters. A number that is drawn from a normal may be
// either: it is a hyperparameter where a factor reads it otherwise than linearly.
func (b *builder) gaussianModel() (*Gaussian, *Refusal) {
	kinds, no := b.kinds()
	if no != nil {
		return nil, no
	}
	normals, hyper := kinds.normals, kinds.hyper
	for {
		g := &Gaussian{Model: b.program.Model, standsFor: b.program.standsFor, Solved: len(b.solved) > 0, Hyper: hyper, Singles: kinds.singles, Matrices: kinds.matrices, Normals: &Draw{Method: Joint, Family: "normal", Block: &Block{Parts: normals}}}
		for _, d := range normals {
			g.Normals.Variables = append(g.Normals.Variables, d.Variable())
			g.Normals.Prior = append(g.Normals.Prior, d.Prior...)
		}
		if alone := slices.Concat(g.Singles, hyper); len(normals) == 0 && len(alone) > 0 {
			g.Normals.Variables = []*model.Variable{alone[0].Variable()}
		}
		p := partsOf(normals)
		var refused *refusal
		for _, f := range b.program.Factors {
			switch {
			case f.Drawn != nil && b.predicted(f.Drawn.Variable), b.conditionOn(f), f.Unread && b.censored[f.Drawn.Variable] != nil:
				continue
			case f.Drawn != nil && b.censored[f.Drawn.Variable] != nil:
				refused = g.within(b, p, f)
			case f.ofVector() && len(p.readBy(f)) > 0:
				refused = g.addVector(b, p, f)
			default:
				refused = g.add(p, f)
			}
			if refused != nil {
				break
			}
		}
		if refused == nil {
			if no := g.answers(b); no != nil {
				return nil, no
			}
			if k := g.few(); k >= 0 {
				normals, hyper = butOne(normals, k), append(slices.Clone(hyper), normals[k])
				continue
			}
			return g.checked()
		}
		read := func(d *Draw) bool {
			v := d.Variable()
			return len(v.Dims) == 0 && v.Type.Dimensions == 0 && slices.Contains(refused.factor.variables(), v) && (refused.factor.Drawn == nil || refused.factor.Drawn.Variable != v)
		}
		k := slices.IndexFunc(normals, func(d *Draw) bool { return read(d) && refused.factor.scaledBy(d.Variable()) })
		if k < 0 {
			k = slices.IndexFunc(normals, read)
		}
		if k < 0 || len(hyper) == maxHyper {
			return nil, &Refusal{At: refused.factor.At, Text: refused.text}
		}
		normals, hyper = butOne(normals, k), append(slices.Clone(hyper), normals[k])
	}
}

// kinds are the variables that are drawn, by what they are.
type kinds struct{ normals, hyper, singles, matrices []*Draw }

// kinds finds what each variable is by its prior alone.
func (b *builder) kinds() (*kinds, *Refusal) {
	k := &kinds{}
	for _, v := range b.variables() {
		if !v.Random || b.solved[v] != nil || b.definitions[v] != nil || b.predicted(v) || b.censored[v] != nil || b.selectorOf(v) != nil {
			continue
		}
		d := b.unmethodical(v, nil)
		if len(d.Prior) == 0 {
			return nil, &Refusal{At: v.At, Text: v.Name + " has no prior"}
		}
		if v.Type.Dimensions > 0 {
			switch {
			case d.vectors() && !b.program.Model.Integrates(v):
				k.normals = append(k.normals, d)
			case !d.matrix():
				return nil, &Refusal{At: v.At, Text: v.Name + " is neither a normal vector nor a hyperparameter"}
			default:
				if why := d.matrixPrior(); why != "" {
					return nil, &Refusal{At: v.At, Text: v.Name + " " + why}
				}
				k.matrices = append(k.matrices, d)
			}
			continue
		}
		if normal := slices.IndexFunc(d.Prior, func(t *Term) bool { return !t.Dist.IsNormal() }) < 0; normal && !b.program.Model.Integrates(v) {
			k.normals = append(k.normals, d)
			continue
		}
		if len(v.Dims) > 0 {
			k.singles = append(k.singles, d)
			continue
		}
		if v.Type.Kind != model.Real { // whose conditions are none of bounds by others
			return nil, &Refusal{At: v.At, Text: v.Name + " is neither a normal number nor a hyperparameter"}
		}
		k.hyper = append(k.hyper, d)
	}
	return k, nil
}

// scaledBy tells whether a number is in a parameter of a factor that is no mean.
func (f *Factor) scaledBy(v *model.Variable) bool {
	return f.Dist != nil && slices.ContainsFunc(f.Dist.Args, func(e *model.Expr) bool { return e != f.Dist.Arg("mean") && mentions(e, v) }) && f.Dist.Arg("mean") != nil
}

// asksTruths tells whether a truth is asked for that is computed.
func (g *Gaussian) asksTruths() bool {
	return slices.ContainsFunc(g.Model.Infer, func(v *model.Variable) bool { return v.Type.Kind == model.Bool && v.Derived })
}

// add adds a factor.
func (g *Gaussian) add(p parts, f *Factor) *refusal {
	reads := len(p.readBy(f)) > 0
	random := slices.ContainsFunc(f.Guards, readsDrawn)
	for _, l := range f.Loops {
		random = random || readsDrawn(l.Lo) || readsDrawn(l.Hi)
	}
	switch {
	case random:
		return refuse(f, "a condition of %s is random", f.Text)
	case g.readsSingle(f):
		return g.addSingle(p, f)
	case !reads && f.Log != nil && f.Holds == nil && f.Dist == nil: // of an equation that is solved
		g.Priors = append(g.Priors, f)
		return nil
	case !reads && g.cut(f):
		return nil
	case !reads && (f.Log != nil || f.Holds == nil && f.Dist == nil):
		return refuse(f, "%s is a condition on hyperparameters", f.Text)
	case !reads:
		g.Priors = append(g.Priors, f)
		return nil
	}
	if f.X != nil && f.X.Type.Dimensions > 0 {
		return refuse(f, "%s is of whole vectors", f.Text)
	}
	row, no := p.row(f)
	if no == nil && !f.Dist.IsNormal() {
		no = refuse(f, "%s is no normal density", f.Text)
	}
	if no != nil {
		site := p.site(f)
		if site == nil {
			return no
		}
		if site.Steps() && g.asksTruths() { // whose probabilities are not those of the normal that is nearest
			return refuse(f, "%s says how probable a comparison is, and truths are asked for", f.Text)
		}
		row = site
	}
	if row.Held {
		if len(f.Loops) > 0 && len(row.Slopes) == 1 && len(row.Slopes[0].Over) == 0 { // of many, a solve for each takes long
			return refuse(f, "%s says what elements are, of which it is not seen that it does of all", f.Text)
		}
		g.Held = true
	}
	if len(row.Slopes) == 0 && !row.Held {
		return refuse(f, "%s reads differences that are 0", f.Text)
	}
	if len(row.Slopes) > 1 || len(row.Slopes) == 1 && row.Wide && len(row.Slopes[0].Over) > 0 {
		g.Ties = row
	}
	g.Normals.Block.Rows = append(g.Normals.Block.Rows, row)
	return nil
}

// checked tells whether a model has all that it needs.
func (g *Gaussian) checked() (*Gaussian, *Refusal) {
	m := g.Model
	if len(g.Parts())+len(g.Singles)+len(g.Hyper) == 0 {
		return nil, &Refusal{At: m.File.Model.At, Text: "no variable is a normal number or a hyperparameter"}
	}
	if no := g.tooMany(); no != nil {
		return nil, no
	}
	for _, d := range g.Hyper {
		if len(d.Prior) != 1 {
			return nil, &Refusal{At: d.Variable().At, Text: d.Variable().Name + " has several priors"}
		}
		if at := g.strays(d); at != nil {
			return nil, at
		}
		if low, high := g.Bounds(d); low != nil && low.Random || high != nil && high.Random {
			return nil, &Refusal{At: d.Variable().At, Text: "the bounds of " + d.Variable().Name + " are random"}
		}
	}
	if len(m.Integrate) == 0 && !g.readsHyper(false) {
		g.Normals.Block.MostWork = mostWork
	}
	return g, nil
}

// tooMany refuses more hyperparameters than are integrated, as far as the sizes of matrices are known.
func (g *Gaussian) tooMany() *Refusal {
	if len(g.Hyper) > maxHyper {
		return &Refusal{At: g.Hyper[maxHyper].Variable().At, Text: "there are more than eight hyperparameters"}
	}
	count := len(g.Hyper)
	for _, d := range g.Matrices {
		v := d.Variable()
		rows := v.Sizes[0]
		if rows.Op != model.OpNumber {
			continue // known with the data
		}
		k := int(rows.Value)
		if count += k * (k + 1) / 2; count > maxHyper {
			return &Refusal{At: v.At, Text: fmt.Sprintf("%s has %d numbers to integrate, and with all others there are %d, above %d", v.Name, k*(k+1)/2, count, maxHyper),
				Hint: fmt.Sprintf("%s, a matrix of %d rows, has %d numbers to integrate, and EP integrates %d in all: vectors of 2 or 3 have fewer, a known precision none", v.Name, k, k*(k+1)/2, maxHyper)}
		}
	}
	return nil
}

// strays finds a statement that has a hyperparameter of any value as a parameter which has bounds.
func (g *Gaussian) strays(d *Draw) (at *Refusal) {
	if low, high := d.Support(); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		return nil
	}
	if low, _ := g.Bounds(d); low != nil && low.Op == model.OpNumber && low.Value >= 0 {
		return nil
	}
	look := func(of *model.Dist) {
		if of == nil {
			return
		}
		for _, e := range of.Within {
			if x := e.Args[0]; x.Op == model.OpVariable && x.Variable == d.Variable() {
				name := d.Variable().Name
				at = &Refusal{At: x.At, Text: name + " is of any value, and is a parameter that has bounds",
					Hint: fmt.Sprintf("%s may be below 0 by its prior: with observe %[1]s > 0 the posterior is computed as a whole", name)}
			}
		}
	}
	for _, r := range g.Rows() {
		look(r.Term.Dist)
	}
	for _, f := range g.Priors {
		look(f.Dist)
	}
	return at
}

// Shown is the variable of the model that a normal is of: of the elements of an array that are not observed exactly, the array.
func (g *Gaussian) Shown(d *Draw) *model.Variable {
	if v := g.standsFor[d.Variable()]; v != nil {
		return v
	}
	return d.Variable()
}

// Jointly are the variables that the joint posterior is of, in the order of the model.
func (g *Gaussian) Jointly() (list []*model.Variable) {
	for _, d := range slices.Concat(g.Parts(), g.Singles, g.Integrated()) {
		list = append(list, d.Variable())
	}
	slices.SortStableFunc(list, func(a, b *model.Variable) int { return a.ID - b.ID })
	return list
}

// Plain tells whether all normals are variables of the model: none stands for a part of one.
func (g *Gaussian) Plain() bool {
	return !slices.ContainsFunc(g.Parts(), func(d *Draw) bool { return g.Shown(d) != d.Variable() })
}

// Weighs tells whether draws from the joint posterior may be weighed by densities that are not normal.
func (g *Gaussian) Weighs() bool { return g.Plain() && len(g.Sites()) > 0 }

// First is the first prior of what the posterior is of.
func (g *Gaussian) First() *Factor {
	return slices.Concat(g.Parts(), g.Singles, g.Integrated())[0].Prior[0].Factor
}

// Parts are the normals, each by itself, Rows what is said of them.
func (g *Gaussian) Parts() []*Draw { return g.Normals.Block.Parts }
func (g *Gaussian) Rows() []*Row   { return g.Normals.Block.Rows }

// Fixed tells whether a row is the prior of a normal by itself: about a number, of a precision that no variable has a part
// in.
func (g *Gaussian) Fixed(r *Row) bool {
	if f := r.Term.Factor; f.Unread && f.Drawn.Variable.Input != nil {
		return false // of an entry that the data have
	}
	if r.Site != nil || r.Given != nil || r.Wide || r.Term.Dist.Flat() || r.Term.Factor.Drawn == nil || len(r.Slopes) != 1 || r.Precision.Random {
		return false
	}
	s := r.Slopes[0]
	return (s.Slope.IsNumber(1) || s.Slope.IsNumber(-1)) && s.If == nil && len(s.Over) == 0 && g.Parts()[s.Part].Variable() == r.Term.Factor.Drawn.Variable
}

// SingleRows are those of densities that read singles.
func (g *Gaussian) SingleRows() (list []*Row) {
	for _, r := range g.Rows() {
		if r.Site != nil && r.Site.Answer == nil && r.Site.Single != nil && !r.Site.Beside() {
			list = append(list, r)
		}
	}
	return list
}

// HasFixed tells whether a row is.
func (g *Gaussian) HasFixed() bool { return slices.ContainsFunc(g.Rows(), g.Fixed) }

// Sites are the rows whose factors are no normal densities.
func (g *Gaussian) Sites() (list []*Row) {
	for _, r := range g.Rows() {
		if r.Site != nil && r.Site.Answer == nil && (r.Site.Single == nil || r.Site.Beside()) {
			list = append(list, r)
		}
	}
	return list
}

// farAway is where a bound is none: half-normal numbers are cut off at 1e308.
const farAway = 1e300

// Exprs calls do for each expression that the posterior is computed from.
func (g *Gaussian) Exprs(do func(*model.Expr)) {
	for _, r := range g.Rows() {
		r.exprs(do)
	}
	for _, f := range g.Priors {
		for _, l := range f.Loops {
			do(l.Lo)
			do(l.Hi)
		}
		f.exprs(do)
	}
	for _, d := range g.Hyper {
		for _, e := range g.bounds(d) {
			do(e)
		}
	}
	for _, d := range append(g.Parts(), g.Singles...) {
		for _, l := range d.Elements {
			do(l.Lo)
			do(l.Hi)
		}
	}
}

// exprs calls do for each expression of a row.
func (r *Row) exprs(do func(*model.Expr)) {
	for _, l := range r.Term.Loops {
		do(l.Lo)
		do(l.Hi)
	}
	eachExpr(do, r.Term.Guards, r.Term.Dist, r.Term.X, r.Term.Holds, r.Term.Log, r.Rest, r.Precision)
	if r.Term.Mass != nil {
		eachExpr(do, r.Term.Mass.Args, nil)
	}
	if r.Site != nil && r.Site.Single != nil {
		for _, a := range r.Site.Single.Args {
			do(a)
		}
	}
	for _, s := range r.Slopes {
		for _, l := range s.Over {
			do(l.Lo)
			do(l.Hi)
		}
		for _, a := range s.At {
			do(a)
		}
		do(s.Slope)
		if s.If != nil {
			do(s.If)
		}
	}
}
