package bugs

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A program whose vectors and matrices are not the last dimensions of their arrays says what the one does whose are.
func TestTransposed(t *testing.T) {
	for _, x := range []struct{ columns, columnData, rows, rowData string }{
		{"model { for (i in 1:2) { y[1:3,i] ~ dmulti(p[1:3,i], 10)\np[1:3,i] ~ ddirch(a[]) } }", `{"y": [[1,2],[3,4],[6,4]], "a": [1,1,1]}`,
			"model { for (i in 1:2) { y[i,1:3] ~ dmulti(p[i,1:3], 10)\np[i,1:3] ~ ddirch(a[]) } }", `{"y": [[1,3,6],[2,4,4]], "a": [1,1,1]}`},
		{"model { for (i in 1:2) { for (k in 1:3) { y[k,i] ~ dnorm(b[k,i] + mean(b[,i]), 1) }\nb[1:3,i] ~ dmnorm(m[], T[,]) } }", `{"y": [[1,2],[3,4],[6,4]], "m": [1,1,1], "T": [[1,0,0],[0,2,0],[0,0,3]]}`,
			"model { for (i in 1:2) { for (k in 1:3) { y[k,i] ~ dnorm(b[i,k] + mean(b[i,]), 1) }\nb[i,1:3] ~ dmnorm(m[], T[,]) } }", `{"y": [[1,2],[3,4],[6,4]], "m": [1,1,1], "T": [[1,0,0],[0,2,0],[0,0,3]]}`},
		{"model { for (k in 1:2) { T[1:2,1:2,k] ~ dwish(R[,,k], 3)\nfor (i in 1:2) { y[1:2,k,i] ~ dmnorm(m[], T[,,k]) }\ns[k] <- T[1,2,k] + logdet(T[,,k]) } }", `{"y": [[[1,2],[3,4]],[[5,6],[7,8]]], "m": [1,1], "R": [[[1,5],[0.5,0]],[[0.5,0],[2,7]]]}`,
			"model { for (k in 1:2) { T[k,1:2,1:2] ~ dwish(R[k,,], 3)\nfor (i in 1:2) { y[k,i,1:2] ~ dmnorm(m[], T[k,,]) }\ns[k] <- T[k,1,2] + logdet(T[k,,]) } }", `{"y": [[[1,5],[2,6]],[[3,7],[4,8]]], "m": [1,1], "R": [[[1,0.5],[0.5,2]],[[5,0],[0,7]]]}`},
		{"model { for (t in 2:4) { z[t] ~ dcat(P[1:2, z[t-1]]) }\nz[1] <- 1\nfor (k in 1:2) { P[1:2,k] ~ ddirch(a[1:2]) } }", `{"z": [null, 1, 2, 2], "a": [1,1]}`,
			"model { for (t in 2:4) { z[t] ~ dcat(P[z[t-1], 1:2]) }\nz[1] <- 1\nfor (k in 1:2) { P[k,1:2] ~ ddirch(a[1:2]) } }", `{"z": [null, 1, 2, 2], "a": [1,1]}`},
		{"model { for (i in 1:3) { y[i,1:2] ~ dmnorm(mu[1:2,i], T[,])\nfor (j in 1:2) { mu[j,i] ~ dnorm(0, 1) } } }", `{"y": [[1,2],[3,4],[6,4]], "T": [[1,0],[0,2]]}`,
			"model { for (i in 1:3) { y[i,1:2] ~ dmnorm(mu[i,1:2], T[,])\nfor (j in 1:2) { mu[i,j] ~ dnorm(0, 1) } } }", `{"y": [[1,2],[3,4],[6,4]], "T": [[1,0],[0,2]]}`},
	} {
		got, d, tr := translated(t, x.columns, x.columnData, BUGS)
		want, d2, tr2 := translated(t, x.rows, x.rowData, BUGS)
		if d+d2 != "" || tr == nil || tr2 == nil {
			t.Errorf("%s: %s%s", x.columns, d, d2)
			continue
		}
		if got != want {
			t.Errorf("%s: translated as\n%s, want\n%s", x.columns, got, want)
		}
		var a, b any
		if err := json.Unmarshal(tr.Data.JSON(), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(tr2.Data.JSON(), &b); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the data are %v, want %v", x.columns, a, b)
		}
	}
}

// What is said of a transposed array, and its starts, are in the order of the program.
func TestTransposedNames(t *testing.T) {
	p, d := Parse("x.bug", []byte("model { for (k in 1:2) { T[1:2,1:2,k] ~ dwish(R[,], 3)\np[1:3,k] ~ ddirch(a[]) } }"), BUGS)
	data, err := ReadJSON([]byte(`{"R": [[1,0],[0,1]], "a": [1,1,1]}`))
	if err != nil || d.HasErrors() {
		t.Fatal(err, d)
	}
	inits, err := ReadJSON([]byte(`{"p": [[0.1,0.2],[0.3,0.3],[0.6,0.5]]}`))
	if err != nil {
		t.Fatal(err)
	}
	tr, d := Translate(p, data, Options{Inits: []Data{inits}, Monitor: []string{"T[1,2,]", "p[3,1:2]"}})
	if len(d) > 0 {
		t.Fatal(d)
	}
	if got := tr.Element("T", []int{1, 0, 1}); got != "T[1,2,2]" {
		t.Error(got)
	}
	if got := tr.File.Origin.Element("p", []int{1, 2}); got != "p[3,2]" {
		t.Error(got)
	}
	if tr.Leaves("T[1,2,2]") || !tr.Leaves("T[2,2,1]") || tr.Leaves("p[3,2]") || !tr.Leaves("p[2,2]") {
		t.Error("other elements are reported than are asked for")
	}
	if len(tr.File.Init) != 1 || tr.File.Init[0].Value.String() != "[[0.1, 0.3, 0.6], [0.2, 0.3, 0.5]]" {
		t.Errorf("starts are %v", tr.File.Init[0].Value)
	}
	x := []any{[]any{"11", "21", "31"}, []any{"12", "22", "32"}}
	if got, want := tr.InProgram("p", x), any([]any{[]any{"11", "12"}, []any{"21", "22"}, []any{"31", "32"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	p, _ = Parse("x.bug", []byte("model { p[1:3,1] ~ ddirch(a[])\ny ~ dnorm(p[4,1], 1) }"), BUGS)
	_, d = Translate(p, Data{"a": data["a"], "y": {Values: []float64{1}}}, Options{})
	if len(d) == 0 || !strings.Contains(d[0].Message, "p[4, 1] is read here, and nothing defines it: dimension 1 of p has 3 elements") {
		t.Error(d)
	}
}

// Rows and columns of one array that are taken at once stay as the program has them: no order has both last.
func TestTransposedNever(t *testing.T) {
	src := "model { for (i in 1:2) { b[1:2,i] ~ dmnorm(m[], T[,]) }\nC[1:2,1:2] <- b[,] %*% R[,] }"
	_, diagnostics, _ := translated(t, src, `{"m": [0,0], "T": [[1,0],[0,1]], "R": [[1,2],[3,4]]}`, BUGS)
	if !strings.Contains(diagnostics, "b[1:2, i] is a part of b") {
		t.Error(diagnostics)
	}
	if o := lastOf([]int{0, 1}, 3); !slices.Equal(o, order{2, 0, 1}) || lastOf([]int{1, 2}, 3) != nil {
		t.Error(o)
	}
}
