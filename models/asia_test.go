package models_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"mpc/models/asia/asia"
	"mpc/models/internal/modeltest"
)

// asiaTables reads the conditional probabilities of data.json.
func asiaTables(t *testing.T) (d asia.Data) {
	t.Helper()
	var file struct {
		Visiting, Smoking                              []float64
		TuberculosisBy, CancerBy, BronchitisBy, XrayBy [][]float64
		EitherBy, DyspnoeaBy                           [][][]float64
	}
	modeltest.ReadJSON(t, "asia/data.json", &file)
	return asia.Data{
		Truth: 2, Said: 3, Visiting: file.Visiting, Smoking: file.Smoking,
		TuberculosisBy: file.TuberculosisBy, CancerBy: file.CancerBy, BronchitisBy: file.BronchitisBy,
		EitherBy: file.EitherBy, XrayBy: file.XrayBy, DyspnoeaBy: file.DyspnoeaBy,
	}
}

// asiaAsk adds a person: what is said of visit, smoking, X-ray and dyspnoea, 2 for unknown.
func asiaAsk(d *asia.Data, visit, smoke, xray, dyspnoea int) {
	d.Person++
	d.VisitSaid = append(d.VisitSaid, visit)
	d.SmokeSaid = append(d.SmokeSaid, smoke)
	d.XraySaid = append(d.XraySaid, xray)
	d.DyspnoeaSaid = append(d.DyspnoeaSaid, dyspnoea)
}

func asiaRun(t *testing.T, d asia.Data) *asia.Inference {
	t.Helper()
	inf, err := asia.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return inf
}

// asiaMarginals are the probabilities of the eight truths of a person.
func asiaMarginals(inf *asia.Inference, i int) (list []float64) {
	for _, d := range []asia.Categorical{
		inf.VisitAt(i), inf.SmokeAt(i), inf.TuberculosisAt(i), inf.CancerAt(i),
		inf.BronchitisAt(i), inf.EitherAt(i), inf.XrayAt(i), inf.DyspnoeaAt(i),
	} {
		list = append(list, d.Mean())
	}
	return list
}

// TestAsiaPublished: the marginals of the network before anything is known, and those of
// a visitor who is out of breath, as textbooks and programs print them.
func TestAsiaPublished(t *testing.T) {
	d := asiaTables(t)
	asiaAsk(&d, 2, 2, 2, 2)
	asiaAsk(&d, 1, 2, 2, 1)
	inf := asiaRun(t, d)
	modeltest.CloseAll(t, "before", asiaMarginals(inf, 0), []float64{0.01, 0.5, 0.0104, 0.055, 0.45, 0.0648, 0.1103, 0.4360}, 5e-5)
	after := asiaMarginals(inf, 1)
	modeltest.CloseAll(t, "diseases", after[2:5], []float64{0.08775, 0.09953, 0.81140}, 5e-6)
}

// TestAsiaEnumeration: all 256 states, for each of the 81 things that can be known.
func TestAsiaEnumeration(t *testing.T) {
	d := asiaTables(t)
	for k := range 81 {
		asiaAsk(&d, k%3, k/3%3, k/9%3, k/27)
	}
	inf := asiaRun(t, d)
	sum := 0.0
	for i := range d.Person {
		agrees := func(said, x int) bool { return said == 2 || said == x }
		total, want := modeltest.Enumerate([]int{2, 2, 2, 2, 2, 2, 2, 2}, func(x []int) float64 {
			visit, smoke, tuberculosis, cancer, bronchitis, either, xray, dyspnoea := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
			if !agrees(d.VisitSaid[i], visit) || !agrees(d.SmokeSaid[i], smoke) || !agrees(d.XraySaid[i], xray) || !agrees(d.DyspnoeaSaid[i], dyspnoea) {
				return 0
			}
			return d.Visiting[visit] * d.Smoking[smoke] * d.TuberculosisBy[visit][tuberculosis] * d.CancerBy[smoke][cancer] *
				d.BronchitisBy[smoke][bronchitis] * d.EitherBy[tuberculosis][cancer][either] * d.XrayBy[either][xray] *
				d.DyspnoeaBy[either][bronchitis][dyspnoea]
		})
		sum += math.Log(total)
		var yes []float64
		for _, m := range want {
			yes = append(yes, m[1])
		}
		modeltest.CloseAll(t, fmt.Sprint("person ", i), asiaMarginals(inf, i), yes, 1e-12)
	}
	modeltest.Close(t, "log evidence", inf.LogEvidence(), sum, 1e-9)
}
