package conditional

import (
	"math"

	"mpc/model"
)

// softmax writes probabilities that are weights over their sum, exp(a[k]) / sum(exp(a[j])), as a softmax of a: its log density
// takes the log of each weight, of which none is lost where it overflows, and one exponential for each value.
func (f *Factor) softmax() {
	if f.Dist == nil {
		return
	}
	for k, name := range f.Dist.Names {
		if name != "p" {
			continue
		}
		if p := softmaxOf(f.Dist.Args[k]); p != nil {
			cp := *f.Dist
			cp.Args = append([]*model.Expr(nil), cp.Args...)
			cp.Args[k] = p
			f.Dist = &cp
		}
	}
}

// softmaxOf is a vector of weights over their sum as a softmax; nil of another one.
func softmaxOf(e *model.Expr) *model.Expr {
	if e.Op != model.OpReduce || e.Fun != model.Elements || !isCall(e.Args[0], "/") {
		return nil
	}
	weight, total := e.Args[0].Args[0], e.Args[0].Args[1]
	if !total.Sums() || !total.Loop.Lo.Equal(e.Loop.Lo) || !total.Loop.Hi.Equal(e.Loop.Hi) ||
		!total.Args[0].Subst(total.Loop.Index, model.IndexExpr(e.Loop.Index)).Equal(weight) {
		return nil
	}
	log := logOfWeight(weight)
	if log == nil {
		return nil
	}
	cp := *e
	cp.Fun, cp.Args = "softmax", []*model.Expr{log}
	return &cp
}

// logOfWeight is the log of a weight that is seen to be positive; nil of another one.
func logOfWeight(e *model.Expr) *model.Expr {
	switch {
	case isCall(e, "exp"):
		return e.Args[0]
	case e.Op == model.OpNumber && e.Value > 0:
		return model.Number(math.Log(e.Value))
	case isCall(e, model.Choose):
		a, b := logOfWeight(e.Args[1]), logOfWeight(e.Args[2])
		if a == nil || b == nil {
			return nil
		}
		return choose(e.Args[0], a, b)
	case isCall(e, "*"):
		a, b := logOfWeight(e.Args[0]), logOfWeight(e.Args[1])
		if a == nil || b == nil {
			return nil
		}
		return model.Call("+", realType, a, b)
	}
	return nil
}
