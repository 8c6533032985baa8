package bugs

import (
	"reflect"
	"strings"
	"testing"
)

func aNumber(v float64) *Array { return &Array{Values: []float64{v}, Whole: v == float64(int(v))} }

func aVector(v ...float64) *Array {
	a := &Array{Dim: []int{len(v)}, Values: v}
	a.tidy()
	return a
}

func aMatrix(rows, columns int, v ...float64) *Array {
	a := aVector(v...)
	a.Dim = []int{rows, columns}
	return a
}

// TestReadData: what R, JAGS and BUGS write, in each form.
func TestReadData(t *testing.T) {
	missing := &Array{Dim: []int{3}, Values: []float64{1, 0, 3}, Missing: []bool{false, true, false}, Whole: true}
	for _, c := range []struct {
		name, file, text string
		want             Data
	}{
		{"a dump", "d.R", "N <- 3\n`x` <-\nc(1, -2.5, 1e-3)\n\"alpha.c\" <- -0.5; k = 2L # rest\n", Data{"N": aNumber(3), "x": aVector(1, -2.5, 1e-3), "alpha.c": aNumber(-0.5), "k": aNumber(2)}},
		{"missing", "d.R", "y <- c(1, NA, 3)", Data{"y": missing}},
		{"ranges and repetitions", "d.R", "x <- 1:4\ny <- c(3:1, 9)\nz <- rep(c(0, 1), 2)\nw <- as.integer(c(1, 2))", Data{"x": aVector(1, 2, 3, 4), "y": aVector(3, 2, 1, 9), "z": aVector(0, 1, 0, 1), "w": aVector(1, 2)}},
		{"column by column", "d.R", "m <- structure(c(1, 2, 3, 4, 5, 6), .Dim = c(2L, 3L))", Data{"m": aMatrix(2, 3, 1, 3, 5, 2, 4, 6)}},
		{"names of rows", "d.R", "m <- structure(1:4, dim = c(2, 2), .Dimnames = list(c(\"a\", \"b\"), NULL))", Data{"m": aMatrix(2, 2, 1, 3, 2, 4)}},
		{"three dimensions", "d.R", "m <- array(1:8, dim = c(2, 2, 2))", Data{"m": {Dim: []int{2, 2, 2}, Values: []float64{1, 5, 3, 7, 2, 6, 4, 8}, Whole: true}}},
		{"matrix", "d.R", "m <- matrix(1:6, nrow = 2)\nn <- matrix(1:6, ncol = 3, byrow = TRUE)", Data{"m": aMatrix(2, 3, 1, 3, 5, 2, 4, 6), "n": aMatrix(2, 3, 1, 2, 3, 4, 5, 6)}},
		{"matrix by places", "d.R", "m <- matrix(c(1, 1, 1, 4, 4, 4), 2, 3)\nn <- matrix(1:6, 2, 3, TRUE)\na <- array(1:6, c(2, 3))", Data{"m": aMatrix(2, 3, 1, 1, 4, 1, 4, 4),
			"n": aMatrix(2, 3, 1, 2, 3, 4, 5, 6), "a": aMatrix(2, 3, 1, 3, 5, 2, 4, 6)}},
		{"a list of BUGS", "d.txt", "list(N = 2, x = c(1, 2),\n  Y = structure(.Data = c(1, 2, 3, 4, 5, 6), .Dim = c(2, 3)))", Data{"N": aNumber(2), "x": aVector(1, 2), "Y": aMatrix(2, 3, 1, 2, 3, 4, 5, 6)}},
		{"a list of R", "d.R", "list(Y = structure(c(1, 2, 3, 4, 5, 6), .Dim = 2:3))", Data{"Y": aMatrix(2, 3, 1, 3, 5, 2, 4, 6)}},
		{"an empty list", "d.R", "list()", Data{}},
		{"a table", "d.txt", "x[] y[,1] y[,2]\n1 2 3\n4 NA 6\nEND\n", Data{"x": aVector(1, 4), "y": {Dim: []int{2, 2}, Values: []float64{2, 3, 0, 6}, Missing: []bool{false, false, true, false}, Whole: true}}},
		{"a column that is not there", "d.txt", "y[,2]\n5\nEND", Data{"y": {Dim: []int{1, 2}, Values: []float64{0, 5}, Missing: []bool{true, false}, Whole: true}}},
		{"columns", "d.csv", "x,y\n1,2\n3,NA\n", Data{"x": aVector(1, 3), "y": {Dim: []int{2}, Values: []float64{2, 0}, Missing: []bool{false, true}, Whole: true}}},
		{"JSON", "d.json", `{"N": 3, "m": [[1, 2], [3, null]]}`, Data{"N": aNumber(3), "m": {Dim: []int{2, 2}, Values: []float64{1, 2, 3, 0}, Missing: []bool{false, false, false, true}, Whole: true}}},
		{"nothing", "d.R", "# no data\n", Data{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, d := ReadData(c.file, []byte(c.text))
			if d.HasErrors() {
				t.Fatal(d)
			}
			if rows := strings.Contains(c.text, ".Data ="); rows != (len(d) > 0) {
				t.Errorf("warnings %v", d)
			}
			if len(got) != len(c.want) {
				t.Errorf("%d values, want %d", len(got), len(c.want))
			}
			for n, w := range c.want {
				if a := got[n]; a == nil || !reflect.DeepEqual(a.Values, w.Values) || !reflect.DeepEqual(a.Missing, w.Missing) || a.Whole != w.Whole || len(a.Dim) != len(w.Dim) || len(w.Dim) > 0 && !reflect.DeepEqual(a.Dim, w.Dim) {
					t.Errorf("%s is %+v, want %+v", n, a, w)
				}
			}
		})
	}
}

// TestReadStarts: starts of all chains, or of each, in the forms that R, JAGS and BUGS have for them.
func TestReadStarts(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             []float64 // of tau, in each chain
		warnings         int
	}{
		{"of all chains", "i.R", "tau <- 1", []float64{1}, 0},
		{"lists", "i.txt", "list(tau = 1)\nlist(tau = 2) list(tau = 3)", []float64{1, 2, 3}, 0},
		{"a list of lists", "i.R", "list(list(tau = 1), list(tau = 2))", []float64{1, 2}, 0},
		{"a list of named lists", "i.R", "list(a = list(tau = 1), b = list(tau = 2))", []float64{1, 2}, 0},
		{"JSON", "i.json", `{"tau": 1}`, []float64{1}, 0},
		{"a list of JSON", "i.json", `[{"tau": 1}, {"tau": 2}]`, []float64{1, 2}, 0},
		{"a generator", "i.R", "\".RNG.name\" <- \"base::Mersenne-Twister\"\n.RNG.seed <- 7\ntau <- 1", []float64{1}, 2},
		{"a mark of the encoding", "i.R", "\ufefftau <- 1", []float64{1}, 0},
	} {
		got, d := ReadStarts(c.file, []byte(c.text))
		if d.HasErrors() || len(d) != c.warnings {
			t.Errorf("%s: %v", c.name, d)
			continue
		}
		var tau []float64
		for _, chain := range got {
			if a := chain["tau"]; a != nil && len(chain) == 1 {
				tau = append(tau, a.Values...)
			}
		}
		if !reflect.DeepEqual(tau, c.want) {
			t.Errorf("%s: tau starts at %v, want %v", c.name, tau, c.want)
		}
	}
	for _, text := range []string{"list(tau = 1) tau <- 2", "[1, 2]", "list(list(tau = 1)", "[{\"tau\": 1}] 2", "[{\"tau\": 1}, {\"tau\": 1, \"tau\": 1}]", "{\"tau\": 1} {\"tau\": 2}"} {
		if got, d := ReadStarts("i.R", []byte(text)); !d.HasErrors() {
			t.Errorf("%s is read as %v", text, got)
		}
	}
	if got, d := ReadStarts("i.json", []byte("[{\"tau\": 1}, {\"tau\": 2, \".RNG.name\": \"base::Wichmann-Hill\",\n \".RNG.seed\": 3}]")); d.HasErrors() || len(d) != 2 ||
		d[1].Error() != "i.json:2:2: warning: .RNG.seed is left out: --seed says which random numbers the chains have [unused]" || len(got) != 2 || len(got[1]) != 1 {
		t.Errorf("random numbers of JAGS are %v, %v", got, d)
	}
	if got, d := ReadData("d.tsv", []byte("N\tz[,1]\n2\t\n")); d.HasErrors() || got["N"].Values[0] != 2 || !got["z"].HasMissing() {
		t.Errorf("columns with tabs are %v, %v", got, d)
	}
	if got, d := ReadData("d.txt", []byte("list(N = 2)\nlist(y = c(1, 2))\nx[]\n1\nEND")); d.HasErrors() || len(got) != 3 {
		t.Errorf("lists and a table are %v, %v", got, d)
	}
}

// TestReadDataMistakes: each mistake has its place, and says what would be right.
func TestReadDataMistakes(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"d.R", "x <- c(1, 2", "d.R:1:12: error: , is expected here, not the end of the file"},
		{"d.R", "x <- c(1, two)", "d.R:1:11: error: a number is expected here, not two"},
		{"d.R", "x <- c(\"a\", \"b\")", "d.R:1:8: error: a number is expected here, not a"},
		{"d.R", "x <- 1\nx <- 2", "d.R:2:1: error: x is given twice"},
		{"d.R", "N <- 2\nx <- c(1, -Inf)", "d.R:2:6: error: x has an infinite value, number 2 of those written here"},
		{"d.R", "x 1", "d.R:1:3: error: = is expected here, not 1"},
		{"d.R", "x <- structure(1:5, .Dim = c(2, 3))", "d.R:1:6: error: structure has 5 numbers, and dimensions for 6"},
		{"d.R", "x <- structure(1:6, .Dims = c(2, 3))", "d.R:1:29: error: .Dims is no part of structure that is read here"},
		{"d.R", "x <- matrix(1:6, 2, 2)", "d.R:1:6: error: matrix has 6 numbers, and dimensions for 4"},
		{"d.R", "x <- structure(1:6, c(2, 3))", "d.R:1:21: error: structure has its numbers already: write .Dim = c(...)"},
		{"d.R", "x <- data.frame(a = 1)", "d.R:1:6: error: data.frame(...) is no value that is read here"},
		{"d.R", "x <- 1.2.3", "d.R:1:6: error: \"1.2.3\" is no number"},
		{"d.R", "x <- \"abc", "d.R:1:6: error: the text has no end"},
		{"d.R", "x <- 1:1e12", "d.R:1:6: error: 1:1e+12 has too many numbers"},
		{"d.txt", "list(x = 1", "d.txt:1:11: error: , is expected here"},
		{"d.txt", "list(x = 1) y", "d.txt:1:13: error: the list has ended: y"},
		{"d.txt", "x[] y[]\n1 2\n3\nEND", "d.txt:4:1: error: line 3 has fewer than 2 numbers"},
		{"d.txt", "x[] y[]\n1 2 3\nEND", "d.txt:2:5: error: line 2 has more than 2 numbers"},
		{"d.txt", "x[]\n1\n2\n", "d.txt:4:1: error: the table has no END"},
		{"d.txt", "x[] x[,1]\n1 2\nEND", "d.txt:1:5: error: x is given twice"},
		{"d.txt", "x[,1] x[,1]\n1 2\nEND", "d.txt:1:7: error: x is given twice"},
		{"d.csv", "x,y\n1,two\n", "d.csv:2:3: error: \"two\" is no number"},
		{"d.csv", "y,y[]\n1,2\n", "d.csv:1:3: error: y is given twice"},
		{"d.csv", "\"z[,1]\",z[]\n1,2\n", "d.csv:1:9: error: z is given twice"},
		{"d.csv", "x,y\n1\n", "d.csv:2:1: error: wrong number of fields"},
		{"d.csv", "x;y\n1,5;2\n", "d.csv:1:1: error: the columns are separated by ; here, and by commas in CSV"},
		{"d.csv", "x\ty\n1\t2\n", "d.csv:1:1: error: the columns are separated by tabs here"},
		{"d.tsv", "x\ty\n1\ttwo\n", "d.tsv:2:3: error: \"two\" is no number"},
		{"d.json", "{\"x\": }", "d.json:1:5: error: not a JSON object"},
		{"d.json", "{\"x\": 1,\n \"y\": 2, \"x\": 1}", "d.json:2:10: error: x is given twice"},
		{"d.json", "{\"x\": 1}\n  y <- 2", "d.json:2:3: error: the object has ended, and this stands behind it"},
		{"d.json", "{\"x\": 1} {\"y\": 1}", "d.json:1:10: error: the object has ended"},
	} {
		_, d := ReadData(c.file, []byte(c.text))
		if len(d) == 0 || !strings.HasPrefix(d[0].Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, d, c.want)
		}
	}
}

// FuzzReadData: no text makes the reader fail or run on, and what it reads has the numbers that its
// dimensions say.
func FuzzReadData(f *testing.F) {
	for _, s := range []string{"x <- c(1, NA)", "list(a = structure(.Data = 1:4, .Dim = c(2, 2)))", "x[] y[,2]\n1 2\nEND", "m <- matrix(1:6, nrow = 2, byrow = TRUE)", "a,b\n1,2", "x <- rep(c(1, 2), 3)"} {
		f.Add("d.R", s)
		f.Add("d.csv", s)
	}
	f.Fuzz(func(t *testing.T, file, text string) {
		if strings.Contains(text, ":") && len(text) > 20 || strings.Contains(text, "rep") {
			return // long ranges take memory, as they say
		}
		got, _ := ReadData(file, []byte(text))
		for n, a := range got {
			want := 1
			for _, d := range a.Dim {
				want *= d
			}
			if len(a.Values) != want || a.Missing != nil && len(a.Missing) != want {
				t.Errorf("%s: %d numbers, dimensions %v", n, len(a.Values), a.Dim)
			}
		}
	})
}
