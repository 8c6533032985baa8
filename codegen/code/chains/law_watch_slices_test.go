package chains_test

import (
	"math"

	"mpc/codegen/code/evaluate"
	"mpc/mcmc"
	"mpc/message/conditional"
	densities "mpc/model/joint/evaluate"
)

// sliceBegins watches where a slice begins: the numbers that it is given are where it begins, and the log density there.
func sliceBegins(from, log int) func(l *law, n evaluate.Native, in, out *numbers) {
	return func(l *law, n evaluate.Native, in, out *numbers) {
		l.resolve()
		l.slice = &claim{what: l.now.Sampled.Method.String(), joint: l.joint(), before: l.state(), said: in.Reals[log]}
		switch d := l.now.Sampled; {
		case d.Scale != nil && (d.Method == conditional.Conjugate || in.Reals[from] == 0):
			l.slice.what, l.slice.of, l.slice.power = "scale", d.Scale.Of, d.Scale.Power
		case len(d.Shifts) > 0 && in.Reals[from] == 0:
			l.slice.what = "shift"
		case d.Block != nil:
			r := d.Block.Rescales[l.rescaled]
			l.rescaled++
			l.slice.what, l.slice.of, l.slice.power = "rescale", d.Variables[r.Part], r.Power
		}
		n(in, out)
		l.proposed(out)
	}
}

// proposed notes the value that a slice wants the density of next, which of a move is a scale.
func (l *law) proposed(out *numbers) {
	if len(out.Reals) > 0 {
		l.slice.scale = out.Reals[0]
	}
}

// sliceGoesOn watches a log density that a slice is told.
func sliceGoesOn(l *law, n evaluate.Native, in, out *numbers) {
	if c := l.slice; c != nil {
		said, joint := in.Reals[len(in.Reals)-1]-c.said, l.joint()-c.joint
		after := l.state()
		switch c.what {
		case "scale", "rescale":
			count := 0.0
			for i, x := range c.before[c.of] {
				if after[c.of][i] != x {
					count++
				}
			}
			joint += (count - 2/c.power) * c.scale
		case "elliptical":
			now := l.prior()
			l.put(c.before)
			joint -= now - l.prior()
			l.put(after)
		}
		l.differs(c.what, said, joint, !same(c.before, after), math.Abs(c.joint)+math.Abs(c.said))
	}
	n(in, out)
	if l.slice != nil {
		l.proposed(out)
	}
}

// directionsBegin watches a move along directions, of which it says that they are known: all numbers are tied.
func directionsBegin(l *law, n evaluate.Native, in, out *numbers) {
	l.resolve()
	d := in.Beside(0).Others[0].(*mcmc.Directions)
	if d.Count < 1000 {
		d.Count = 1000
		for i := range d.Covariance {
			for j := range i {
				d.Covariance[i][j] = 0.009
			}
			d.Covariance[i][i] = 0.01
		}
	}
	l.slice = &claim{what: "directions", joint: l.joint(), before: l.state(), said: math.NaN()}
	n(in, out)
}

// directionsGoOn watches the log densities that it is told, the first of them where the numbers stand.
func directionsGoOn(l *law, n evaluate.Native, in, out *numbers) {
	if c := l.slice; c != nil && math.IsNaN(c.said) {
		c.said = in.Reals[len(in.Reals)-1]
		n(in, out)
		return
	}
	sliceGoesOn(l, n, in, out)
}

// stepsBegin watches where a sampler begins that moves what is drawn itself.
func stepsBegin(what string) func(l *law, n evaluate.Native, in, out *numbers) {
	return func(l *law, n evaluate.Native, in, out *numbers) {
		l.resolve()
		l.slice = &claim{what: what, joint: l.joint(), before: l.state(), said: in.Reals[len(in.Reals)-1]}
		n(in, out)
	}
}

// prior is the log density of the priors of what is drawn.
func (l *law) prior() (log float64) {
	d := l.now.Sampled
	for _, t := range d.Prior {
		err := densities.Over(d.Elements, l.env, func() error {
			return densities.Instances(t.Loops, t.Guards, l.env, func() error {
				o := densities.Operands{Env: l.env, Work: &l.work}
				log += o.LogDensity(t.X, t.Dist)
				return o.Err
			})
		})
		if err != nil {
			l.failure = err
		}
	}
	return log
}

// oneBlockBegins watches a proposal of normals as one block, of which it says that its hyperparameters are known, and that there is a
// burn-in, in which sites are learned.
func oneBlockBegins(l *law, n evaluate.Native, in, out *numbers) {
	l.resolve()
	o := in.Beside(0).Others[0].(*mcmc.OneBlock)
	for i := range o.Covariance {
		o.Covariance[i][i] = max(o.Covariance[i][i], 0.01)
	}
	o.Count = max(o.Count, 1000)
	in.Wholes[0] = 1000
	n(in, out)
}

// oneBlockLearns lets sites have an approximation from the first scan on.
func oneBlockLearns(_ *law, n evaluate.Native, in, out *numbers) {
	o := in.Beside(0).Others[0].(*mcmc.OneBlock)
	o.Epoch, o.Seen = 3, 3
	n(in, out)
}

// oneBlockStands watches the log density that it is told where the numbers stand, to which that of the proposal is compared.
func oneBlockStands(l *law, n evaluate.Native, in, out *numbers) {
	l.slice = &claim{what: "one block", joint: l.joint(), before: l.state(), said: in.Reals[0]}
	n(in, out)
}
