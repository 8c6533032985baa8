package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A precise message comes out of a product of many without a trace.
func TestVectorTotals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const k = 3
	precise := math.Ldexp(1, 40)
	normals := NewMvNormalTotals(1, func(int) int { return k })
	dirichlets := NewDirichletTotals(1, func(int) int { return k })
	wisharts := NewWishartTotals(1, func(int) int { return k })
	var m [][]float64
	for i := range 200 {
		x := make([]float64, k)
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		if i == 77 {
			for j := range x {
				x[j] *= precise
			}
		}
		m = append(m, x)
		normal := MvNormalUniform(k)
		normal.AddDot(x, Normal{H: 0.3, P: 1e-9})
		normals[0].Add(normal)
		dirichlets[0].Add(Dirichlet{A: []float64{1 + x[0]*x[0], 1e-9, 2}})
		wishart := WishartUniform(k)
		wishart.AddDeviation(x, 1)
		wisharts[0].Add(wishart)
	}
	normal, dirichlet, wishart := MvNormalUniform(k), DirichletUniform(k), WishartUniform(k)
	normal.AddDot(m[77], Normal{H: 0.3, P: 1e-9})
	dirichlet.A = []float64{1 + m[77][0]*m[77][0], 1e-9, 2}
	wishart.AddDeviation(m[77], 1)
	var gotN MvNormal
	var gotD Dirichlet
	var gotW Wishart
	normals[0].Except(normal, &gotN)
	dirichlets[0].Except(dirichlet, &gotD)
	wisharts[0].Except(wishart, &gotW)
	wantN, wantD, wantW := MvNormalUniform(k), DirichletUniform(k), WishartUniform(k)
	for i, x := range m {
		if i == 77 {
			continue
		}
		wantN.AddDot(x, Normal{H: 0.3, P: 1e-9})
		wantD.SetTimes(wantD, Dirichlet{A: []float64{1 + x[0]*x[0], 1e-9, 2}})
		wantW.AddDeviation(x, 1)
	}
	close := func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12*(math.Abs(want[i])+1e-9) {
				t.Errorf("%s[%d] is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	close("h", gotN.H, wantN.H)
	close("precision", gotN.P, wantN.P)
	close("alpha", gotD.A[:1], wantD.A[:1])
	close("alpha", gotD.A[2:], wantD.A[2:])
	close("rate", gotW.Rate, wantW.Rate)
	close("shape", []float64{gotW.Shape}, []float64{wantW.Shape})
	normals[0].Replace(normal, MvNormalUniform(k))
	normals[0].Value(&gotN)
	close("value", gotN.P, wantN.P)
	kept := NewMvNormalTotals(1, func(int) int { return k })
	kept[0].Set(normals[0])
	normals[0].Reset()
	if normals[0].Value(&gotN); !gotN.IsUniform() {
		t.Errorf("reset to %v", gotN)
	}
	kept[0].Value(&gotN)
	close("kept", gotN.P, wantN.P)
}

// Tiny alphas are not lost beside the 1 of the uniform message.
func TestDirichletTotalTiny(t *testing.T) {
	s := NewDirichletTotals(1, func(int) int { return 2 })
	prior, other := Dirichlet{A: []float64{1e-12, 3}}, Dirichlet{A: []float64{1, 2}}
	s[0].Add(prior)
	s[0].Add(other)
	var d Dirichlet
	s[0].Except(other, &d)
	if d.A[0] != 1e-12 || d.A[1] != 3 {
		t.Errorf("%v without %v", d, other)
	}
	s[0].Remove(other)
	if s[0].Value(&d); d.A[0] != 1e-12 || d.A[1] != 3 {
		t.Errorf("value %v", d)
	}
}

// Point masses are counted apart: one comes out again, two that differ contradict.
func TestVectorTotalPoints(t *testing.T) {
	s := NewMvNormalTotals(1, func(int) int { return 2 })
	soft, point := MvNormalMeanVariance([]float64{1, 2}, []float64{1, 4}), MvNormalPoint([]float64{3, 4})
	s[0].Add(soft)
	s[0].Add(point)
	var d MvNormal
	if s[0].Value(&d); !d.Point || d.H[1] != 4 {
		t.Errorf("value %v", d)
	}
	if s[0].Except(soft, &d); !d.Point {
		t.Errorf("without %v: %v", soft, d)
	}
	if s[0].Except(point, &d); d.Point || d.P[0] != 1 {
		t.Errorf("without the point: %v", d)
	}
	s[0].Add(MvNormalPoint([]float64{3, 5}))
	if s[0].Value(&d); d.IsFinite() {
		t.Errorf("two points: %v", d)
	}
}

// The messages of an array do not write into each other, and their states come
// back to the bit.
func TestVectorArrays(t *testing.T) {
	size := func(i int) int { return i + 1 }
	normals, dirichlets, wisharts := NewMvNormals(3, size), NewDirichlets(3, size), NewWisharts(3, size)
	for i := range 3 {
		if !normals[i].IsUniform() || !dirichlets[i].IsUniform() || !wisharts[i].IsUniform() || normals[i].Size() != i+1 || dirichlets[i].Size() != i+1 || wisharts[i].Size() != i+1 {
			t.Errorf("element %d: %v %v %v", i, normals[i], dirichlets[i], wisharts[i])
		}
	}
	normals[1].Set(MvNormalMeanVariance([]float64{1, 2}, []float64{3, 4}))
	dirichlets[1].Set(Dirichlet{A: []float64{5, 6}})
	wisharts[1].Set(Wishart{Shape: 3, Rate: []float64{2, 1, 1, 2}})
	normals[1].SetTimes(normals[1], MvNormalUniform(2))
	for _, i := range []int{0, 2} {
		if !normals[i].IsUniform() || !dirichlets[i].IsUniform() || !wisharts[i].IsUniform() {
			t.Errorf("element %d became %v %v %v", i, normals[i], dirichlets[i], wisharts[i])
		}
	}
	b := wisharts[1].AppendState(dirichlets[1].AppendState(normals[1].AppendState(nil)))
	n, d, w := MvNormalUniform(2), DirichletUniform(2), WishartUniform(2)
	rest, ok := n.ReadState(b)
	if ok {
		rest, ok = d.ReadState(rest)
	}
	if ok {
		rest, ok = w.ReadState(rest)
	}
	if !ok || len(rest) != 0 || n.Change(normals[1], nil) != 0 || d.Change(dirichlets[1]) != 0 || w.Change(wisharts[1], nil) != 0 {
		t.Errorf("read %v %v %v, %v, %d bytes left", n, d, w, ok, len(rest))
	}
	if _, ok := n.ReadState(b[:20]); ok {
		t.Error("read a state that is cut off")
	}
}
