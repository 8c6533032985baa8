package model

import (
	"slices"

	"mpc/mcmc"
)

// between is what the name of a distribution begins with that is one of the table between
// bounds. The language writes truncated(gamma(...), low, high).
const between = "truncated "

// withRows adds the rows of the table of distributions to a list of signatures: those that
// it does not have, and all of them between bounds.
func withRows(list []*Signature) []*Signature {
	for _, row := range mcmc.Distributions() {
		if k := slices.IndexFunc(list, func(s *Signature) bool { return s.Name == row.Name }); k < 0 {
			list = append(list, ofRow(row))
		}
		if row.TruncatedDensity != nil {
			s := ofRow(row)
			s.Name, s.truncated, s.supported = between+row.Name, true, false
			s.positional = append(s.positional, "low", "high")
			list = append(list, s)
		}
	}
	return list
}

func ofRow(row *mcmc.Distribution) *Signature {
	s := &Signature{Name: row.Name, Draws: Real, supported: true, row: row}
	if row.Whole {
		s.Draws = Int
	}
	for _, p := range row.Parameters {
		group := []string{p.Name}
		for _, in := range row.Instead {
			if in.Parameter == p.Name {
				group = append(group, in.Name)
			}
		}
		if len(group) > 1 && alternatives[row.Name] == nil {
			s.named = append(s.named, group)
		} else {
			s.positional = append(s.positional, p.Name)
		}
	}
	return s
}

// Row is the row of the table of distributions that d is of, nil where it has none, and
// whether it is that between bounds.
func (d *Dist) Row() (row *mcmc.Distribution, truncated bool) {
	if s := Distribution(d.Name); s != nil && s.row != nil {
		return s.row, s.truncated
	}
	return nil, false
}

// Boundless tells whether d draws whole numbers without a largest one.
func (d *Dist) Boundless() bool {
	if d == nil {
		return false
	}
	row, _ := d.rowOf()
	return row.Boundless()
}

// Ends are the ends of the support of d by its row, between bounds those too: none where it has none. All that is drawn
// is below the high ones where below is set, and at most as large elsewhere.
func (d *Dist) Ends() (low, high []*Expr, below bool) {
	row, truncated := d.rowOf()
	if row == nil {
		return nil, nil, false
	}
	low, high = d.end(row.Low), d.end(row.High)
	if truncated {
		low, high = append(low, d.Arg("low")), append(high, d.Arg("high"))
	}
	return low, high, row.Below
}

// Zero is the parameter without which counts are 0; nil where there is none.
func (d *Dist) Zero() *Expr {
	if row, truncated := d.rowOf(); row != nil && !truncated && row.Zero != "" {
		return d.Arg(row.Zero)
	}
	return nil
}

// end is an end of a support as an expression.
func (d *Dist) end(of any) []*Expr {
	switch of := of.(type) {
	case int:
		return []*Expr{Number(float64(of))}
	case string:
		return []*Expr{d.Arg(of)}
	}
	return nil
}

// end is an end of a support where it is a number, none elsewhere.
func end(of any, none float64) float64 {
	if x, ok := of.(int); ok {
		return float64(x)
	}
	return none
}

// domainOfRow is where a parameter of a row must lie; ok tells whether it is one of a row.
func domainOfRow(dist, name string) (d domain, restricted, ok bool) {
	s := Distribution(dist)
	if s == nil || s.row == nil {
		return domain{}, false, false
	}
	k := slices.IndexFunc(s.row.Parameters, func(p mcmc.Parameter) bool { return p.Name == name })
	if k < 0 {
		return domain{}, false, name == "low" || name == "high"
	}
	switch s.row.Parameters[k].Of {
	case mcmc.Positive:
		return domain{0, infinity, false}, true, true
	case mcmc.Share:
		return domain{0, 1, true}, true, true
	case mcmc.Count:
		return domain{0, infinity, true}, true, true
	}
	return domain{}, false, true
}

// fromInstead rewrites what is given in the place of a parameter.
func (d *Dist) fromInstead() {
	row, _ := d.Row()
	if row == nil {
		return
	}
	re := Type{Kind: Real}
	for _, in := range row.Instead {
		for k, name := range d.Names {
			if name != in.Name {
				continue
			}
			e := d.Args[k]
			if in.Value == mcmc.MeanOfCount {
				e = Call("/", re, d.Args[0], Call("+", re, d.Args[0], e))
			}
			d.Names[k], d.Args[k] = in.Parameter, converted(in.Value, e)
		}
	}
}

// cutUniform is a uniform between bounds: one between the inner ones.
func (d *Dist) cutUniform(low, high *Expr) *Dist {
	re := Type{Kind: Real}
	d.Args[0], d.Args[1] = Call("max", re, d.Args[0], low), Call("min", re, d.Args[1], high)
	return d
}

// truncatedNames are the names of distributions that truncated takes.
func truncatedNames() []string {
	names := []string{"normal", "uniform"}
	for _, s := range distributions {
		if s.truncated {
			names = append(names, s.row.Name)
		}
	}
	sortStrings(names)
	return names
}

// Parameters are those of a distribution of the table in the order of its row, with the
// bounds behind them where it is between bounds.
func (d *Dist) Parameters() (list []*Expr) {
	row, truncated := d.Row()
	for _, p := range row.Parameters {
		list = append(list, d.Arg(p.Name))
	}
	if truncated {
		list = append(list, d.Arg("low"), d.Arg("high"))
	}
	return list
}

// Mixture says how a distribution without operators is written by others that have some, ""
// where it is not known.
func Mixture(name string) string {
	if row := mcmc.Row(name); row != nil {
		return row.Mixture
	}
	return ""
}
