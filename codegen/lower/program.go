package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/model"
)

// A Program is the code of an inference, and what its parts stand for.
type Program struct {
	*code.Program
	Loops *loops.Program
	// Functions are the parts of steps that are lowered, by their names.
	Functions map[string]*code.Row
	// Declarations are these functions, and those of scans and of latent Gaussian models, as the package has them.
	Declarations []*Declaration
	// Unlowered says why a function is not, by its name.
	Unlowered map[string]error
	Tables    map[*code.Table]Source
	Callees   map[*code.Row]Callee
	// EvidenceParts are the statements and variables that have a part in the log evidence.
	EvidenceParts []EvidencePart
	// Readers are functions that read ahead for others.
	Readers map[*code.Row]*code.Row
	// Scan is nil where nothing is sampled, or some draw is not lowered: Unscanned says why.
	Scan      *Scan
	Unscanned error
	// Gaussian is nil where the model is no latent Gaussian model whose posterior is computed as a whole.
	Gaussian *Gaussian
	// Filter is nil where the model is no chain over time that can be filtered; NoFilter says why not, where there
	// is a chain.
	Filter   *Filter
	NoFilter string
	// Run is what a run of a model that passes messages calls.
	Run *Run
	// Shares is set where workers share what a run does.
	Shares   bool
	shapes   map[string]*Shape
	declared map[*code.Row]*Declaration
	// variableNames are the names of variables in the package, by ID.
	variableNames []string
	meanings
}

// meanings are those of values and types of code.
type meanings struct {
	// Indices are the loop indices of the model that values stand for, Locals the tables of which
	// a value holds the one message that is there.
	Indices map[*code.Value]*model.Index
	Locals  map[*code.Value]*loops.Table
	// Maybe are handles of values that may be missing, with the types of these.
	Maybe map[code.Type]code.Type
	// Packages are those of records and handles, by their names.
	Packages map[string]string
}

// Sampled tells whether the variables of the model are drawn.
func (p *Program) Sampled() bool { return p.Loops.Message.Sampling != nil }

// An unlowered panic says what a function needs that is not lowered.
type unlowered string

func (u unlowered) Error() string { return string(u) }

func notYet(format string, args ...any) { panic(unlowered(fmt.Sprintf(format, args...))) }

// Lower makes the code of the steps of an inference.
func Lower(p *loops.Program) *Program {
	l := &lowering{
		Program: &Program{Program: &code.Program{Name: p.Message.Graph.Model.Name}, Loops: p,
			Functions: map[string]*code.Row{}, Unlowered: map[string]error{}, Tables: map[*code.Table]Source{},
			Callees: map[*code.Row]Callee{}, meanings: meanings{Indices: map[*code.Value]*model.Index{}, Locals: map[*code.Value]*loops.Table{}, Maybe: map[code.Type]code.Type{}, Packages: map[string]string{}},
			Readers: map[*code.Row]*code.Row{}, shapes: map[string]*Shape{}, declared: map[*code.Row]*Declaration{}, variableNames: namesOf(p.Message.Graph.Variables)},
		messages: map[*loops.Table]*code.Table{}, inputs: map[*model.Input]*code.Table{}, named: map[string]*code.Table{},
		records: map[string]code.Type{}, free: map[code.Type][]*code.Table{},
		state: map[string]*code.Table{}, tried: map[*loops.Table]*code.Table{}, lists: map[string]*code.Table{}, widths: map[*loops.Table]*code.Table{},
	}
	for _, s := range p.Steps {
		if !s.Iterate {
			l.part(s, Steps.has(fmt.Sprintf("once%d", s.ID), fmt.Sprintf("is step %d, which runs once.", s.ID)), s.Body, false)
			continue
		}
		l.initial(s)
		l.part(s, Steps.has(fmt.Sprintf("iterate%d", s.ID), fmt.Sprintf("is one iteration of step %d.", s.ID)), s.Body, true)
		l.part(s, Steps.has(fmt.Sprintf("final%d", s.ID), fmt.Sprintf("computes what is needed once after iteration %d.", s.ID)), s.Final, false)
		l.changes(s)
	}
	if p.Message.Sampling == nil {
		l.gaussian()
		l.evidence()
		l.posteriors()
		l.shared()
		l.totals()
		l.momentsAgain()
		l.kept()
		l.checkMarginals()
		l.ignored()
		l.filter()
	} else {
		l.scan()
		l.makeLists()
	}
	l.checkIndices()
	l.reads()
	l.readAll()
	l.starts()
	l.sizes()
	l.allocate()
	if p.Message.Sampling == nil {
		l.reset()
		l.saved()
	}
	l.arrays()
	l.Shares = l.shares()
	l.prepare()
	l.replace()
	l.set()
	if p.Message.Sampling == nil {
		l.run()
	}
	l.tellApart()
	return l.Program
}

// tellApart renames tables that are called as a row or a record is, and values that are called as a
// table is: some were declared after them.
func (l *lowering) tellApart() {
	taken := map[string]bool{}
	for _, r := range l.Rows {
		taken[r.Name] = true
	}
	for _, r := range l.Records {
		taken[r.Name] = true
	}
	for _, h := range l.Handles {
		taken[h.Name] = true
	}
	for _, t := range l.Program.Program.Tables {
		base := t.Name
		for n := 1; taken[t.Name]; n++ {
			t.Name = fmt.Sprintf("%s_%d", base, n)
		}
		taken[t.Name] = true
	}
	for _, r := range l.Rows {
		if r.Body == nil {
			continue
		}
		names := map[string]bool{}
		values := r.Values()
		for _, v := range values {
			names[v.Name] = true
		}
		for _, v := range values {
			if l.Program.Table(v.Name) == nil {
				continue
			}
			base := v.Name
			for n := 1; names[v.Name] || l.Program.Table(v.Name) != nil; n++ {
				v.Name = fmt.Sprintf("%s_%d", base, n)
			}
			names[v.Name] = true
		}
	}
}

// A lowering is a program that is made.
type lowering struct {
	*Program
	messages map[*loops.Table]*code.Table
	inputs   map[*model.Input]*code.Table
	named    map[string]*code.Table // starts and sizes, by their dimensions
	records  map[string]code.Type
	// dimension are indices of loops over all elements of a variable.
	dimension []*model.Index
	readers   int // how many functions read ahead
	// complaints is how many errors about data there are.
	complaints int
	free       map[code.Type][]*code.Table // messages to work in that no block uses
	// state, tried, weights and lists are tables of chains.
	state   map[string]*code.Table
	tried   map[*loops.Table]*code.Table
	weights *code.Table
	lists   map[string]*code.Table
	widths  map[*loops.Table]*code.Table
	// shifts are the widths of moves of numbers with elements.
	shifts *code.Table
	// directions are those of moves of numbers together.
	directions *code.Table
	// collapsed are those of numbers that are proposed with others integrated out.
	collapsed *code.Table
	// oneBlocks are those of normals that are proposed as one block.
	oneBlocks *code.Table
}

// part lowers a part of a step; damped is set for the body of an iteration.
func (l *lowering) part(s *loops.Step, m *Declaration, body []loops.Stmt, damped bool) {
	if len(body) == 0 {
		return
	}
	l.make(m, types(code.Fault), func(f *function) {
		f.damped = damped
		f.forgetFound(body)
		f.stmts(body)
	})
}

// make makes a function.
func (l *lowering) make(m *Declaration, results []code.Type, body func(f *function)) {
	name := m.row
	rows, tables, numbers := len(l.Rows), len(l.Program.Program.Tables), l.Statements
	f := l.function(name)
	f.row.Results = results
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unlowered:
			l.Unlowered[name] = r
			l.forget(rows, tables, numbers)
		default:
			panic(r)
		}
	}()
	body(f)
	if f.row.Fails() {
		f.gives(code.None)
	}
	f.release()
	if called := l.Program.Row(name); called != nil { // a function before calls it
		*called = *f.row
		delete(l.Callees, called)
		l.Functions[name] = l.adds(m, called)
		return
	}
	l.Rows = append(l.Rows, f.row)
	l.Functions[name] = l.adds(m, f.row)
}

// forget takes away what has been declared for a function that is not lowered after all.
func (l *lowering) forget(rows, tables, numbers int) {
	for _, r := range l.Rows[rows:] {
		delete(l.Callees, r)
		delete(l.Readers, r)
	}
	clear(l.free)
	for _, t := range l.Program.Program.Tables[tables:] {
		s := l.Tables[t]
		delete(l.Tables, t)
		delete(l.messages, s.Messages)
		delete(l.inputs, s.Input)
		for key, x := range l.named {
			if x == t {
				delete(l.named, key)
			}
		}
	}
	l.Rows, l.Program.Program.Tables, l.Statements = l.Rows[:rows], l.Program.Program.Tables[:tables], numbers
	l.forgetDeclarations()
}
