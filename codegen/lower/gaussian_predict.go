package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// predicted are the variables that are drawn around those of a joint posterior.
func (l *lowering) predicted(u *message.Update) (list []*model.Variable) {
	for _, p := range u.Gaussian.Predictions {
		list = append(list, p.Variable)
	}
	return list
}

// predict draws these: entries that the data have are those of the data.
func (f *chain) predict(u *message.Update) {
	for _, p := range u.Gaussian.Predictions {
		if p.Variable.Input != nil {
			f.copyGiven(p)
		}
		for _, t := range p.Terms {
			f.instances(t, nil, func([]code.Operand) []code.Operand {
				one := *u
				one.ID = f.statementOf(t.Factor)
				one.Sampled = &conditional.Draw{Variables: []*model.Variable{p.Variable}, At: t.X.Args}
				f.drawPrior(&one, 0, t.Dist, anywhere)
				f.checkDrawn(&one, 0, t.Dist)
				return nil
			})
		}
	}
}

// copyGiven copies the entries of a variable that the data have.
func (f *chain) copyGiven(p *conditional.Around) {
	v, d := p.Variable, p.Given()
	f.elements(d, func() {
		f.store(f.slot(d, 0), f.typed(v, &model.Expr{Op: model.OpInput, Type: v.Input.Type, Input: v.Input, Args: d.At, At: v.At}))
	})
}
