// Package advice warns of models that compile and are likely not what their authors want: each
// kind of warning is a row of Rows, in a file of its own.
package advice

import (
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// Stages are what the stages of the compiler made of a model that is scheduled.
type Stages struct {
	File     *lang.File
	Model    *model.Model
	Graph    *factor.Graph
	Program  *message.Program
	Deps     *depanalysis.Graph
	Schedule *schedule.Schedule
}

// A Row is a kind of warning.
type Row struct {
	Name string
	Doc  string // what it tells of
	// Of says which models it is for.
	Of   Models
	find func(*Stages) lang.Diagnostics
}

// Models are those that a warning is for.
type Models int

const (
	// All are all models.
	All Models = iota
	// Passing are those whose messages are computed one by one.
	Passing
)

// Rows are the kinds of warnings, in the order in which they are given.
var Rows = []Row{
	{"sequential", "a range that is to be sequential, and is not everywhere", Passing, (*Stages).notSequential},
	{"wasted", "an initial marginal that nothing reads", Passing, (*Stages).wasted},
	{"symmetry", "values that nothing tells apart and that start alike", Passing, (*Stages).symmetric},
	{"zeros", "a product of VMP whose means stay 0", Passing, (*Stages).zeros},
	{"mirrored", "numbers of Gibbs sampling whose signs nothing tells", All, (*Stages).mirrored},
	{"unread", "a statement that nothing which is inferred depends on", All, (*Stages).unread},
	{"unscaled", "an evidence of which a density counts as 1 everywhere", All, (*Stages).unscaled},
}

// Of are the warnings of a model. Those of single messages are given where messages are passed:
// not where the model is sampled, nor where its posterior is computed as a whole.
func Of(s *Stages) (list lang.Diagnostics) {
	passes := !s.Model.Samples() && s.Program.Gaussian == nil
	for _, row := range Rows {
		if row.Of == All || passes {
			list = append(list, row.find(s)...)
		}
	}
	return list
}
