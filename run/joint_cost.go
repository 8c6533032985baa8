package run

import (
	"fmt"
	"math"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// A JointCost is what a joint posterior takes with data.
type JointCost struct {
	// Normals is how many there are, Numbers how many the factor of their precision has, and Operations the multiplications that it takes.
	Normals    int     `json:"normals"`
	Numbers    float64 `json:"factor_numbers"`
	Operations float64 `json:"factor_operations"`
	// Hypers is how many numbers are integrated: a factor is made at each point of a lattice over them.
	Hypers int `json:"integrated,omitempty"`
}

// CostOf is what the posterior of a compilation takes with data; nil where no normals are computed together.
func CostOf(c *mpc.Compilation, set *data.Set) (*JointCost, error) {
	n, cost, err := interp.JointCost(c.Program, c.Deps, c.Schedule, set)
	if err != nil {
		return nil, interpError(err)
	}
	if n == 0 {
		return nil, nil
	}
	return &JointCost{n, cost.Numbers, cost.Operations, len(c.Program.Gaussian.Integrated())}, nil
}

// String says it in a line.
func (c *JointCost) String() string {
	text := fmt.Sprintf("with these data: %d normals; the factor of their precision has %.6g numbers, and takes %.3g multiplications in each sweep", c.Normals, c.Numbers, math.Ceil(c.Operations))
	if c.Hypers > 0 {
		text += fmt.Sprintf(", at each point of a lattice of %d dimensions", c.Hypers)
	}
	return text
}
