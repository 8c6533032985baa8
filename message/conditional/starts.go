package conditional

import (
	"slices"

	"mpc/model"
)

// A Start is a step of the start of a chain: the elements of one variable are drawn from their priors, or those of several
// variables whose priors read each other.
type Start struct {
	// Draw is the one variable, nil of several; Loops are its dimensions that this step runs over: loops around it run over the
	// others.
	Draw  *Draw
	Loops []int
	// Members are the variables of which a common loop takes the elements, index by index, and Body is what it does in each
	// pass. Down tells that it runs from its end.
	Members []*Member
	Down    bool
	Body    []*Start
	// Reads are in place of Body where the data tell the order: what elements read of the members.
	Reads []*StartRead
}

// A Member is a variable in a common loop: the pass t has the elements whose index of dimension Dim is t less Shift.
type Member struct {
	Draw  *Draw
	Dim   int
	Shift int
}

// A StartRead is that the element of By at its indices reads the element of Of at the indices At, in passes of loops and under
// conditions on data.
type StartRead struct {
	By, Of *Draw
	Within []Within
	At     []*model.Expr
}

// A Within is a loop or a condition around a read.
type Within struct {
	Loop  *model.Loop
	Guard *model.Expr
}

// Starts lists the steps by which chains begin, so that what the prior of an element reads is drawn before it, as far as that
// can be. Of a block they are the draws of its variables by themselves.
func (p *Program) Starts() (list []*Start) {
	var all []*Draw
	for _, d := range p.Draws {
		all = append(all, d.Alone()...)
	}
	of := map[*model.Variable]*Draw{}
	for _, d := range all {
		for _, v := range d.Variables {
			of[v] = d
		}
	}
	s := &starter{program: p, of: of}
	for _, group := range groups(all, s.next) {
		list = append(list, s.group(group)...)
	}
	return list
}

// A starter finds the steps of starts.
type starter struct {
	program *Program
	of      map[*model.Variable]*Draw
	tries   int
}

// next lists the draws that the prior of a draw reads, in the order in which they stand there.
func (s *starter) next(d *Draw) (list []*Draw) {
	for _, t := range d.Prior {
		t.exprs(func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				if x.Op == model.OpVariable && s.of[x.Variable] != nil {
					list = append(list, s.of[x.Variable])
				}
			})
		})
	}
	return list
}

// group lists the steps of variables whose priors read each other, or of one.
func (s *starter) group(group []*Draw) []*Start {
	if len(group) == 1 {
		d := group[0]
		if _, ok := s.program.order(d.Variable()); ok || len(d.Variables) > 1 {
			return []*Start{whole(d, nil)}
		}
	}
	reads := s.reads(group)
	s.tries = maxTries
	if list := s.steps(group, reads, map[*Draw][]int{}); list != nil {
		return list
	}
	if told := s.told(group); len(told) > 0 {
		return []*Start{{Members: members(group), Reads: told}}
	}
	var list []*Start
	for _, d := range group {
		list = append(list, whole(d, nil))
	}
	return list
}

// maxTries is how many ways to run over the elements of a group are tried.
const maxTries = 2000

func members(group []*Draw) (list []*Member) {
	for _, d := range group {
		list = append(list, &Member{Draw: d})
	}
	return list
}

// whole is a step of one variable inside of loops over some of its dimensions.
func whole(d *Draw, around []int) *Start {
	s := &Start{Draw: d}
	for k := range d.Elements {
		if !slices.Contains(around, k) {
			s.Loops = append(s.Loops, k)
		}
	}
	return s
}

// groups parts draws into those that read each other, what others read before what reads it: the strongly connected components
// in the order in which Tarjan's search leaves them.
func groups(all []*Draw, next func(d *Draw) []*Draw) (list [][]*Draw) {
	number, low := map[*Draw]int{}, map[*Draw]int{}
	var stack []*Draw
	var visit func(d *Draw)
	visit = func(d *Draw) {
		number[d] = len(number) + 1
		low[d] = number[d]
		stack = append(stack, d)
		for _, e := range next(d) {
			if number[e] == 0 {
				visit(e)
				low[d] = min(low[d], low[e])
			} else if slices.Contains(stack, e) {
				low[d] = min(low[d], number[e])
			}
		}
		if low[d] < number[d] {
			return
		}
		k := slices.Index(stack, d)
		group := slices.Clone(stack[k:])
		stack = stack[:k]
		slices.SortFunc(group, func(a, b *Draw) int { return slices.Index(all, a) - slices.Index(all, b) })
		list = append(list, group)
	}
	for _, d := range all {
		if number[d] == 0 {
			visit(d)
		}
	}
	return list
}
