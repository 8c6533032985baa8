package run

import (
	"mpc/bugs"
	"mpc/engine"
	"mpc/engine/command"
	"mpc/lang"
	"mpc/run/interp"
	"mpc/run/posterior"
	"mpc/run/program"
)

// A Result is what an inference found, in the form of the result file.
type Result struct {
	Model       string   `json:"model"`
	Algorithm   string   `json:"algorithm"`
	Iterations  int      `json:"iterations"`
	Converged   bool     `json:"converged"`
	LogEvidence *float64 `json:"log_evidence,omitempty"`
	// EvidenceTerms are what the log evidence is the sum of, where Options ask.
	EvidenceTerms []EvidenceTerm `json:"evidence_terms,omitempty"`
	// Shortened counts the steps that were shortened, where the bound on the
	// evidence would have fallen.
	Shortened int `json:"shortened,omitempty"`
	// Seed is that of the random initial marginals that this is the result of.
	Seed *uint64 `json:"seed,omitempty"`
	// Restarts are the runs that iterate.restarts asks for, of which this is the one of
	// the largest evidence.
	Restarts []Start `json:"restarts,omitempty"`
	// Chains and Draws are, of Gibbs sampling, how many chains there were and how many
	// draws each of them kept, of chains that were cut off the fewest.
	Chains int `json:"chains,omitempty"`
	Draws  int `json:"draws,omitempty"`
	// Interrupted has the draws of each chain of a run that was cut off.
	Interrupted []int                          `json:"interrupted,omitempty"`
	Posteriors  map[string]posterior.Posterior `json:"posteriors"`
	Labels      map[string][]string            `json:"labels,omitempty"`
	Doubted
	// Unsettled marks, in a run that did not converge, the elements that it left Moving, or MessagesLeftOut.
	Unsettled map[string]string `json:"unsettled,omitempty"`
	// Fit is, where Options ask, how well the model fits its data.
	Fit *Fit `json:"fit,omitempty"`
	// Warnings are of the run, Diagnostics those of the model and the data: the warnings
	// that mpc check gives.
	Warnings    []string         `json:"warnings"`
	Diagnostics lang.Diagnostics `json:"diagnostics,omitempty"`
	aside
}

// Doubted is what makes a posterior doubtful that is computed as a whole. Diagnostics say it in words.
type Doubted struct {
	Doubts []engine.Doubt `json:"doubts,omitempty"`
	// Inexact are the numbers that importance sampling finds to be off.
	Inexact []engine.Inexact `json:"inexact,omitempty"`
}

// aside is what a result has that is not in its JSON form.
type aside struct {
	// mayStandStill tells that a warning says that the chains may stand still.
	mayStandStill bool
	// left are the statements that left out messages.
	left []left
	// drawn are draws from a joint posterior.
	drawn *command.Joint
	// without is what observations have given all others.
	without []interp.LeftOut
	// rowsLeftOut are these as a program prints them.
	rowsLeftOut []leftOutRow
	// program is that of BUGS whose names elements have, nil of a model file.
	program *bugs.Translation
}

// A Start is one of several runs from random initial marginals: what it came to, or,
// with an Error, why to nothing.
type Start struct {
	Seed        uint64   `json:"seed"`
	LogEvidence *float64 `json:"log_evidence,omitempty"`
	Iterations  int      `json:"iterations,omitempty"`
	Converged   bool     `json:"converged,omitempty"`
	Error       string   `json:"error,omitempty"`
}

// An EvidenceTerm is the part that a statement or a variable has in the log
// evidence.
type EvidenceTerm struct {
	Line      int     `json:"line"`
	Statement string  `json:"statement"`
	Value     float64 `json:"value"`
}

// moved renews the lines of what a program printed that was built when the statements of
// the model stood elsewhere.
func (r *Result) moved(m program.Moves) {
	if m == nil {
		return
	}
	for i := range r.EvidenceTerms {
		r.EvidenceTerms[i].Line = m.Line(r.EvidenceTerms[i].Line)
	}
}
