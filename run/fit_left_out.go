package run

import (
	"fmt"
	"math"

	"mpc"
	"mpc/message/conditional"
	"mpc/model/joint/evaluate"
	"mpc/run/criteria"
	"mpc/run/interp"
	"mpc/run/program"
)

// A leftOutRow is what an observation has given all others, as a program prints it: null stands for what was not found.
type leftOutRow struct {
	Line       int
	Statement  string
	Name       string
	Index      []int
	Log, Below *float64
}

// leftOutRows are these as the interpreter has them, of a program whose lines have moved.
func leftOutRows(c *mpc.Compilation, moved program.Moves, rows []leftOutRow) (list []interp.LeftOut) {
	known := func(x *float64) float64 {
		if x == nil {
			return math.NaN()
		}
		return *x
	}
	var observed []conditional.Observed
	if c.Program.Gaussian != nil && len(rows) > 0 {
		observed = c.Program.Gaussian.Observed()
	}
	for _, x := range rows {
		found := interp.LeftOut{Key: fmt.Sprint(x.Name, x.Index), Log: known(x.Log), Below: known(x.Below)}
		if x.Name == "" {
			for _, o := range observed {
				if f := o.Term.Factor; f.At.Line == moved.Line(x.Line) {
					found.Key = evaluate.KeyOf(nil, f.At, x.Index)
				}
			}
		}
		list = append(list, found)
	}
	return list
}

// leaveOut puts what is known of observations given all others in the place of what draws say of it.
func leaveOut(points []criteria.Point, obs *evaluate.Observations, without []interp.LeftOut) {
	found, twice := map[string]interp.LeftOut{}, map[string]bool{}
	for _, x := range without {
		if _, ok := found[x.Key]; ok {
			twice[x.Key] = true // of several statements
		}
		found[x.Key] = x
	}
	for i := range obs.List {
		key := obs.List[i].Key()
		if x, ok := found[key]; ok && !twice[key] && x.Log-x.Log == 0 {
			points[i].LeftOut(x.Log, x.Below)
		}
	}
}
