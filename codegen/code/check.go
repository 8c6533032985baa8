package code

import (
	"fmt"
	"strings"
)

// A Problem is what is wrong with a program, at a statement of a function or at a declaration.
type Problem struct {
	Row  string // or table, or ""
	Stmt int    // its number, or 0
	Text string
}

func (p Problem) String() string {
	switch {
	case p.Stmt > 0:
		return fmt.Sprintf("%s, statement %d: %s", p.Row, p.Stmt, p.Text)
	case p.Row != "":
		return fmt.Sprintf("%s: %s", p.Row, p.Text)
	}
	return p.Text
}

// Problems is an error of one or more.
type Problems []Problem

func (list Problems) Error() string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.String())
	}
	return strings.Join(texts, "\n")
}

// Check returns nil, or Problems: everything that is wrong with a program. It checks that
//   - names are used once, and values are defined before they are used and in their block;
//   - operands and results have the types that are wanted;
//   - indices are as many as dimensions, and within them: see bounds;
//   - every fault is looked at;
//   - no store is dead: one that no result, saved state, next iteration or next run reads;
//   - passes of a parallel loop do not depend on each other;
//   - data are not written.
func Check(p *Program) error {
	c := &checker{program: p, effects: FindEffects(p), numbers: map[int]bool{}}
	c.declarations()
	for _, r := range p.Rows {
		if r.Body != nil {
			c.function(r)
		}
	}
	c.unread()
	if len(c.problems) == 0 {
		return nil
	}
	return c.problems
}

// A checker collects problems.
type checker struct {
	program  *Program
	effects  map[*Row]*Effects
	problems Problems
	numbers  map[int]bool // of statements

	row     *Row
	stmt    *Stmt
	names   map[string]bool // of values of the function
	scope   map[*Value]bool // values that are defined here
	looked  map[*Value]bool // faults that are read
	faults  map[*Value]*Stmt
	extents *extents
}

func (c *checker) report(format string, args ...any) {
	p := Problem{Text: fmt.Sprintf(format, args...)}
	if c.row != nil {
		p.Row = c.row.Name
	}
	if c.stmt != nil {
		p.Stmt = c.stmt.Number
	}
	c.problems = append(c.problems, p)
}

// function checks a row with a body.
func (c *checker) function(r *Row) {
	c.row = r
	c.names, c.scope = map[string]bool{}, map[*Value]bool{}
	c.looked, c.faults = map[*Value]bool{}, map[*Value]*Stmt{}
	c.extents = newExtents(r)
	for _, p := range r.Params {
		c.define(p.Value)
		if _, handle := p.Of.(Handle); p.Access != Read && !handle {
			c.report("%s is written to: a function writes to the tables themselves", p.Name)
		}
	}
	c.block(r.Body, r.Results)
	r.Body.Walk(func(s *Stmt) bool {
		for _, v := range s.Results {
			if c.faults[v] == s && !c.looked[v] {
				c.stmt = s
				c.report("nothing looks at the fault %s", v)
			}
		}
		return true
	})
	c.stmt = nil
	c.overwritten(r.Body)
	c.row = nil
}

// define brings a value into the scope.
func (c *checker) define(v *Value) {
	switch {
	case c.names[v.Name]:
		c.report("there are two values %s", v)
	case keywords[v.Name]:
		c.report("%s is a word of the language", v)
	case c.program.Table(v.Name) != nil:
		c.report("%s is a table, and cannot be a value", v)
	}
	c.names[v.Name], c.scope[v] = true, true
	if v.Of == Fault && c.stmt != nil {
		c.faults[v] = c.stmt
	}
}

// block checks statements and that the block gives values of the types wanted. What it
// defines is out of scope behind it.
func (c *checker) block(b *Block, want []Type) {
	outer := c.stmt
	var defined []*Value
	for _, s := range b.Stmts {
		c.stmt = s
		if s.Number <= 0 || c.numbers[s.Number] {
			c.report("its number is not its own")
		}
		c.numbers[s.Number] = true
		c.reads(s)
		c.action(s)
		for _, v := range s.Results {
			c.define(v)
			defined = append(defined, v)
		}
	}
	c.stmt = outer
	c.given(b.Gives, want)
	for _, v := range defined {
		delete(c.scope, v)
	}
}

func (c *checker) given(gives []Operand, want []Type) {
	if len(gives) != len(want) {
		c.report("a block gives %d values, and %d are wanted", len(gives), len(want))
		return
	}
	for i, x := range gives {
		c.operand(x)
		c.want(x, want[i], "what a block gives")
	}
}

// reads checks that what a statement reads is defined.
func (c *checker) reads(s *Stmt) {
	for _, x := range Operands(s.Do) {
		c.operand(x)
	}
}

func (c *checker) operand(x Operand) {
	v, ok := x.(*Value)
	if !ok {
		return
	}
	if !c.scope[v] {
		c.report("%s is read where it is not defined", v)
	}
	c.looked[v] = true
}

func (c *checker) want(x Operand, t Type, what string) {
	if x.Type() != t {
		c.report("%s is %s, and %s is %s", what, t, x, x.Type())
	}
}
