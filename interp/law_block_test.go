package interp

import (
	"math"

	"mpc/conditional"
	"mpc/data"
	"mpc/dist"
	"mpc/model"
)

// A drawnRow is an instance of a row of a block: a residual and how elements move it.
type drawnRow struct {
	rest, precision float64
	slopes          []float64
	at              []*float64
	from            []float64
	given           *dist.Normal
}

// rows is the log density that the rows of a block of normals say.
func (l *Law) rows(d *conditional.Draw) (func() (float64, error), error) {
	var list []drawnRow
	for _, r := range d.Block.Rows {
		err := l.instances(r.Instances(), func() error {
			return l.instances(r.Said(), func() error {
				row, err := l.row(d, r)
				list = append(list, row)
				return err
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return func() (log float64, err error) {
		for _, r := range list {
			if r.given != nil {
				x := *r.at[0]
				log += r.given.H*x - r.given.P*x*x/2
				continue
			}
			rest := r.rest
			for k, s := range r.slopes {
				rest -= s * (*r.at[k] - r.from[k])
			}
			log -= r.precision * rest * rest / 2
		}
		return log, nil
	}, nil
}

// row is an instance of a row at the present values.
func (l *Law) row(d *conditional.Draw, r *conditional.Row) (row drawnRow, err error) {
	o := l.operands()
	for _, s := range r.Slopes {
		err := l.over(s.Over, func() error {
			slope := 1.0
			if r.Given == nil {
				slope = o.slope(s)
			}
			if slope == 0 {
				return o.Err // of an element that may not be
			}
			slot, err := l.slot(d.Variables[s.Part], s.At)
			if err != nil {
				return err
			}
			row.slopes, row.at, row.from = append(row.slopes, slope), append(row.at, &slot[0]), append(row.from, slot[0])
			return o.Err
		})
		if err != nil {
			return row, err
		}
	}
	if r.Given != nil {
		g, _ := o.Given(r.Given).(dist.Normal)
		row.given = &g
		return row, o.Err
	}
	row.rest, row.precision, err = l.restOf(r, o)
	return row, err
}

// tables is the log density that the tables of a block of whole numbers and truths say.
func (l *Law) tables(d *conditional.Draw) (func() (float64, error), error) {
	type entry struct {
		table  []float64
		sizes  []int
		values []*float64
	}
	var list []entry
	for _, t := range d.Block.Tables {
		err := l.instances(t.Instances(), func() error {
			e := entry{}
			for _, x := range t.Elements {
				slot, err := l.slot(d.Variables[x.Part], x.At)
				if err != nil {
					return err
				}
				e.values = append(e.values, &slot[0])
			}
			size := 1
			for _, v := range t.Values {
				n, err := data.Int(v.Hi, l.env)
				if err != nil {
					return err
				}
				e.sizes = append(e.sizes, n)
				size *= n
			}
			e.table = make([]float64, size)
			list = append(list, e)
			return l.fill(t, e.table)
		})
		if err != nil {
			return nil, err
		}
	}
	return func() (log float64, err error) {
		for _, e := range list {
			at := 0
			for k, n := range e.sizes {
				at = at*n + int(*e.values[k])
			}
			log += e.table[at]
		}
		return log, nil
	}, nil
}

// scaled compares what the move of a precision and its elements says of a scale, with the
// derivatives of what it moves.
func (l *Law) scaled(d *conditional.Draw) (string, error) {
	s, moved := d.Scale, d.Moved()
	at, err := l.slot(d.Variable(), d.At)
	if err != nil {
		return "", err
	}
	const scale = 0.3
	power := -2 / s.Power
	said, err := l.densityFrom(moved, 0)
	if err != nil {
		return "", err
	}
	was, err := l.joint(true)
	if err != nil {
		return "", err
	}
	at[0] *= math.Exp(power * scale)
	count := 0.0
	if err := l.spread(s.Loops, s.Of, s.At, s.Mean, math.Exp(scale), &count); err != nil {
		return "", err
	}
	then, err := l.densityFrom(moved, power*scale)
	if err != nil {
		return "", err
	}
	now, err := l.joint(true)
	l.Compared["scale"]++
	return differs(d.Name()+", moved with "+s.Of.Name, said, then, was, now+(count+power)*scale), err
}

// spread moves elements away from their means. A mean may read elements that come before.
func (l *Law) spread(loops []*model.Loop, of *model.Variable, at []*model.Expr, mean *model.Expr, times float64, count *float64) error {
	var far []float64
	err := l.over(loops, func() error {
		x, err := l.slot(of, at)
		if err != nil {
			return err
		}
		m, err := data.Eval(mean, l.env)
		far = append(far, x[0]-m)
		return err
	})
	if err != nil {
		return err
	}
	return l.over(loops, func() error {
		x, err := l.slot(of, at)
		if err != nil {
			return err
		}
		m, err := data.Eval(mean, l.env)
		x[0] = m + times*far[int(*count)]
		*count++
		return err
	})
}

// rescaled compares what the move of a hierarchy and its precision says of a scale, whose
// log density is in the comment of mcmc.DrawScale.
func (l *Law) rescaled(d *conditional.Draw, r *conditional.Rescale) (string, error) {
	var square, cross float64
	for _, m := range r.Rows {
		err := l.instances(m.Row.Term, func() error {
			o := l.operands()
			move := o.Real(m.Move)
			weight := o.Real(m.Row.Precision) * move
			square += weight * move
			cross += weight * o.Real(m.Row.Rest)
			return o.Err
		})
		if err != nil {
			return "", err
		}
	}
	t, err := l.slot(r.Variable, nil)
	if err != nil {
		return "", err
	}
	o := l.operands()
	shape, rate := o.Real(r.Shape), o.Real(r.Rate)
	if r.Inverse {
		rate /= t[0]
	} else {
		rate *= t[0]
	}
	was, err := l.joint(true)
	if err != nil {
		return "", err
	}
	const log = 0.2
	factor := math.Exp(log)
	by := factor - 1
	says := by*(cross-0.5*by*square) - 2*shape*log - rate*(1/(factor*factor)-1)
	count := 0.0
	err = l.instances(r.Term, func() error {
		o := l.operands()
		mean := o.Real(r.Mean)
		x, err := l.slot(d.Variables[r.Part], r.X.Args)
		if err == nil {
			x[0], err = mean+factor*(x[0]-mean), o.Err
		}
		count++
		return err
	})
	if err != nil {
		return "", err
	}
	jacobian := count * log
	if r.Inverse {
		t[0] *= factor * factor
		jacobian += 2 * log
	} else {
		t[0] /= factor * factor
		jacobian -= 2 * log
	}
	now, err := l.joint(true)
	l.Compared["rescale"]++
	return differs(d.Name()+", scaled with "+r.Variable.Name, 0, says, was, now+jacobian), err
}

// Spoil changes what one draw says by a method, and tells whether there was one.
func Spoil(p *conditional.Program, method string) bool {
	for _, d := range p.Draws {
		switch {
		case method == "scale" && d.Scale != nil:
			d.Scale.Power *= 1.1
			return true
		case method == "rescale" && len(rescales(d)) > 0:
			r := d.Block.Rescales[0]
			r.Shape = model.Call("+", r.Shape.Type, r.Shape, model.Number(0.25))
			return true
		case d.Method.String() != method:
		case d.Block != nil && len(d.Block.Rows) > 0:
			r := d.Block.Rows[len(d.Block.Rows)-1]
			s := r.Slopes[0]
			s.Slope = model.Call("*", s.Slope.Type, s.Slope, model.Number(1.01))
			return true
		case d.Block != nil:
			d.Block.Tables = d.Block.Tables[:1]
			return true
		case len(d.Terms) > 1: // one statement is forgotten
			d.Terms = d.Terms[:len(d.Terms)-1]
			return true
		}
	}
	return false
}
