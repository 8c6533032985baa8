package advice

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// mirrored warns of numbers that are drawn by Gibbs sampling and whose signs nothing tells: with the signs of one, or of two, turned the density is the
// same, as of y ~ normal(a * b, sd = 1) with priors around 0. The posterior then has a mirror image of each of its modes; chains rarely go
// from one to the other, and where all of them stand in the same one they agree.
func (c *Stages) mirrored() (list lang.Diagnostics) {
	if !c.Model.Samples() {
		return nil
	}
	var drawn []*model.Variable
	for _, v := range c.Model.Variables {
		if v.Random && v.Type.Kind == model.Real && c.drawnAround(v) && !c.afterScan(v) {
			drawn = append(drawn, v)
		}
	}
	if len(drawn) > mostMirrored {
		return nil
	}
	told := map[*model.Variable]bool{}
	tell := func(turned ...*model.Variable) {
		m := &mirror{model: c.Model, turned: map[*model.Variable]parity{}, known: map[*model.Expr]parity{}}
		for _, v := range turned {
			if told[v] {
				return
			}
			m.turned[v] = odd
		}
		if !m.leaves() || !m.asked() {
			return
		}
		var names []string
		for _, v := range turned {
			told[v] = true
			names = append(names, v.Name)
		}
		what := "the sign of " + names[0]
		if len(names) > 1 {
			what = fmt.Sprintf("the signs of %s, which may be turned together", lang.Enumerated(names))
		}
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: turned[0].At, Code: model.CodeSymmetry,
			Message: fmt.Sprintf("nothing tells %s: the posterior has a mirror image, and chains that all stand on one side of it agree", what)}
		list = append(list, *d.WithHint("tell the sign: observe %s > 0, or a prior that is not around 0", names[0]))
	}
	for _, v := range drawn {
		tell(v)
	}
	for i, v := range drawn {
		for _, w := range drawn[:i] {
			tell(w, v)
		}
	}
	return list
}

// mostMirrored is of how many variables pairs are tried.
const mostMirrored = 50

// drawnAround tells whether all elements of a variable are drawn from normals.
func (c *Stages) drawnAround(v *model.Variable) bool {
	some := false
	for _, r := range c.Model.Relations {
		if r.Target != nil && r.Target.IsVariable(v) {
			if some = true; r.Kind != model.Draw || !r.Dist.IsNormal() {
				return false
			}
		}
	}
	return some
}

// afterScan tells whether a variable is drawn from its prior alone, after each scan, as nothing that is observed depends on it: of both
// signs, then.
func (c *Stages) afterScan(v *model.Variable) bool {
	return slices.ContainsFunc(c.Program.Updates, func(u *message.Update) bool {
		return u.Kind == message.Draw && u.Sampled.Method == conditional.Forward && slices.Contains(u.Sampled.Variables, v)
	})
}

// A mirror turns the signs of variables.
type mirror struct {
	model  *model.Model
	turned map[*model.Variable]parity // of what is drawn, and of what is computed once it is known
	known  map[*model.Expr]parity
}

// A parity says what turning signs does to a value: nothing, or it turns its sign, or neither.
type parity uint8

const (
	even parity = iota
	odd
	neither
)

// leaves tells whether the density stays the same.
func (m *mirror) leaves() bool {
	for _, r := range m.model.Relations {
		switch r.Kind {
		case model.Draw:
			if m.of(r.Target) == odd {
				if mean := r.Dist.Arg("mean"); mean == nil || !mean.IsNumber(0) && m.of(mean) != odd {
					return false
				}
				for _, a := range r.Dist.Args {
					if a != r.Dist.Arg("mean") && m.of(a) != even {
						return false
					}
				}
				continue
			}
			if m.of(r.Target) != even || !m.all(r.Dist.Args, even) {
				return false
			}
		case model.Assign: // what reads it counts
		default:
			for _, e := range []*model.Expr{r.Value, r.Other} {
				if e != nil && m.of(e) != even {
					return false
				}
			}
			if r.Dist != nil && !m.all(r.Dist.Args, even) {
				return false
			}
		}
		for _, br := range r.Branches {
			if m.of(br.Gate.Selector) != even {
				return false
			}
		}
	}
	return true
}

// asked tells whether infer names a number whose sign is turned.
func (m *mirror) asked() bool {
	for _, v := range m.model.Infer {
		if m.ofVariable(v) == odd {
			return true
		}
	}
	return false
}

func (m *mirror) all(list []*model.Expr, want parity) bool {
	for _, e := range list {
		if m.of(e) != want {
			return false
		}
	}
	return true
}

// of is the parity of an expression; each is looked at once.
func (m *mirror) of(e *model.Expr) parity {
	p, ok := m.known[e]
	if !ok {
		p = m.find(e)
		m.known[e] = p
	}
	return p
}

func (m *mirror) find(e *model.Expr) parity {
	args := make([]parity, len(e.Args))
	alike, none := true, true // all as the first, and none turned
	for i, a := range e.Args {
		args[i] = m.of(a)
		alike, none = alike && args[i] == args[0], none && args[i] == even
	}
	switch {
	case e.Op == model.OpVariable && none:
		return m.ofVariable(e.Variable)
	case e.Op == model.OpReduce && e.Fun == "sum":
		return args[0]
	case e.Op == model.OpCall && len(args) == 2 && (e.Fun == "*" || e.Fun == "/") && args[0] != neither && args[1] != neither:
		return args[0] ^ args[1]
	case e.Op == model.OpCall && alike && (e.Fun == "neg" || len(args) == 2 && (e.Fun == "+" || e.Fun == "-")):
		return args[0]
	case none || e.Op == model.OpCall && e.Fun == "abs" && args[0] == odd:
		return even
	}
	return neither
}

// ofVariable is that of a variable: all statements that compute it are alike.
func (m *mirror) ofVariable(v *model.Variable) parity {
	if p, ok := m.turned[v]; ok || !v.Random {
		return p
	}
	m.turned[v] = neither // while it is found: of an element that reads others
	p, some := even, false
	for _, r := range m.model.Relations {
		if r.Target == nil || !r.Target.IsVariable(v) || r.Kind != model.Assign {
			continue
		}
		of := m.of(r.Value)
		if some && of != p {
			of = neither
		}
		p, some = of, true
	}
	m.turned[v] = p
	return p
}
