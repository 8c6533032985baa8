package evaluate

import (
	"math"

	"mpc/codegen/code"
)

// apply compiles an operation, whose result goes to a slot.
func (c *compiler) apply(s *code.Stmt, a *code.Apply, to int) step {
	var at [2]int
	for i, o := range a.Args {
		at[i] = c.slotsOf(o)[0].at
	}
	symbol, of := a.Operation.Symbol, a.Operation.Args[0]
	switch {
	case len(a.Args) == 1:
		return c.unary(s, a.Operation, at[0], to)
	case of == code.Real && a.Operation.Result == code.Real:
		return arithmetic(symbol, at[0], at[1], to)
	case of == code.Real:
		return compare(symbol, at[0], at[1], to)
	case of == code.Fault:
		return faults(symbol, at[0], at[1], to)
	}
	return c.wholes(s, symbol, at[0], at[1], to)
}

func (c *compiler) unary(s *code.Stmt, o *code.Operation, a, to int) step {
	switch {
	case o.Symbol == "-" && o.Result == code.Real:
		return func(x *Numbers) bool { x.Reals[to] = -x.Reals[a]; return true }
	case o.Symbol == "-":
		return func(x *Numbers) bool { x.Wholes[to] = -x.Wholes[a]; return true }
	case o.Symbol == "!":
		return func(x *Numbers) bool { x.Wholes[to] = 1 - x.Wholes[a]; return true }
	case o.Symbol == "real":
		return func(x *Numbers) bool { x.Reals[to] = float64(x.Wholes[a]); return true }
	}
	return func(x *Numbers) bool {
		v := math.Floor(x.Reals[a])
		if !(v >= -1<<63 && v < 1<<63) {
			c.stopAt(s, "a real is no whole number of 64 bits")
		}
		x.Wholes[to] = int64(v)
		return true
	}
}

func arithmetic(symbol string, a, b, to int) step {
	switch symbol {
	case "+":
		return func(x *Numbers) bool { x.Reals[to] = x.Reals[a] + x.Reals[b]; return true }
	case "-":
		return func(x *Numbers) bool { x.Reals[to] = x.Reals[a] - x.Reals[b]; return true }
	case "*":
		return func(x *Numbers) bool { x.Reals[to] = x.Reals[a] * x.Reals[b]; return true }
	}
	return func(x *Numbers) bool { x.Reals[to] = x.Reals[a] / x.Reals[b]; return true }
}

func compare(symbol string, a, b, to int) step {
	switch symbol {
	case "<":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] < x.Reals[b]); return true }
	case "<=":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] <= x.Reals[b]); return true }
	case ">":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] > x.Reals[b]); return true }
	case ">=":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] >= x.Reals[b]); return true }
	case "==":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] == x.Reals[b]); return true }
	}
	return func(x *Numbers) bool { x.Wholes[to] = truth(x.Reals[a] != x.Reals[b]); return true }
}

func faults(symbol string, a, b, to int) step {
	if symbol == "==" {
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Others[a] == x.Others[b]); return true }
	}
	return func(x *Numbers) bool { x.Wholes[to] = truth(x.Others[a] != x.Others[b]); return true }
}

// wholes compiles the operations of whole numbers and of truths, which are 0 and 1.
func (c *compiler) wholes(s *code.Stmt, symbol string, a, b, to int) step {
	binary := func(f func(a, b int64) int64) step {
		return func(x *Numbers) bool { x.Wholes[to] = f(x.Wholes[a], x.Wholes[b]); return true }
	}
	switch symbol {
	case "+":
		return func(x *Numbers) bool { x.Wholes[to] = x.Wholes[a] + x.Wholes[b]; return true }
	case "-":
		return func(x *Numbers) bool { x.Wholes[to] = x.Wholes[a] - x.Wholes[b]; return true }
	case "*":
		return binary(func(a, b int64) int64 { return a * b })
	case "/", "%":
		return binary(func(a, b int64) int64 {
			switch {
			case b == 0:
				c.stopAt(s, "a whole number is divided by zero")
			case symbol == "/":
				return a / b
			}
			return a % b
		})
	case "<":
		return func(x *Numbers) bool { x.Wholes[to] = truth(x.Wholes[a] < x.Wholes[b]); return true }
	case "<=":
		return binary(func(a, b int64) int64 { return truth(a <= b) })
	case ">":
		return binary(func(a, b int64) int64 { return truth(a > b) })
	case ">=":
		return binary(func(a, b int64) int64 { return truth(a >= b) })
	case "==":
		return binary(func(a, b int64) int64 { return truth(a == b) })
	case "!=":
		return binary(func(a, b int64) int64 { return truth(a != b) })
	case "&":
		return binary(func(a, b int64) int64 { return a & b })
	case "|":
		return binary(func(a, b int64) int64 { return a | b })
	}
	return binary(func(a, n int64) int64 { // within
		if a < 0 || a >= n {
			c.stopAt(s, "a whole number is not within its bound")
		}
		return a
	})
}
