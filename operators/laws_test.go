package operators

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mpc/dist"
)

// packageFiles parses the files of this package without its tests.
func packageFiles(t *testing.T) []*ast.File {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// Parameter names are the names of the annotations.
func TestTableNamesParameters(t *testing.T) {
	parameters := map[string][]string{}
	for _, f := range packageFiles(t) {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				names := []string{}
				for _, field := range fn.Type.Params.List {
					for _, n := range field.Names {
						names = append(names, n.Name)
					}
				}
				parameters[fn.Name.Name] = names
			}
		}
	}
	for _, op := range Table() {
		names, ok := parameters[op.Name()]
		if !ok || !ast.IsExported(op.Name()) {
			t.Errorf("%s is no exported top-level function", op.Name())
			continue
		}
		var args []string
		for _, a := range op.Args {
			args = append(args, a.Name)
		}
		if !slices.Equal(names, args) {
			t.Errorf("%s has parameters %v, annotated as %v", op.Name(), names, args)
		}
	}
}

// Every literal of an operator in the source is in the table, once.
func TestTableIsComplete(t *testing.T) {
	listed := map[string]int{}
	for _, op := range Table() {
		listed[op.Name()]++
	}
	literals := map[string]int{}
	for _, f := range packageFiles(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Func" {
				if value, ok := pair.Value.(*ast.Ident); ok {
					literals[value.Name]++
				}
			}
			return true
		})
	}
	for name, n := range literals {
		if listed[name] < n {
			t.Errorf("%s has %d literals, of which %d are in Table", name, n, listed[name])
		}
	}
	if len(literals) < 10 {
		t.Errorf("only %d literals found", len(literals))
	}
}

// No two operators answer to the same call, and factors and slots exist.
func TestTableIsUnambiguous(t *testing.T) {
	kinds := map[string]*Kind{}
	for _, k := range Kinds() {
		if kinds[k.Name] != nil {
			t.Errorf("two factors are named %s", k.Name)
		}
		kinds[k.Name] = k
	}
	buffers := map[string]bool{}
	for _, op := range Table() {
		buffers[op.Factor+" "+op.To] = true
	}
	seen := map[string]string{}
	for _, op := range Table() {
		k := kinds[op.Factor]
		if k == nil {
			t.Errorf("%s: there is no factor %s", op.Name(), op.Factor)
			continue
		}
		key := fmt.Sprint(op.Factor, " to ", op.To, " ", op.Algorithm, " ", op.Variant, " ", op.Apart)
		for i, in := range op.In() {
			key += " " + op.Args[i].Name + " " + in.String()
		}
		// Operators without parameters that tell are told apart by their result.
		if reflect.TypeOf(op.Func).NumOut() > 0 {
			key += " returns " + reflect.TypeOf(op.Func).Out(0).String()
		}
		if other := seen[key]; other != "" {
			t.Errorf("%s and %s are the same message: %s", other, op.Name(), key)
		}
		seen[key] = op.Name()
		for _, a := range op.Args {
			if a.Name == "evidence" && op.Factor == "gate" {
				continue // the compiler's own sum
			}
			if named := slices.Contains(k.Slots, a.Name) || buffers[op.Factor+" "+a.Name]; named != (a.Role() == Read) {
				t.Errorf("%s: %s has no slot or buffer %s, or it has the name of a role", op.Name(), op.Factor, a.Name)
			}
		}
		for i, in := range op.In() {
			vector := slices.Contains(k.Vectors, op.Args[i].Name) && in.Kind() == reflect.Slice
			if op.To == BranchEvidence && in.Kind() != reflect.Slice {
				continue // the element of one branch
			}
			if slices.Contains(k.Arrays, op.Args[i].Name) != (in.Kind() == reflect.Slice) && slices.Contains(k.Slots, op.Args[i].Name) && !vector {
				t.Errorf("%s: %s is an array in the factor or in the function, not in both", op.Name(), op.Args[i].Name)
			}
		}
		toOne := slices.ContainsFunc(op.Args, func(a Arg) bool { return a.Role() == Position })
		if slices.Contains(k.Arrays, op.To) && !slices.ContainsFunc(op.Args, func(a Arg) bool { return slices.Contains(k.Arrays, a.Name) }) && !op.Array() {
			toOne = true // each element is sent the same
		}
		if slices.Contains(k.Silent, op.To) {
			t.Errorf("%s: %s sends nothing to %s", op.Name(), op.Factor, op.To)
		}
		if slices.Contains(k.Arrays, op.To) != (op.Array() || toOne) {
			t.Errorf("%s: a message to an array has a parameter named to or index, and no other has", op.Name())
		}
		if len(op.Args) != len(op.In()) {
			t.Errorf("%s: %d parameters, %d annotations", op.Name(), len(op.In()), len(op.Args))
		}
		checkResults(t, op)
	}
}

// checkResults fails where an operator returns something else than a message,
// or a message and a fault, or, for an array of messages, a fault or nothing.
func checkResults(t *testing.T, op *Op) {
	t.Helper()
	fn := reflect.TypeOf(op.Func)
	fault := reflect.TypeFor[dist.Fault]()
	ok := fn.NumOut() == 1 && fn.Out(0) != fault || fn.NumOut() == 2 && fn.Out(0) != fault && fn.Out(1) == fault
	switch {
	case op.Array() || op.inPlace():
		ok = fn.NumOut() == 0 || fn.NumOut() == 1 && fn.Out(0) == fault
	case op.To == Evidence || op.To == BranchEvidence || op.To == Divergence || op.To == Coefficient:
		ok = fn.NumOut() == 1 && fn.Out(0).Kind() == reflect.Float64
	}
	if !ok {
		t.Errorf("%s returns %v", op.Name(), fn)
	}
}

// lawValue is an ordinary value of a parameter.
func lawValue(in reflect.Type) reflect.Value {
	switch in {
	case reflect.TypeFor[dist.Normal]():
		return reflect.ValueOf(dist.Normal{H: 0.3, P: 0.8})
	case reflect.TypeFor[dist.Gamma]():
		return reflect.ValueOf(dist.Gamma{Shape: 3, Rate: 2})
	case reflect.TypeFor[dist.InverseGamma]():
		return reflect.ValueOf(dist.InverseGamma{Shape: 3, Rate: 2})
	case reflect.TypeFor[dist.Beta]():
		return reflect.ValueOf(dist.Beta{A: 3, B: 2})
	case reflect.TypeFor[dist.Bernoulli]():
		return reflect.ValueOf(dist.Bernoulli{LogOdds: 0.7})
	case reflect.TypeFor[dist.Categorical]():
		return reflect.ValueOf(dist.CategoricalLogWeights(0.1, 0.7, -0.3))
	}
	if m, of := lawMoments[in]; of {
		return m.of(lawValue(m.message))
	}
	if in.Kind() == reflect.Pointer {
		return lawMemory(in)
	}
	if u, ok := lawVector(in); ok {
		return u
	}
	v := reflect.New(in).Elem()
	switch in.Kind() {
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v = reflect.MakeSlice(in, 3, 3)
		for i := range 3 {
			v.Index(i).Set(lawValue(in.Elem()))
		}
	}
	return v
}

// lawUniform is the uniform message of a parameter's type, an array of them for
// a slice, and nothing for a datum.
func lawUniform(in reflect.Type) (reflect.Value, bool) {
	switch in {
	case reflect.TypeFor[dist.Normal]():
		return reflect.ValueOf(dist.NormalUniform()), true
	case reflect.TypeFor[dist.Gamma]():
		return reflect.ValueOf(dist.GammaUniform()), true
	case reflect.TypeFor[dist.InverseGamma]():
		return reflect.ValueOf(dist.InverseGammaUniform()), true
	case reflect.TypeFor[dist.Beta]():
		return reflect.ValueOf(dist.BetaUniform()), true
	case reflect.TypeFor[dist.Bernoulli]():
		return reflect.ValueOf(dist.BernoulliUniform()), true
	case reflect.TypeFor[dist.Categorical]():
		return reflect.ValueOf(dist.CategoricalUniform(3)), true
	}
	if m, of := lawMoments[in]; of {
		u, ok := lawUniform(m.message)
		return m.of(u), ok
	}
	if in.Kind() == reflect.Struct {
		if u, ok := lawVector(in); ok {
			return u, true
		}
	}
	if in.Kind() == reflect.Slice {
		if u, ok := lawUniform(in.Elem()); ok {
			v := reflect.MakeSlice(in, 3, 3)
			for i := range 3 {
				v.Index(i).Set(u)
			}
			return v, true
		}
	}
	return reflect.Value{}, false
}

// lawIsUniform tells whether a message, each of an array, or each message in a
// buffer that holds messages alone, is uniform.
func lawIsUniform(v reflect.Value) bool {
	if m, ok := v.Interface().(interface{ IsUniform() bool }); ok {
		return m.IsUniform()
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			if !lawIsUniform(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if _, ok := v.Field(i).Interface().(interface{ IsUniform() bool }); ok && !lawIsUniform(v.Field(i)) {
				return false
			}
		}
	}
	return true
}

// A uniform message in a SkipIfUniform argument gives a uniform message and no
// fault: a schedule may leave such an update out.
func TestSkipIfUniform(t *testing.T) {
	checked := 0
	for _, op := range Table() {
		for i := range op.Args {
			in := op.In()
			uniform, ok := lawUniform(in[i])
			if op.Args[i].Flag&SkipIfUniform == 0 || !ok {
				continue
			}
			values := make([]reflect.Value, len(in))
			to := -1
			for k := range in {
				values[k] = lawArgument(op, k, in[k])
				if op.Args[k].Role() == Into {
					to = k
				}
			}
			values[i] = uniform
			out := reflect.ValueOf(op.Func).Call(values)
			checked++
			for _, o := range out {
				if f, ok := o.Interface().(dist.Fault); ok && f != dist.NoFault {
					t.Errorf("%s: fault %d for a uniform %s", op.Name(), f, op.Args[i].Name)
				}
			}
			message := reflect.Value{}
			if to >= 0 {
				message = values[to]
			} else {
				message = out[0]
			}
			if !lawIsUniform(message) {
				t.Errorf("%s: %v for a uniform %s", op.Name(), message.Interface(), op.Args[i].Name)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d arguments checked", checked)
	}
}

// A Safe operator gives a proper or uniform message and no fault for proper,
// uniform and ordinary observed arguments.
func TestSafe(t *testing.T) {
	for _, op := range Table() {
		if !op.Safe || op.To == Evidence {
			continue
		}
		in := op.In()
		for uniform := -1; uniform < len(in); uniform++ {
			values := make([]reflect.Value, len(in))
			for k := range in {
				values[k] = lawArgument(op, k, in[k])
			}
			if uniform >= 0 {
				u, ok := lawUniform(in[uniform])
				if !ok {
					continue
				}
				values[uniform] = u
			}
			for _, o := range reflect.ValueOf(op.Func).Call(values) {
				if f, ok := o.Interface().(dist.Fault); ok && f != dist.NoFault {
					t.Errorf("%s%v: fault %d", op.Name(), values, f)
				}
				if m, ok := o.Interface().(interface {
					IsUniform() bool
					IsProper() bool
				}); ok && !m.IsUniform() && !m.IsProper() {
					t.Errorf("%s%v: improper %v", op.Name(), values, m)
				}
			}
		}
	}
}

// An operator writes to no array but to and scratch: generated code hands it parts
// of the data, and arrays that the next operator reads too.
func TestArraysStay(t *testing.T) {
	checked := 0
	for _, op := range Table() {
		in := op.In()
		values, before := make([]reflect.Value, len(in)), make([]reflect.Value, len(in))
		for k := range in {
			values[k], before[k] = lawArgument(op, k, in[k]), lawArgument(op, k, in[k])
			if op.Args[k].Role() == Scratch {
				values[k] = reflect.MakeSlice(in[k], 16, 16) // for three elements
			}
		}
		reflect.ValueOf(op.Func).Call(values)
		for k, a := range op.Args {
			if in[k].Kind() != reflect.Slice || a.Role() == Into || a.Role() == Scratch {
				continue
			}
			checked++
			if !reflect.DeepEqual(values[k].Interface(), before[k].Interface()) {
				t.Errorf("%s changes %s", op.Name(), a.Name)
			}
		}
	}
	if checked < 15 {
		t.Errorf("only %d arrays checked", checked)
	}
}
