package conditional

import (
	"testing"

	"mpc/model"
)

// size is an input, as loops end at.
func size(name string) *model.Expr {
	return &model.Expr{Op: model.OpInput, Type: model.Type{Kind: model.RangeKind}, Input: &model.Input{Name: name, Type: model.Type{Kind: model.RangeKind}}}
}

func under(x, y *model.Expr) *model.Expr { return model.Call("<", boolean, x, y) }
func from(x, y *model.Expr) *model.Expr  { return model.Call(">=", boolean, x, y) }

// TestImplied: a condition is left out where the loops around it say it, and only there.
func TestImplied(t *testing.T) {
	n, m := size("n"), size("m")
	i, j := &model.Index{ID: 1, Name: "i"}, &model.Index{ID: 2, Name: "j"}
	x, y := model.Number(3), model.Number(5)
	at, other := model.IndexExpr(i), model.IndexExpr(j)
	number := model.Number
	loop := func(of *model.Index, lo, hi *model.Expr) []*model.Loop {
		return []*model.Loop{{Index: of, Lo: lo, Hi: hi, Full: hi}}
	}
	within := func(c *model.Expr) *model.Expr {
		return &model.Expr{Op: model.OpCall, Fun: model.Choose, Type: realType, Args: []*model.Expr{c, x, y}}
	}
	and := func(a, b *model.Expr) *model.Expr { return model.Call("&&", boolean, a, b) }
	z := &model.Expr{Op: model.OpVariable, Type: realType, Variable: &model.Variable{Name: "z", Random: true}, Random: true}
	drawn := under(z, number(0))
	for _, row := range []struct {
		what  string
		e     *model.Expr
		loops []*model.Loop
		want  *model.Expr
	}{
		{"the range of the loop", within(and(from(at, number(0)), under(at, n))), loop(i, number(0), n), x},
		{"one bound of it", within(and(from(at, number(0)), drawn)), loop(i, number(0), n), within(drawn)},
		{"a loop that begins later", within(from(at, number(1))), loop(i, number(2), n), x},
		{"a loop that begins earlier", within(from(at, number(2))), loop(i, number(1), n), within(from(at, number(2)))},
		{"a loop that ends earlier", within(under(at, number(5))), loop(i, number(0), number(4)), x},
		{"a loop that ends later", within(under(at, number(3))), loop(i, number(0), number(4)), within(under(at, number(3)))},
		{"another size", within(under(at, m)), loop(i, number(0), n), within(under(at, m))},
		{"another index", within(under(other, n)), loop(i, number(0), n), within(under(other, n))},
		{"no loop", within(under(at, n)), nil, within(under(at, n))},
		{"a condition that is no range", within(drawn), loop(i, number(0), n), within(drawn)},
		{"a choice that is not first", model.Call("+", realType, within(under(at, n)), z), loop(i, number(0), n), model.Call("+", realType, x, z)},
		{"either of two", within(model.Call("||", boolean, under(at, n), drawn)), loop(i, number(0), n), within(model.Call("||", boolean, under(at, n), drawn))},
	} {
		if got := implied(row.e, row.loops); !got.Equal(row.want) {
			t.Errorf("%s: %s, want %s", row.what, got.Key(), row.want.Key())
		}
	}
	// The loop of a reduction says it of what is within the reduction, not of its bounds or of what is beside it.
	sum := func(e *model.Expr) *model.Expr {
		return &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{e}, Loop: loop(i, number(0), n)[0]}
	}
	if got := implied(sum(within(under(at, n))), nil); !got.Equal(sum(x)) {
		t.Errorf("within a sum: %s", got.Key())
	}
	beside := model.Call("*", realType, within(under(at, n)), sum(number(1)))
	if got := implied(beside, nil); !got.Equal(beside) {
		t.Errorf("beside a sum: %s", got.Key())
	}
	// What is not changed may be shared, and what is given stays as it was.
	e := within(and(from(at, number(0)), under(at, n)))
	key := e.Key()
	if implied(e, loop(i, number(0), n)); e.Key() != key {
		t.Error("the expression that is given has changed")
	}
}
