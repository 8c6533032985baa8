package lower

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/dist"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/lang/functions"
	"mpc/model"
	"mpc/operators"
)

// row returns the row of a name, which it declares at first.
func (l *lowering) row(name string, c Callee, results []code.Type, params ...*code.Param) *code.Row {
	if r := l.Program.Row(name); r != nil {
		if !l.same(r, c, params) {
			notYet("two rows are called %s", name)
		}
		return r
	}
	r := &code.Row{Name: name, Params: params, Results: results}
	l.Rows = append(l.Rows, r)
	l.Callees[r] = c
	return r
}

// same tells whether a row is what is asked for by its name.
func (l *lowering) same(r *code.Row, c Callee, params []*code.Param) bool {
	of, ok := l.Callees[r]
	return r.Body != nil || ok && of.Kind == c.Kind && of.Name == c.Name && slices.EqualFunc(r.Params, params, func(a, b *code.Param) bool { return a.Of == b.Of })
}

func param(name string, t code.Type) *code.Param {
	return &code.Param{Value: &code.Value{Name: name, Of: t}}
}

// indexParam is a parameter for an index of a loop of the model, whose name may be a word of code, a table's, or that of another parameter.
func (l *lowering) indexParam(i *model.Index, others ...*code.Param) *code.Param {
	name := i.Name
	taken := func(p *code.Param) bool { return p.Value.Name == name }
	for n := 2; code.Keyword(name) || l.Program.Table(name) != nil || slices.ContainsFunc(others, taken); n++ {
		name = fmt.Sprintf("%s_%d", i.Name, n)
	}
	return param(name, code.Whole)
}

func written(name string, t code.Type, access code.Access) *code.Param {
	return &code.Param{Value: &code.Value{Name: name, Of: t}, Access: access}
}

func types(list ...code.Type) []code.Type { return list }

// function is the row of a function of numbers.
func (l *lowering) math(name string, result code.Type, params ...code.Type) *code.Row {
	var list []*code.Param
	for i, t := range params {
		list = append(list, param(string(rune('x'+i)), t))
	}
	short := strings.ToLower(name[strings.IndexByte(name, '.')+1:])
	if short == "floor" { // a word of code
		short = "wholeBelow"
	}
	switch {
	case result == code.Whole:
		short += "Whole"
	case functions.Named(name) != nil: // an extreme, beside those of package math
		short = map[int]string{1: "greatest", -1: "least"}[functions.Named(name).Extreme]
	}
	return l.row(short, Callee{Kind: Function, Name: name}, types(result), list...)
}

// method is the row of a method of a family's messages, totals or moments.
func (l *lowering) method(of code.Type, name string, results []code.Type, params ...*code.Param) *code.Row {
	short := strings.ToLower(name[:1]) + name[1:] + of.String()
	return l.row(short, Callee{Kind: Method, Name: name}, results, append([]*code.Param{param("x", of)}, params...)...)
}

// lowerFirst makes a name of Go that of a row.
func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// uniform is the row of the message that says nothing.
func (l *lowering) uniform(f factor.Family) *code.Row {
	t := l.family(f.String())
	return l.row("uniform"+t.String(), Callee{Kind: Function, Name: "dist." + t.String() + "Uniform"}, types(t))
}

// fault is the row of one of the faults that package dist names.
func (l *lowering) fault(name string) *code.Row {
	return l.row(strings.ToLower(name[:1])+name[1:], Callee{Kind: Function, Name: "dist." + name}, types(code.Fault))
}

// operator is the row of an operator.
func (l *lowering) operator(op *operators.Op) *code.Row {
	t := reflect.TypeOf(op.Func)
	var params []*code.Param
	for i := range t.NumIn() {
		p := param(string(rune('a'+i)), l.reflected(t.In(i)))
		if t.In(i).Kind() == reflect.Pointer {
			p.Access = code.Update
			if works[t.In(i).Elem()] {
				p.Access = code.Work
			}
		}
		if op.Args[i].Role() == operators.Into && t.In(i).Kind() == reflect.Slice {
			p.Access = code.Write
			if elem := p.Of.(code.Array).Elem; isHandle(elem) {
				p.Of = elem // it is given the first
			}
		}
		params = append(params, p)
	}
	var results []code.Type
	for i := range t.NumOut() {
		results = append(results, l.reflected(t.Out(i)))
	}
	return l.row(op.Name(), Callee{Kind: Function, Name: "operators." + op.Name()}, results, params...)
}

// reflected is the type of what Go has as t.
func (l *lowering) reflected(t reflect.Type) code.Type {
	switch t.Kind() {
	case reflect.Bool:
		return code.Truth
	case reflect.Int:
		return code.Whole
	case reflect.Float64:
		return code.Real
	case reflect.Slice:
		return code.Array{Elem: l.reflected(t.Elem())}
	case reflect.Struct:
		return l.record(t)
	case reflect.Pointer:
		return l.reflected(t.Elem())
	}
	if t.Name() == "Fault" {
		return code.Fault
	}
	notYet("%s", t)
	return nil
}

// record is the record of a Go struct: a handle where it is no struct of numbers.
func (l *lowering) record(t reflect.Type) code.Type {
	if r := l.records[t.Name()]; r != nil {
		return r
	}
	l.Packages[t.Name()] = path.Base(t.PkgPath())
	r := &code.Record{Name: t.Name(), Sort: sortOf(t)}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type.Kind() != reflect.Float64 {
			h := code.Handle{Name: t.Name()}
			l.Handles = append(l.Handles, h)
			l.records[t.Name()] = h
			return h
		}
		r.Fields = append(r.Fields, code.Field{Name: f.Name, Type: code.Real})
	}
	l.Records = append(l.Records, r)
	l.records[t.Name()] = r
	return r
}

func sortOf(t reflect.Type) code.Sort {
	switch {
	case families.Of(t) != nil:
		return code.Message
	case families.OfMoments(t) != nil:
		return code.Moments
	}
	return code.Plain
}

// works are the types of memory that operators calculate in.
var works = map[reflect.Type]bool{reflect.TypeFor[dist.MvWork](): true, reflect.TypeFor[dist.CategoricalWork](): true}

func isHandle(t code.Type) bool {
	_, ok := t.(code.Handle)
	return ok
}

// family is the type of a family's messages, by its name.
func (l *lowering) family(name string) code.Type {
	return l.reflected(families.Named(name).Message)
}

// element is the type of the elements of a table.
func (l *lowering) element(t *loops.Table) code.Type {
	switch t.Role {
	case loops.Constant, loops.Drawn:
		switch t.Type.Kind {
		case model.Bool:
			return code.Truth
		case model.Real:
			return code.Real
		case model.DistKind:
			notYet("constants that are distributions")
		}
		return code.Whole
	case loops.Total:
		return l.total(t.Family)
	case loops.Moments:
		return l.reflected(t.Family.Row().Moments)
	}
	return l.family(t.Family.String())
}

// total is the type of a product from which messages can be taken out: a handle, as only its
// methods look into it.
func (l *lowering) total(f factor.Family) code.Type {
	return l.handle("dist", f.Row().Go()+"Total")
}
