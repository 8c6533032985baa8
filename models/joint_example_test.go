package models_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"mpc/models/learning_gaussian/learning_gaussian"
)

// The probability of a function of several variables, by draws from their joint posterior.
func Example_jointPosterior() {
	inf, err := learning_gaussian.New(learning_gaussian.Data{X: []float64{2.1, 3.4, 1.8, 2.9, 2.2, 3.1}})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	joint := inf.Joint()
	draws, err := joint.Sample(rand.New(rand.NewPCG(1, 2)), 10000)
	if err != nil {
		log.Fatal(err)
	}
	above := 0
	for _, d := range draws {
		if d.Mean > 3/math.Sqrt(d.Precision) {
			above++
		}
	}
	density, err := joint.LogProb(learning_gaussian.Draw{Mean: 2.5, Precision: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("three sds from 0: %.2f\nlog density: %.3f\n", float64(above)/10000, density)
	// Output:
	// three sds from 0: 0.60
	// log density: -0.761
}
