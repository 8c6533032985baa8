package evaluate

import "mpc/codegen/code"

// choose compiles a switch.
func (c *compiler) choose(a *code.Switch, results [][]slot) step {
	on := c.slotsOf(a.On)[0].at
	cases := map[int64][]step{}
	for _, x := range a.Cases {
		steps := c.given(x.Block, results)
		for _, v := range x.Values {
			cases[v] = steps
		}
	}
	otherwise := c.given(a.Default, results)
	return func(x *Numbers) bool {
		if steps, ok := cases[x.Wholes[on]]; ok {
			return runAll(steps, x)
		}
		return runAll(otherwise, x)
	}
}

// carry gives what a loop carries its slots, and returns the step that puts its first values there.
func (c *compiler) carry(list []*code.Carry) ([][]slot, step) {
	var from []code.Operand
	var to [][]slot
	for _, x := range list {
		to = append(to, c.define(x.Value))
		from = append(from, x.First)
	}
	return to, c.move(to, from)
}

// ended returns the step that gives what loops carry in the end.
func ended(results, carried [][]slot) step {
	var to, from []slot
	for i := range results {
		to = append(to, results[i]...)
		from = append(from, carried[i]...)
	}
	return copies(to, from)
}

func (c *compiler) while(a *code.While, results [][]slot) step {
	carried, first := c.carry(a.Carry)
	more := c.size.of(code.Truth)
	test := c.given(a.Test, [][]slot{more})
	body := c.given(a.Body, carried)
	end := ended(results, carried)
	return func(x *Numbers) bool {
		first(x)
		for {
			if !runAll(test, x) {
				return false
			}
			if x.Wholes[more[0].at] == 0 {
				return end(x)
			}
			if !runAll(body, x) {
				return false
			}
		}
	}
}

// A strand is a compiled code.Strand: where its passes begin and end, and its steps.
type strand struct {
	index, lo, hi, list int // slots; list is -1 of one that counts
	count               int // slot of how many passes there are
	down                bool
	body                []step
}

// passes returns how many there are.
func (s *strand) passes(x *Numbers) int64 {
	if s.list >= 0 {
		return int64(length(x.Others[s.list]))
	}
	return max(0, x.Wholes[s.hi]-x.Wholes[s.lo])
}

// pass runs one pass.
func (s *strand) pass(x *Numbers, k int64) bool {
	switch {
	case s.list >= 0:
		x.Wholes[s.index] = x.Others[s.list].([]int64)[k]
	case s.down:
		x.Wholes[s.index] = x.Wholes[s.hi] - 1 - k
	default:
		x.Wholes[s.index] = x.Wholes[s.lo] + k
	}
	return runAll(s.body, x)
}

// loop compiles a For. Parallel passes run one after the other.
func (c *compiler) loop(a *code.For, results [][]slot) step {
	var strands []*strand
	var all [][]slot
	var firsts []step
	for _, x := range a.Strands {
		carried, first := c.carry(x.Carry)
		all = append(all, carried...)
		firsts = append(firsts, first)
		s := &strand{index: c.define(x.Index)[0].at, count: c.size.of(code.Whole)[0].at, list: -1, down: x.Down}
		if x.List != nil {
			s.list = c.slotsOf(x.List)[0].at
		} else {
			s.lo, s.hi = c.slotsOf(x.Lo)[0].at, c.slotsOf(x.Hi)[0].at
		}
		s.body = c.given(x.Body, carried)
		strands = append(strands, s)
	}
	end := ended(results, all)
	return func(x *Numbers) bool {
		runAll(firsts, x)
		most := int64(0)
		for _, s := range strands {
			x.Wholes[s.count] = s.passes(x)
			most = max(most, x.Wholes[s.count])
		}
		for k := range most {
			for _, s := range strands {
				if k < x.Wholes[s.count] && !s.pass(x, k) {
					return false
				}
			}
		}
		return end(x)
	}
}
