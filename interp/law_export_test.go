package interp

import (
	"fmt"
	"math"
	"slices"

	"mpc/conditional"
	"mpc/data"
	"mpc/depanalysis"
	densities "mpc/joint"
	"mpc/joint/evaluate"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// A Law compares what conditionals say of what they draw with what the joint density says.
type Law struct {
	*chain
	density *evaluate.Density
	of      map[*model.Variable]*model.Variable // what is drawn, by the variable of the model
	summed  []*conditional.Draw
	// leaf are the variables that are integrated out, as no data depend on them.
	leaf map[*model.Variable]bool
	// Compared counts comparisons by what was compared, Moved those of values that differ.
	Compared, Moved map[string]int
}

// NewLaw starts a chain. It is false of a model whose draws are from more than the joint
// density of its variables, see Apart.
func NewLaw(j *densities.Joint, p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, seed uint64) (*Law, error) {
	x := &sampler{run: newRun(p, g, s, d, Options{}, seed), updates: map[*conditional.Draw]*message.Update{}}
	if err := x.met(s); err != nil {
		return nil, err
	}
	c, err := x.newChain(0)
	if err != nil {
		return nil, err
	}
	if err := x.record(); err != nil {
		return nil, err
	}
	l := &Law{chain: c, density: evaluate.New(j, d), of: map[*model.Variable]*model.Variable{}, leaf: map[*model.Variable]bool{}, Compared: map[string]int{}, Moved: map[string]int{}}
	for _, v := range p.Sampling.Values {
		l.of[p.Sampling.Original(v.Variable)] = v.Variable
	}
	for _, d := range p.Sampling.Draws {
		if d.Method == conditional.Summed {
			l.summed = append(l.summed, d)
		}
		for _, v := range d.Variables {
			l.leaf[p.Sampling.Original(v)] = d.Method == conditional.Forward
			l.of[p.Sampling.Original(v)] = v
		}
	}
	if err := c.start(); err != nil {
		return nil, err
	}
	for range 3 {
		if err := c.settle(); err != nil {
			return nil, err
		}
		c.course.Scans++
	}
	return l, c.compute()
}

// Apart says why the joint density of the model is not what its conditionals are of, or "".
func Apart(j *densities.Joint, p *conditional.Program) string {
	for _, f := range p.Factors {
		if f.Latent != nil {
			return "a factor is given a variable of its own"
		}
	}
	for _, s := range j.Statements {
		if v := s.Defines(); v != nil && s.Kind == densities.Drawn && slices.ContainsFunc(s.Guards, func(g *model.Expr) bool { return g.Random }) && partly(j, v) {
			return "a branch tells whether an element is drawn or computed"
		}
	}
	return ""
}

// partly tells whether elements of a variable are drawn and others computed.
func partly(j *densities.Joint, v *model.Variable) bool {
	return slices.ContainsFunc(j.Defining(v), func(s *densities.Statement) bool { return s.Kind == densities.Defined })
}

// joint is the log joint density at the present values, of all but what no data depend on,
// with the priors of elements that nothing reads, and with all values of what is summed out.
func (l *Law) joint(summed bool) (float64, error) {
	if err := l.computeFunctions(); err != nil {
		return 0, err
	}
	if summed && len(l.summed) > 0 {
		return l.sum()
	}
	log, err := l.density.LogOf(l.value, func(s *densities.Statement) bool { return !l.leaf[s.Defines()] || s.Kind != densities.Drawn })
	if err != nil {
		return 0, err
	}
	for _, f := range l.program.Sampling.Factors {
		if !f.Unread {
			continue
		}
		t := &conditional.Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist}
		if err := l.instances(t, func() error { return l.addTerm(t, &log) }); err != nil {
			return 0, err
		}
	}
	return log, nil
}

// sum is the log of the sum of the joint density over all values of what is summed out.
func (l *Law) sum() (float64, error) {
	type place struct {
		slot   []float64
		values int
	}
	var places []place
	for _, d := range l.summed {
		err := l.elements(d, func() error {
			slot, err := l.slot(d.Variable(), d.At)
			if err != nil {
				return err
			}
			n, err := data.Int(d.Values(), l.env)
			places = append(places, place{slot, n})
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	var logs []float64
	var walk func(k int) error
	walk = func(k int) error {
		if k == len(places) {
			x, err := l.joint(false)
			logs = append(logs, x)
			return err
		}
		before := places[k].slot[0]
		for v := range places[k].values {
			places[k].slot[0] = float64(v)
			if err := walk(k + 1); err != nil {
				return err
			}
		}
		places[k].slot[0] = before
		return nil
	}
	if err := walk(0); err != nil {
		return 0, err
	}
	most, sum := slices.Max(logs), 0.0
	for _, x := range logs {
		sum += math.Exp(x - most)
	}
	return most + math.Log(sum), nil
}

// computeFunctions computes the functions that are asked for, among them what equations were
// solved for.
func (l *Law) computeFunctions() error {
	all := l.sampler.kept
	var functions []*message.Update
	for _, u := range all {
		if u.Kind == message.Function {
			functions = append(functions, u)
		}
	}
	l.sampler.kept = functions
	err := l.compute()
	l.sampler.kept = all
	return err
}

// value is that of an element of a variable of the model.
func (l *Law) value(v *model.Variable, index, copies []int) (float64, error) {
	w := l.of[v]
	if w == nil {
		return 0, fmt.Errorf("%s is not drawn", v.Name)
	}
	n := len(v.Dims)
	return l.present(w, slices.Concat(index[:n], copies, index[n:]))
}

// Check compares all draws of a scan once, each draw leaving new values, and returns what
// differs.
func (l *Law) Check() (wrong []string, err error) {
	for _, u := range l.scan {
		d := *u.Sampled
		if d.Scale != nil {
			if bad, err := l.scaled(&d); err != nil || bad != "" {
				return append(wrong, bad), err
			}
			d.Scale = nil
		}
		if d.Block != nil {
			b := *d.Block
			d.Block, b.Integral, b.Rescales = &b, nil, nil
		}
		if d.Block != nil && d.Block.Tables != nil {
			if bad, err := l.compare(&d, l.tables); err != nil || bad != "" {
				return append(wrong, bad), err
			}
			continue
		}
		err := l.elements(u.Sampled, func() error {
			bad, err := l.compare(&d, l.says(&d))
			if bad != "" {
				wrong = append(wrong, bad)
			}
			return err
		})
		if err != nil || len(wrong) > 0 {
			return wrong, err
		}
		for _, r := range rescales(u.Sampled) {
			if bad, err := l.rescaled(u.Sampled, r); err != nil || bad != "" {
				return append(wrong, bad), err
			}
		}
	}
	return nil, nil
}

func rescales(d *conditional.Draw) []*conditional.Rescale {
	if d.Block == nil {
		return nil
	}
	return d.Block.Rescales
}

// A saying is what a draw says at the present values: the log of its density at those that
// are there when it is called, but for a constant.
type saying func(d *conditional.Draw) (func() (float64, error), error)

// compare makes a draw, and compares what it says of the values before and after.
func (l *Law) compare(d *conditional.Draw, says saying) (string, error) {
	summed := d.Method != conditional.Summed
	log, err := says(d)
	if err != nil {
		return "", err
	}
	said, err := log()
	if err != nil {
		return "", err
	}
	was, err := l.joint(summed)
	if err != nil {
		return "", err
	}
	before := l.snapshot(d)
	if err := l.draw(d); err != nil {
		return "", err
	}
	moved := !slices.EqualFunc(before, l.snapshot(d), slices.Equal)
	now, err := l.joint(summed)
	if err != nil {
		return "", err
	}
	then, err := log()
	if err != nil {
		return "", err
	}
	what := d.Method.String()
	l.Compared[what]++
	if moved {
		l.Moved[what]++
	}
	return differs(fmt.Sprintf("%s, drawn by %s", d.Name(), what), said, then, was, now), nil
}

// differs says that two differences are not the same, or nothing.
func differs(what string, said, then, was, now float64) string {
	got, want := then-said, now-was
	scale := 1 + math.Abs(said) + math.Abs(then) + math.Abs(was) + math.Abs(now)
	if math.Abs(got-want) <= 1e-9*scale || math.IsInf(was, 0) || math.IsInf(now, 0) || math.IsInf(said, -1) && math.IsInf(was, -1) {
		return ""
	}
	return fmt.Sprintf("%s: the log density changes by %v, that of the joint density by %v", what, got, want)
}

func (l *Law) snapshot(d *conditional.Draw) (list [][]float64) {
	for _, v := range d.Variables {
		list = append(list, slices.Clone(l.values[v].numbers))
	}
	return list
}

// says is how the log density of a draw is known.
func (l *Law) says(d *conditional.Draw) saying {
	switch {
	case d.Method == conditional.Joint:
		return l.rows
	case d.Method == conditional.Conjugate && d.Family == "dirichlet":
		return l.dirichlet
	case d.Method == conditional.Conjugate && d.Family == "mvnormal":
		return l.mvNormal
	case d.Method == conditional.Conjugate && d.Family == "wishart":
		return l.wishart
	case d.Method == conditional.Conjugate:
		return l.natural
	}
	return func(d *conditional.Draw) (func() (float64, error), error) {
		return func() (float64, error) { return l.chain.density(d) }, nil
	}
}

// natural is the log density of natural parameters.
func (l *Law) natural(d *conditional.Draw) (func() (float64, error), error) {
	n, _, err := l.product(d)
	if err != nil {
		return nil, err
	}
	return func() (float64, error) {
		to, err := l.slot(d.Variable(), d.At)
		if err != nil {
			return 0, err
		}
		x := to[0]
		switch d.Family {
		case "normal":
			return n.a*x - n.b*x*x/2, nil
		case "gamma":
			return n.a*math.Log(x) - n.b*x, nil
		case "inversegamma":
			return -n.a*math.Log(x) - n.b/x, nil
		}
		return n.a*math.Log(x) + n.b*math.Log1p(-x), nil
	}, nil
}

func (l *Law) dirichlet(d *conditional.Draw) (func() (float64, error), error) {
	to, err := l.slot(d.Variable(), d.At)
	if err != nil {
		return nil, err
	}
	counts, err := l.counts(d, len(to))
	return func() (log float64, err error) {
		for k, n := range counts {
			log += n * math.Log(to[k])
		}
		return log, nil
	}, err
}

func (l *Law) mvNormal(d *conditional.Draw) (func() (float64, error), error) {
	to, err := l.slot(d.Variable(), d.At)
	if err != nil {
		return nil, err
	}
	if err := l.sayMvNormal(d, to); err != nil {
		return nil, err
	}
	h, p := slices.Clone(l.vector.H), slices.Clone(l.vector.P)
	return func() (log float64, err error) {
		for i, x := range to {
			log += h[i] * x
			for j, y := range to {
				log -= 0.5 * p[i*len(to)+j] * x * y
			}
		}
		return log, nil
	}, nil
}

func (l *Law) wishart(d *conditional.Draw) (func() (float64, error), error) {
	to, err := l.slot(d.Variable(), d.At)
	if err != nil {
		return nil, err
	}
	k := rows(to)
	shape, err := l.sayWishart(d, k)
	rate := slices.Clone(l.vector.P)
	return func() (float64, error) {
		log := 2 * shape * logDet(to, k) / 2
		log -= 0.5 * float64(k+1) * logDet(to, k)
		for i := range to {
			log -= rate[i] * to[i]
		}
		return log, nil
	}, err
}

// logDet is the log of the determinant of a positive definite matrix of k rows.
func logDet(entries []float64, k int) float64 {
	a, log := slices.Clone(entries), 0.0
	for i := range k {
		log += math.Log(a[i*k+i])
		for r := i + 1; r < k; r++ {
			by := a[r*k+i] / a[i*k+i]
			for c := i; c < k; c++ {
				a[r*k+c] -= by * a[i*k+c]
			}
		}
	}
	return log
}
