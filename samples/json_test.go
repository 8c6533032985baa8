package samples

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	real := Real{1.0 / 3, 2, 1e-300, 400.5, 321, math.NaN(), -1, math.Inf(-1), math.Inf(1), 0.25, Presence{}}
	row := Vector{[]float64{1, 2}, []float64{3, 4}, []float64{5, 6}, []float64{7, 8}, []float64{9, 10}, []float64{11, math.Inf(1)}, []float64{13, 14}, []float64{15, 16}, []float64{17, 0.1}, []float64{0.5, math.NaN()}, Presence{}}
	var matrix Matrix
	matrix.add(row)
	matrix.add(row)
	for _, c := range []struct {
		value any
		text  string
	}{
		{real, `{"dist":"samples","mean":0.3333333333333333,"sd":2,"mcse":1e-300,"ess_bulk":400.5,"ess_tail":321,"rhat":null,"q05":-1,"q50":-1.7976931348623157e+308,"q95":1.7976931348623157e+308,"pareto_k":0.25}`},
		{Truth{0.3, 0.01, 1000, 1.001, Presence{}}, `{"dist":"samples","p":0.3,"mcse":0.01,"ess_bulk":1000,"rhat":1.001}`},
		{Index{[]float64{0.25, 0.75}, []float64{0.1, 0.2}, 99, 1, Presence{}}, `{"dist":"samples","p":[0.25,0.75],"mcse":[0.1,0.2],"ess_bulk":99,"rhat":1}`},
		{row, `{"dist":"samples","mean":[1,2],"sd":[3,4],"mcse":[5,6],"ess_bulk":[7,8],"ess_tail":[9,10],"rhat":[11,null],"q05":[13,14],"q50":[15,16],"q95":[17,0.1],"pareto_k":[0.5,null]}`},
		{matrix, ""},
		{Truth{0.3, 0.01, 1000, 1.001, Presence{true, 17}}, `{"dist":"samples","p":0.3,"mcse":0.01,"ess_bulk":1000,"rhat":1.001,"draws":17}`},
		{Vector{Presence: Presence{Local: true}}, `{"dist":"samples","mean":[],"sd":[],"mcse":[],"ess_bulk":[],"ess_tail":[],"rhat":[],"q05":[],"q50":[],"q95":[],"pareto_k":[],"draws":0}`},
	} {
		text, err := json.Marshal(c.value)
		if err != nil || c.text != "" && string(text) != c.text {
			t.Errorf("%+v: %s, %v", c.value, text, err)
		}
		back := reflect.New(reflect.TypeOf(c.value))
		if err := json.Unmarshal(text, back.Interface()); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		again, err := json.Marshal(back.Elem().Interface())
		if err != nil || string(again) != string(text) {
			t.Errorf("%s reads back as %s, %v", text, again, err)
		}
		read, err := ReadSummary(text)
		if err != nil || reflect.TypeOf(read) != reflect.TypeOf(c.value) {
			t.Errorf("%s is read as %T, %v", text, read, err)
		}
	}
	if !math.IsInf(row.Real(1).RHat, 1) || matrix.Real(1, 0).Q95 != 17 {
		t.Errorf("components %+v, %+v", row.Real(1), matrix.Real(1, 0))
	}
}

// TestEarlierJSON: results that do not tell Pareto k are read, which is not known then.
func TestEarlierJSON(t *testing.T) {
	for _, text := range []string{
		`{"dist":"samples","mean":1,"sd":2,"mcse":3,"ess_bulk":4,"ess_tail":5,"rhat":1,"q05":7,"q50":8,"q95":9}`,
		`{"dist":"samples","mean":[1],"sd":[2],"mcse":[3],"ess_bulk":[4],"ess_tail":[5],"rhat":[1],"q05":[7],"q50":[8],"q95":[9]}`,
		`{"dist":"samples","mean":[[1]],"sd":[[2]],"mcse":[[3]],"ess_bulk":[[4]],"ess_tail":[[5]],"rhat":[[1]],"q05":[[7]],"q50":[[8]],"q95":[[9]]}`,
	} {
		read, err := ReadSummary([]byte(text))
		var x Real
		switch s := read.(type) {
		case Real:
			x = s
		case Vector:
			x = s.Real(0)
		case Matrix:
			x = s.Real(0, 0)
		}
		if err != nil || x.Q95 != 9 || !math.IsNaN(x.ParetoK) {
			t.Errorf("%s: %+v, %v", text, x, err)
		}
	}
}

// TestCopies: where declarations are copied beside generated code the keys of literals
// are taken for names of declarations if there are such, as of Index{MCSE: x} where MCSE
// is a function too. Such literals are written without keys.
func TestCopies(t *testing.T) {
	entries, err := Source.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	set, names, files := token.NewFileSet(), map[string]bool{}, []*ast.File{}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		src, err := Source.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(set, entry.Name(), src, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		for name := range f.Scope.Objects {
			names[name] = true
		}
	}
	if len(files) < 15 || !names["MCSE"] {
		t.Fatalf("%d files, names %v", len(files), names)
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if pair, ok := n.(*ast.KeyValueExpr); ok {
				if key, ok := pair.Key.(*ast.Ident); ok && names[key.Name] {
					t.Errorf("%s: key %s is the name of a declaration", set.Position(key.Pos()), key.Name)
				}
			}
			return true
		})
	}
}

func TestBadJSON(t *testing.T) {
	full := `"sd":1,"mcse":1,"ess_bulk":1,"ess_tail":1,"rhat":1,"q05":1,"q50":1,"q95":1}`
	for _, row := range [][2]string{
		{`7`, "was expected"},
		{`null`, "was expected"},
		{`{"mean":1}`, `"dist" must be "samples"`},
		{`{"dist":"normal","mean":1,"variance":2}`, `not "normal"`},
		{`{"dist":"samples",` + full, `"mean" is missing`},
		{`{"dist":"samples","mean":"x",` + full, `"mean" must be a number or null, not "x"`},
		{`{"dist":"samples","mean":[1,2],` + full, `"sd" must be a list of numbers`},
		{`{"dist":"samples","mean":1,"size":2,"a":3,` + full, `no field "a" is known`},
		{`{"dist":"samples","p":[1,0],"mcse":[0],"ess_bulk":1,"rhat":1}`, `"p" has 2 numbers, "mcse" 1`},
	} {
		got, err := ReadSummary([]byte(row[0]))
		if err == nil || !strings.Contains(err.Error(), row[1]) {
			t.Errorf("%s: %v, %v, want %s", row[0], got, err, row[1])
		}
	}
}

func TestString(t *testing.T) {
	var vector Vector
	for i := range 9 {
		vector.add(Real{float64(i + 1), 1, 0.2, 99 - float64(i), 89 - float64(i), 1.01 + float64(i)/100, 0, 0, 0, math.NaN(), Presence{}})
	}
	var matrix Matrix
	for i := range 2 {
		var row Vector
		for j := range 2 {
			row.add(Real{float64(i) + 1 + float64(j)/2, 0.5, 0.1, 50, 40, 1.01, 0, 0, 0, math.NaN(), Presence{}})
		}
		matrix.add(row)
	}
	for want, got := range map[string]string{
		"samples(mean 0.4, sd 1, 5% -1, 50% 0.5, 95% 2.123, error 0.01, effective draws 400/321, R-hat 1.002)":                         Real{0.4, 1, 0.01, 400, 321, 1.002, -1, 0.5, 2.1234, math.NaN(), Presence{}}.String(),
		"samples(true 0.3, error 0.01, effective draws 1000, R-hat 1.001, of 7 draws)":                                                 Truth{0.3, 0.01, 1000, 1.001, Presence{true, 7}}.String(),
		"samples([0.25, 0.75], error 0.2, effective draws 99, R-hat -)":                                                                Index{[]float64{0.25, 0.75}, []float64{0.1, 0.2}, 99, math.NaN(), Presence{}}.String(),
		"samples(mean [], sd [], error -, effective draws -, R-hat -)":                                                                 Vector{}.String(),
		"samples(mean [1, 2, 3, 4, 5, 6, 7, 8, ...], sd [1, 1, 1, 1, 1, 1, 1, 1, ...], error 0.2, effective draws 91/81, R-hat 1.090)": vector.String(),
		"samples(mean [[1, 1.5], [2, 2.5]], sd [[0.5, 0.5], [0.5, 0.5]], error 0.1, effective draws 50/40, R-hat 1.010)":               matrix.String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
