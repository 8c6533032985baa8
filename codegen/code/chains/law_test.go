package chains_test

import (
	"fmt"
	"math"
	"slices"

	"mpc/codegen/code/chains"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
	densities "mpc/model/joint/evaluate"
)

// A law compares what the code of draws says of what it draws with what the joint density says: it watches the calls of
// samplers, and computes the joint density, which knows nothing of the code, at the values that stand there then.
type law struct {
	*chains.Chain
	program *conditional.Program
	density *densities.Density
	env     *data.Env
	work    mcmc.VectorWork
	of      map[*model.Variable]*model.Variable // what is drawn, by the variable of the model
	// computed are the functions, by their elements; leaf the variables that no data depend on.
	computed map[*model.Variable]map[string][]float64
	leaf     map[*model.Variable]bool
	summed   []*conditional.Draw

	now      *message.Update // that is drawn
	pending  *claim          // about the draw that was made last
	slice    *claim          // about where a slice began
	rescaled int             // of the moves of the present draw
	finite   *network
	networks map[any]*network
	wrong    []string
	failure  error
	// compared counts comparisons by what was compared, moved those of values that differ.
	compared, moved map[string]int
}

// A claim is what a draw says of two states: log tells how much the log density changes from the values before to those
// that are there when it is resolved.
type claim struct {
	what   string
	joint  float64
	before map[*model.Variable][]float64
	log    func(before, after map[*model.Variable][]float64) float64
	// early claims are resolved at the next call, before other values are tried.
	early bool
	// both, in place of log and joint, tells both changes.
	both func(after map[*model.Variable][]float64) (said, joint float64)
	// said is what a slice says of the state where it began, jacobian how much of what it says of a scale is not of the
	// joint density, for each unit of the scale.
	said  float64
	scale float64
	// of are the elements that a move scales, with a variable whose power is in their precision.
	of    *model.Variable
	power float64
}

// newLaw starts a chain.
func newLaw(j *joint.Joint, p *conditional.Program, l *loops.Program, d *data.Set, seed uint64, mistake func(*chains.Program)) (*law, error) {
	code, err := chains.Lower(l)
	if err != nil {
		return nil, err
	}
	if mistake != nil {
		mistake(code)
	}
	x := &law{program: p, density: densities.New(j, d), of: map[*model.Variable]*model.Variable{}, leaf: map[*model.Variable]bool{},
		computed: map[*model.Variable]map[string][]float64{}, networks: map[any]*network{}, compared: map[string]int{}, moved: map[string]int{}}
	code.Wrap(x.watch)
	x.env = &data.Env{Set: d, Index: map[*model.Index]int{}}
	if x.Chain, err = code.New(d, mcmc.NewStream(seed, 0)); err != nil {
		return nil, err
	}
	x.env.Variable, x.env.Drawn = x.Constant, x.present
	x.env.Density = func(e *model.Expr, env *data.Env) (float64, error) {
		o := densities.Operands{Env: env, Work: &x.work}
		return o.LogDensity(e.Args[0], e.Distribution()), o.Err
	}
	x.env.Inverse = x.work.Inverse
	for _, v := range p.Values {
		x.of[p.Original(v.Variable)] = v.Variable
	}
	for _, d := range p.Draws {
		if d.Method == conditional.Summed {
			x.summed = append(x.summed, d)
		}
		for _, v := range d.Variables {
			x.leaf[p.Original(v)] = d.Method == conditional.Forward
			x.of[p.Original(v)] = v
		}
	}
	if err := x.Start(0); err != nil {
		return nil, err
	}
	for range 3 {
		if err := x.Scan(0); err != nil {
			return nil, err
		}
	}
	return x, x.Compute()
}

// check makes each draw of a scan once.
func (l *law) check() error {
	for _, u := range l.Draws() {
		l.now, l.rescaled = u, 0
		err := l.Draw(u)
		l.resolve()
		l.now, l.slice = nil, nil
		if err != nil {
			return err
		}
		if l.failure != nil || len(l.wrong) > 0 {
			return l.failure
		}
	}
	return nil
}

// state are the values of all that is drawn.
func (l *law) state() map[*model.Variable][]float64 {
	list := map[*model.Variable][]float64{}
	for _, d := range l.program.Draws {
		for _, v := range d.Variables {
			if l.Has(v) {
				list[v], _ = l.Values(v, nil)
			}
		}
	}
	return list
}

// put restores a state.
func (l *law) put(state map[*model.Variable][]float64) {
	for v, list := range state {
		l.Put(v, list)
	}
}

// claims begins a claim about a draw of the present update, which is resolved when the next one is made.
func (l *law) claims(what string, log func(before, after map[*model.Variable][]float64) float64) {
	l.resolve()
	l.pending = &claim{what: what, joint: l.joint(), before: l.state(), log: log}
}

// resolve compares what was claimed of the draw that was made last.
func (l *law) resolve() {
	c := l.pending
	if l.pending = nil; c == nil {
		return
	}
	after := l.state()
	if c.both != nil {
		said, joint := c.both(after)
		l.differs(c.what, said, joint, !same(c.before, after), math.Abs(l.joint()))
		return
	}
	l.differs(c.what, c.log(c.before, after), l.joint()-c.joint, !same(c.before, after), math.Abs(c.joint))
}

func same(a, b map[*model.Variable][]float64) bool {
	for v := range a {
		if !slices.Equal(a[v], b[v]) {
			return false
		}
	}
	return true
}

// differs notes a difference that is not the same.
func (l *law) differs(what string, said, joint float64, moved bool, scale float64) {
	l.compared[what]++
	if moved {
		l.moved[what]++
	}
	scale += 1 + math.Abs(said) + math.Abs(joint)
	if math.Abs(said-joint) <= 1e-9*scale || math.IsNaN(joint) || math.IsInf(joint, 0) {
		return
	}
	l.wrong = append(l.wrong, fmt.Sprintf("%s, drawn by %s: the log density changes by %v, that of the joint density by %v", l.now.Sampled.Name(), what, said, joint))
}

// joint is the log joint density at the present values, of all but what no data depend on, with the priors of elements
// that nothing reads, and with all values of what is summed out.
func (l *law) joint() float64 {
	log, err := l.sum(l.now.Sampled.Method != conditional.Summed)
	if err != nil && l.failure == nil {
		l.failure = err
	}
	return log
}

func (l *law) sum(over bool) (float64, error) {
	if !over || len(l.summed) == 0 {
		return l.log()
	}
	state := l.state()
	defer l.put(state)
	type place struct {
		of *model.Variable
		at int
		n  int
	}
	var places []place
	for _, d := range l.summed {
		at := 0
		err := densities.Over(d.Elements, l.env, func() error {
			n, err := data.Int(d.Values(), l.env)
			places = append(places, place{d.Variable(), at, n})
			at++
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
			x, err := l.log()
			logs = append(logs, x)
			return err
		}
		p := places[k]
		list, _ := l.Values(p.of, nil)
		for v := range p.n {
			list[p.at] = float64(v)
			l.Put(p.of, list)
			if err := walk(k + 1); err != nil {
				return err
			}
		}
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

// log is the log joint density.
func (l *law) log() (float64, error) {
	if err := l.compute(); err != nil {
		return 0, err
	}
	log, err := l.density.LogOf(l.value, func(s *joint.Statement) bool { return !l.leaf[s.Defines()] || s.Kind != joint.Drawn })
	if err != nil {
		return 0, err
	}
	for _, f := range l.program.Factors {
		if !f.Unread {
			continue
		}
		err := densities.Instances(f.Loops, f.Guards, l.env, func() error {
			o := densities.Operands{Env: l.env, Work: &l.work}
			log += o.LogDensity(f.X, f.Dist)
			return o.Err
		})
		if err != nil {
			return 0, err
		}
	}
	return log, nil
}

// compute computes functions, among them what equations were solved for.
func (l *law) compute() error {
	for _, v := range l.program.Values {
		all := map[string][]float64{}
		l.computed[v.Variable] = nil
		err := densities.Over(v.Loops, l.env, func() error {
			at, err := data.Index(v.At, l.env)
			if err != nil {
				return err
			}
			if v.Variable.Type.Dimensions > 0 {
				all[fmt.Sprint(at)], err = data.Vector(v.Expr, l.env)
				return err
			}
			x, err := data.Eval(v.Expr, l.env)
			all[fmt.Sprint(at)] = []float64{x}
			return err
		})
		if err != nil {
			return err
		}
		l.computed[v.Variable] = all
	}
	return nil
}

// present is the value of an element in the chain.
func (l *law) present(v *model.Variable, index []int) (float64, error) {
	if all := l.computed[v]; all != nil {
		n := len(v.Dims)
		list := all[fmt.Sprint(index[:n])]
		k := 0
		switch len(index) - n {
		case 1:
			k = index[n]
		case 2:
			k = index[n]*int(math.Round(math.Sqrt(float64(len(list))))) + index[n+1]
		}
		if k < len(list) {
			return list[k], nil
		}
	}
	if !l.Has(v) {
		return 0, fmt.Errorf("%s has no values", v.Name)
	}
	return l.At(v, index)
}

// value is that of an element of a variable of the model.
func (l *law) value(v *model.Variable, index, copies []int) (float64, error) {
	w := l.of[v]
	if w == nil {
		return 0, fmt.Errorf("%s is not drawn", v.Name)
	}
	n := len(v.Dims)
	return l.present(w, slices.Concat(index[:n], copies, index[n:]))
}

// watch makes the natives that are watched.
func (l *law) watch(name string, n evaluate.Native) evaluate.Native {
	watched := l.watchOne(name, n)
	return func(in, out *evaluate.Numbers) {
		if l.pending != nil && l.pending.early {
			l.resolve()
		}
		watched(in, out)
	}
}

func (l *law) watchOne(name string, n evaluate.Native) evaluate.Native {
	if f := watched[name]; f != nil {
		return func(in, out *evaluate.Numbers) {
			if l.now == nil {
				n(in, out)
			} else {
				f(l, n, in, out)
			}
		}
	}
	if f := networks[name]; f != nil {
		return func(in, out *evaluate.Numbers) {
			n(in, out)
			f(l, in, out)
		}
	}
	return n
}
