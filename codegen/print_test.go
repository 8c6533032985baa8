package codegen

import (
	"strings"
	"testing"

	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/model"
)

// TestNest: nested slices are made level by level; between the first and the last, a level
// knows where its row stands, as does a level of ragged rows.
func TestNest(t *testing.T) {
	ragged := &model.Expr{Op: model.OpDim, Type: model.Type{Kind: model.Int}}
	for _, row := range []struct {
		dims []*model.Expr
		want []string
	}{
		{[]*model.Expr{model.Number(2)}, []string{
			"i := 0", "r0 := make([]float64, inf.n0_0)", "for j0 := range r0 {", "r0[j0] = x[i]", "i++", "}", "return r0",
		}},
		{[]*model.Expr{model.Number(2), model.Number(3)}, []string{
			"i := 0", "r0 := make([][]float64, inf.n0_0)", "for j0 := range r0 {", "r1 := make([]float64, inf.n0_1)", "for j1 := range r1 {",
			"r1[j1] = x[i]", "i++", "}", "r0[j0] = r1", "}", "return r0",
		}},
		{[]*model.Expr{model.Number(2), ragged, model.Number(4)}, []string{
			"i := 0", "r0 := make([][][]float64, inf.n0_0)", "for j0 := range r0 {",
			"r1 := make([][]float64, inf.start0_1[j0+1]-inf.start0_1[j0])", "for j1 := range r1 {", "p1 := inf.start0_1[j0] + j1", "_ = p1",
			"r2 := make([]float64, inf.n0_2)", "for j2 := range r2 {", "r2[j2] = x[i]", "i++", "}", "r1[j1] = r2", "}", "r0[j0] = r1", "}", "return r0",
		}},
		{[]*model.Expr{model.Number(2), model.Number(3), ragged}, []string{
			"i := 0", "r0 := make([][][]float64, inf.n0_0)", "for j0 := range r0 {", "r1 := make([][]float64, inf.n0_1)", "for j1 := range r1 {",
			"p1 := j0*inf.n0_1 + j1", "_ = p1", "r2 := make([]float64, inf.start0_2[p1+1]-inf.start0_2[p1])", "for j2 := range r2 {",
			"r2[j2] = x[i]", "i++", "}", "r1[j1] = r2", "}", "r0[j0] = r1", "}", "return r0",
		}},
	} {
		var p printer
		(&generator{}).nestIn(&p, shape{&lower.Shape{Dims: row.dims}}, "float64", true, func(to string, _ []string) string { return to + " = x[i]" })
		if got, want := names.Plain(p.String()), strings.Join(row.want, "\n")+"\n"; got != want {
			t.Errorf("%v:\n%s\nwant\n%s", row.dims, got, want)
		}
	}
}
