package run

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"mpc"
	"mpc/data"
	"mpc/factor"
	"mpc/model"
)

// Marks of a row whose posterior had not settled when the run ended.
const (
	// Moving: the last iteration still moved it.
	Moving = "moving"
	// MessagesLeftOut: messages of a statement that reads it were left out.
	MessagesLeftOut = "messages left out"
)

// unsettledPatience is how long a run may take that is repeated to see what the last iteration moved.
const unsettledPatience = 5 * time.Second

// unsettled marks the rows of a run that did not converge: those that the last iteration still moved, of which a run with one
// iteration less tells, where that does not take long; and those of which a statement that reads them left out messages.
func (r *Result) unsettled(ctx context.Context, c *mpc.Compilation, set *data.Set, opt Options) error {
	if r.Converged || c.Model.Samples() || c.Program == nil || opt.Iterations >= 0 {
		return nil
	}
	r.Unsettled = map[string]string{}
	if iterates(c) && r.Iterations > 1 && len(r.Restarts) == 0 {
		before := opt
		before.Iterations, before.Progress, before.changes, before.Plots, before.Evidence = r.Iterations-1, nil, nil, "", false
		soon, cancel := context.WithTimeout(ctx, unsettledPatience)
		defer cancel()
		if b, err := Run(soon, c, set, before); err == nil {
			if err := r.movedFrom(c, b); err != nil {
				return err
			}
		}
	}
	for _, s := range r.left {
		for _, f := range c.Program.Graph.Factors {
			if f.At.Line != s.line {
				continue
			}
			for _, v := range readBy(f) {
				rows, err := r.rowsOf(v)
				if err != nil {
					return err
				}
				for _, x := range rows {
					r.Unsettled[rowName(v, x)] = MessagesLeftOut
				}
			}
		}
	}
	return nil
}

// movedFrom marks the rows that differ from those of a run with one iteration less.
func (r *Result) movedFrom(c *mpc.Compilation, before *Result) error {
	const within = 1e-6
	for _, v := range c.Model.Infer {
		rows, err := r.rowsOf(v)
		if err != nil {
			return err
		}
		last, err := before.rowsOf(v)
		if err != nil || len(last) != len(rows) {
			return err
		}
		for i, x := range rows {
			scale := max(x.SD, last[i].SD)
			if !(scale > 0) {
				scale = max(1e-300, math.Abs(x.Mean))
			}
			moves := math.Abs(x.Mean-last[i].Mean) > within*scale || math.Abs(x.SD-last[i].SD) > within*scale || math.IsNaN(x.Mean) != math.IsNaN(last[i].Mean)
			for k := range x.P {
				moves = moves || k >= len(last[i].P) || math.Abs(x.P[k]-last[i].P[k]) > within
			}
			if moves {
				r.Unsettled[rowName(v, x)] = Moving
			}
		}
	}
	return nil
}

// readBy lists the variables of the program that a factor joins.
func readBy(f *factor.Factor) (list []*model.Variable) {
	for _, s := range f.Slots {
		if s.Edge != nil && s.Edge.Variable.Source != nil && !slices.Contains(list, s.Edge.Variable.Source) {
			list = append(list, s.Edge.Variable.Source)
		}
	}
	return list
}

// rowName is the name of the element of a row.
func rowName(v *model.Variable, x row) string {
	if x.name == "" || len(v.Dims)+v.Type.Dimensions == 0 {
		return shownName(v)
	}
	return shownName(v) + "[" + x.name + "]"
}

// writeUnsettled says under a table which of its rows had not settled.
func (r *Result) writeUnsettled(w io.Writer) error {
	for _, mark := range []string{Moving, MessagesLeftOut} {
		n := 0
		for _, m := range r.Unsettled {
			if m == mark {
				n++
			}
		}
		if n == 0 {
			continue
		}
		text := map[string]string{
			Moving:          "* the last iteration still moved these",
			MessagesLeftOut: "! messages about these were left out, as a marginal or a cavity would not have been proper",
		}[mark]
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	return nil
}

// marked is the mark behind the name of an element in a table.
func (r *Result) marked(name string) string {
	switch r.Unsettled[name] {
	case Moving:
		return " *"
	case MessagesLeftOut:
		return " !"
	}
	return ""
}

// A left is a statement whose messages were left out, also in the last iteration.
type left struct{ line int }
