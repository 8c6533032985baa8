package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/codegen/names"
	"mpc/loops"
	"mpc/model"
)

// A function is a generated method of the Inference, or of a chain, while its body is
// printed. What the body reads of them is copied to local variables at its start, so that
// slices are in registers and their bounds are known.
type function struct {
	g       *generator
	self    string // the receiver
	body    printer
	hoisted map[string]string // local name -> value
	names   map[*model.Index]string
	used    map[string]bool // names of loop indices and positions
	headers []blockHeader
	scopes  []*scope            // of the blocks around, innermost last
	free    map[string][]string // scratch messages that no block needs any more, by their type
	counter int
	// direct makes the body read fields where they are: it writes them too.
	direct bool
}

// A scope holds what the statements of a block declare for those after them.
type scope struct {
	known    map[string]string // text of an index or a count -> local variable
	messages []scratchMessage  // that hold what is read in the block, and are free behind it
}

func newScope() *scope {
	return &scope{known: map[string]string{}}
}

// enter opens the scope of a block.
func (f *function) enter() { f.scopes = append(f.scopes, newScope()) }

// leave closes the scope of a block.
func (f *function) leave() {
	last := len(f.scopes) - 1
	for _, m := range slices.Backward(f.scopes[last].messages) {
		f.free[m.typ] = append(f.free[m.typ], m.name)
	}
	f.scopes = f.scopes[:last]
}

// scope is that of the innermost block.
func (f *function) scope() *scope { return f.scopes[len(f.scopes)-1] }

func (g *generator) function() *function {
	return &function{g: g, self: "inf", hoisted: map[string]string{}, names: map[*model.Index]string{}, used: map[string]bool{}, free: map[string][]string{}, scopes: []*scope{newScope()}}
}

func (f *function) env(dims ...string) env { return env{g: f.g, f: f, dims: dims} }

// index is the Go variable of a loop index.
func (f *function) index(i *model.Index) string {
	if n, ok := f.names[i]; ok {
		return n
	}
	n := f.fresh(local(i.Name))
	f.names[i] = n
	return n
}

// taken tells whether a name is that of another local variable, or may become it.
func (f *function) taken(name string) bool {
	if f.g.fields == nil {
		f.g.fields = map[string]bool{}
		for _, in := range f.g.model.Inputs {
			f.g.fields[names.Plain(local(in.Name))] = true
		}
		for _, in := range f.g.others() {
			f.g.fields[names.Plain(local(in.Name))] = true
		}
		for _, t := range f.g.program.Tables {
			f.g.fields[names.Plain(f.g.tableName(t))] = true
		}
	}
	return f.takenPlain(names.Plain(name))
}

func (f *function) takenPlain(name string) bool { return f.used[name] || f.g.fields[name] }

// fresh is a name for a local variable that no other has or may get: a second k is
// kk, as k2 may count the messages of an update. Positions in arrays and depths heed
// other names themselves, so that a second i is i2.
func (f *function) fresh(name string) string {
	if plain := names.Plain(name); f.taken(name) && numbered(plain+"2") && plain != string(positionPrefix) && plain != string(depthPrefix) {
		if len(plain) == 1 {
			name += plain
		} else {
			name += "_"
		}
	}
	number, plain := "", names.Plain(name)
	for k := 2; f.takenPlain(plain + number); k++ {
		number = strconv.Itoa(k)
	}
	f.used[plain+number] = true
	return name + number
}

// depth is the index at a depth of nested loops over an array.
func (f *function) depth(k int) string {
	name := depthPrefix.name(k)
	f.used[name] = true
	return name
}

// next is a numbered name that the function has not used.
func (f *function) next(p prefix) string {
	for {
		f.counter++
		if name := p.name(f.counter); !f.taken(name) {
			f.used[name] = true
			return name
		}
	}
}

// field makes a field of the receiver, or with & a pointer to one, a local variable.
func (f *function) field(name, path string) string {
	if of, ok := strings.CutPrefix(path, "&"); ok {
		return f.hoist(name, "&"+f.self+"."+of)
	}
	return f.hoist(name, f.self+"."+path)
}

// hoist makes what has the same value in all of the body a local variable, which is not
// to hide the receiver.
func (f *function) hoist(name, value string) string {
	if f.direct {
		return value
	}
	if name == f.self {
		name += "_"
	}
	f.hoisted[name] = value
	return name
}

// input prints an element of an input.
func (f *function) input(in *model.Input, args []*model.Expr, v env) string {
	name := f.field(local(in.Name), "in."+local(in.Name))
	if len(in.Dims) == 0 {
		return name
	}
	s := name + "[" + f.flat(f.g.shape(in.Dims), args, v) + "]"
	if in.Type.Kind == model.IndexKind {
		s = "int(" + s + ")"
	}
	if name := f.known(s); name != "" {
		return name
	}
	return s
}

// load prints an element of a table.
func (f *function) load(t *loops.Table, args []*model.Expr, v env) string {
	name := f.table(t)
	if t.Local {
		return name
	}
	if t.Seen != nil {
		if args == nil {
			return name + "[0]"
		}
		if t.MaybeSeen() {
			return "engine.MessageOf(" + name + "[0], " + f.env().real(t.Datum(args)) + ")"
		}
		return name + "[0].At(" + f.env().real(t.Datum(args)) + ")"
	}
	args = t.Distinct(args)
	if len(t.Dims) == 0 {
		return name + "[0]"
	}
	if t.Values != nil {
		return f.valuedAt(t, args, v)
	}
	if t.Packed {
		return name + ".At(" + f.flat(f.g.shape(t.Dims), args, v) + ")"
	}
	return name + "[" + f.flat(f.g.shape(t.Dims), args, v) + "]"
}

// table is the local variable of a table.
func (f *function) table(t *loops.Table) string {
	name := f.g.tableName(t)
	if t.Local {
		return name
	}
	return f.field(name, f.g.tableField(t))
}

// flat prints the position of an element in the flat array of a shape. A
// position that is no plain variable gets one of its own, once per block.
func (f *function) flat(s *shape, args []*model.Expr, v env) string {
	if len(args) == 0 {
		return "0"
	}
	pos := v.whole(args[0])
	for k := 1; k < len(args); k++ {
		x := v.whole(args[k])
		switch {
		case s.ragged[k]:
			start := f.field(s.start(k), s.start(k))
			pos = fmt.Sprintf("%s[%s] + %s", start, pos, group(x))
		case x == "0":
			pos = fmt.Sprintf("%s*%s", group(pos), f.size(s, k))
		default:
			pos = fmt.Sprintf("%s*%s + %s", group(pos), f.size(s, k), group(x))
		}
	}
	if v.inline || v.dims != nil || isName(pos) {
		return pos
	}
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if name, ok := f.scopes[i].known[pos]; ok {
			return name
		}
	}
	if isNumber(pos) {
		return pos
	}
	name := f.next(positionPrefix)
	f.body.line("%s := %s", name, pos)
	f.scope().known[pos] = name
	return name
}

func (f *function) size(s *shape, k int) string {
	if d := s.dims[k]; d.Op == model.OpNumber {
		return fmt.Sprint(int(d.Value))
	}
	return f.field(s.size(k), s.size(k))
}

func isName(s string) bool {
	for _, r := range s {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80) {
			return false
		}
	}
	return !isNumber(s)
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// header prints the local variables that the body uses.
func (f *function) header(p *printer) {
	used := make([]string, 0, len(f.hoisted))
	words := wordsOf(spoken(f.body.String()))
	for n := range f.hoisted {
		if words[n] {
			used = append(used, n)
		}
	}
	slices.SortFunc(used, func(a, b string) int { return strings.Compare(names.Plain(a), names.Plain(b)) })
	for _, n := range used {
		p.line("%s := %s", n, f.hoisted[n])
	}
}

// keep stores a grown scratch slice back, so that the next call finds it large
// enough.
func (f *function) keep(name string) { f.body.line("%s.%s = %s", f.self, name, name) }

// known is the variable that holds the value of an expression, in the blocks around.
func (f *function) known(text string) string {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if name := f.scopes[i].known[text]; name != "" {
			return name
		}
	}
	return ""
}
