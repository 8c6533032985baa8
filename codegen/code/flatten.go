package code

import "fmt"

// Flatten returns a function as blocks with parameters.
func Flatten(r *Row) *Flat {
	f := &flattener{
		flat: &Flat{Name: r.Name}, names: map[*Value]string{}, targets: map[*Branch]*FlatBlock{},
		results: len(r.Results),
	}
	f.enter(&FlatBlock{})
	for _, p := range r.Params {
		f.names[p.Value] = f.param()
	}
	f.block(r.Body, func(gives []string) { f.leave(&Branch{Args: gives}) })
	for branch, to := range f.targets {
		branch.To = to.Number
	}
	return f.flat
}

// A flattener writes one block after the other.
type flattener struct {
	flat    *Flat
	at      *FlatBlock             // is being written
	names   map[*Value]string      // what stands for a value
	targets map[*Branch]*FlatBlock // whose numbers are known in the end
	values  int                    // so many have a number
	results int                    // of the function
}

// enter continues with a block.
func (f *flattener) enter(b *FlatBlock) {
	f.flat.Blocks = append(f.flat.Blocks, b)
	b.Number = len(f.flat.Blocks)
	f.at = b
}

func (f *flattener) leave(b *Branch) { f.at.Branches = append(f.at.Branches, b) }

// jump leaves the block for another one, on no condition if unless is "".
func (f *flattener) jump(to *FlatBlock, unless string, args ...string) {
	b := &Branch{Args: args, Unless: unless}
	f.targets[b] = to
	f.leave(b)
}

// number returns the name of one value more.
func (f *flattener) number() (int, string) {
	f.values++
	return f.values, valueName(f.values)
}

// param gives the block one parameter more.
func (f *flattener) param() string {
	n, name := f.number()
	f.at.Params = append(f.at.Params, n)
	return name
}

// add adds a statement. Where the block is left on a condition already, another one begins.
func (f *flattener) add(s *FlatStmt) {
	if len(f.at.Branches) > 0 {
		next := &FlatBlock{}
		f.jump(next, "")
		f.enter(next)
	}
	f.at.Stmts = append(f.at.Stmts, s)
}

// compute adds a statement that the structured form has none for: a test, a step of a loop.
func (f *flattener) compute(format string, args ...any) string {
	n, name := f.number()
	f.add(&FlatStmt{Results: []int{n}, Text: fmt.Sprintf(format, args...)})
	return name
}

func (f *flattener) text(o Operand) string {
	if v, ok := o.(*Value); ok {
		return f.names[v]
	}
	return o.String()
}

func (f *flattener) texts(list []Operand) []string {
	var texts []string
	for _, o := range list {
		texts = append(texts, f.text(o))
	}
	return texts
}

// block writes a block, which ends as end says with what it gives. If its last statement is a
// choice whose results it gives, the choice ends so in each of its blocks.
func (f *flattener) block(b *Block, end func(gives []string)) {
	for i, s := range b.Stmts {
		if i == len(b.Stmts)-1 && chooses(s.Do) && gives(b, s) {
			f.choice(s.Do, end)
			return
		}
		f.stmt(s)
	}
	end(f.texts(b.Gives))
}

func chooses(a Action) bool {
	switch a.(type) {
	case *If, *Switch:
		return true
	}
	return false
}

// gives tells whether a block gives the results of a statement and nothing else.
func gives(b *Block, s *Stmt) bool {
	if len(b.Gives) != len(s.Results) {
		return false
	}
	for i, x := range b.Gives {
		if x != Operand(s.Results[i]) {
			return false
		}
	}
	return true
}

func (f *flattener) stmt(s *Stmt) {
	switch a := s.Do.(type) {
	case *If, *Switch:
		after := &FlatBlock{}
		f.choice(a, func(gives []string) { f.jump(after, "", gives...) })
		f.enter(after)
		for _, v := range s.Results {
			f.names[v] = f.param()
		}
	case *For:
		f.loop(s, a)
	case *While:
		f.while(s, a)
	case *Fail:
		f.failure(a)
	default:
		flat := &FlatStmt{Stmt: s, Text: actionText(s.Do, f.text)}
		for _, v := range s.Results {
			n, name := f.number()
			flat.Results = append(flat.Results, n)
			f.names[v] = name
		}
		f.add(flat)
	}
}

// choice writes the blocks of an If or a Switch, each of which ends as end says.
func (f *flattener) choice(a Action, end func(gives []string)) {
	switch a := a.(type) {
	case *If:
		otherwise := &FlatBlock{}
		f.jump(otherwise, f.text(a.Cond))
		f.block(a.Then, end)
		f.enter(otherwise)
		f.block(a.Else, end)
	case *Switch:
		for _, c := range a.Cases {
			is := f.compute("%s == %d", f.text(a.On), c.Values[0])
			for _, v := range c.Values[1:] {
				is = f.compute("%s | %s", is, f.compute("%s == %d", f.text(a.On), v))
			}
			next := &FlatBlock{}
			f.jump(next, is)
			f.block(c.Block, end)
			f.enter(next)
		}
		f.block(a.Default, end)
	}
}

// failure leaves the function with a fault that is one, and zeros for its other results.
func (f *flattener) failure(a *Fail) {
	none := f.compute("%s == none", f.text(a.With))
	stop, next := &FlatBlock{}, &FlatBlock{}
	f.jump(stop, none)
	f.jump(next, "")
	f.enter(stop)
	var results []string
	for range f.results - 1 {
		results = append(results, "zero")
	}
	f.leave(&Branch{Args: append(results, f.text(a.With))})
	f.enter(next)
}

func (f *flattener) while(s *Stmt, a *While) {
	test, body, after := &FlatBlock{}, &FlatBlock{}, &FlatBlock{}
	f.jump(test, "", f.texts(firsts(a.Carry))...)
	f.enter(test)
	f.carried(a.Carry)
	f.block(a.Test, func(gives []string) {
		f.jump(after, gives[0])
		f.jump(body, "")
	})
	f.enter(body)
	f.block(a.Body, func(gives []string) { f.jump(test, "", gives...) })
	f.enter(after)
	f.ended(s.Results, a.Carry)
}

// carried makes what a loop carries parameters of the block.
func (f *flattener) carried(list []*Carry) {
	for _, c := range list {
		f.names[c.Value] = f.param()
	}
}

// ended says that the results of a loop are what it carries where it ends: its test is passed last.
func (f *flattener) ended(results []*Value, list []*Carry) {
	for i, c := range list {
		f.names[results[i]] = f.names[c.Value]
	}
}
