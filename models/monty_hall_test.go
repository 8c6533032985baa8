package models_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/monty_hall/monty_hall"
)

func montyHallRun(t *testing.T, d monty_hall.Data) *monty_hall.Inference {
	t.Helper()
	inf, err := monty_hall.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return inf
}

// montyHallFair is the game as it is told: the car anywhere, the host opens one of the doors
// that are neither picked nor hide it.
func montyHallFair() monty_hall.Data {
	d := monty_hall.Data{Door: 3, Hiding: []float64{1. / 3, 1. / 3, 1. / 3}}
	for pick := range 3 {
		var rows [][]float64
		for car := range 3 {
			row := make([]float64, 3)
			for door := range 3 {
				if door != pick && door != car {
					row[door] = 1
					if pick == car {
						row[door] = 0.5
					}
				}
			}
			rows = append(rows, row)
		}
		d.Host = append(d.Host, rows)
	}
	return d
}

// TestMontyHallChange: who changes the door wins two games of three, whatever was picked and
// opened.
func TestMontyHallChange(t *testing.T) {
	d := montyHallFair()
	for pick := range 3 {
		for opened := range 3 {
			if pick != opened {
				d.Pick, d.Opened = append(d.Pick, pick), append(d.Opened, opened)
				d.Game++
			}
		}
	}
	inf := montyHallRun(t, d)
	for g := range d.Game {
		modeltest.Close(t, "stay", inf.StayAt(g).P(), 1./3, 1e-14)
		modeltest.Close(t, "change", inf.ChangeAt(g).P(), 2./3, 1e-14)
		modeltest.Close(t, "opened door", math.Exp(inf.CarAt(g).LogProb(d.Opened[g])), 0, 0)
	}
	modeltest.Close(t, "log evidence", inf.LogEvidence(), float64(d.Game)*math.Log(0.5), 1e-12)
}

// TestMontyHallEnumeration: four doors, a host with habits, a car that prefers some doors.
func TestMontyHallEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	row := func() []float64 {
		p, sum := make([]float64, 4), 0.0
		for k := range p {
			p[k] = rng.Float64()
			sum += p[k]
		}
		for k := range p {
			p[k] /= sum
		}
		return p
	}
	d := monty_hall.Data{Door: 4, Hiding: row(), Host: make([][][]float64, 4)}
	for pick := range 4 {
		for range 4 {
			d.Host[pick] = append(d.Host[pick], row())
		}
		for opened := range 4 {
			d.Pick, d.Opened = append(d.Pick, pick), append(d.Opened, opened)
			d.Game++
		}
	}
	inf := montyHallRun(t, d)
	sum := 0.0
	for g := range d.Game {
		total, want := modeltest.Enumerate([]int{4}, func(x []int) float64 {
			return d.Hiding[x[0]] * d.Host[d.Pick[g]][x[0]][d.Opened[g]]
		})
		sum += math.Log(total)
		for k := range 4 {
			modeltest.Close(t, fmt.Sprintf("game %d, car behind %d", g, k), math.Exp(inf.CarAt(g).LogProb(k)), want[0][k], 1e-13)
		}
		modeltest.Close(t, "stay", inf.StayAt(g).P(), want[0][d.Pick[g]], 1e-13)
	}
	modeltest.Close(t, "log evidence", inf.LogEvidence(), sum, 1e-12)
}
