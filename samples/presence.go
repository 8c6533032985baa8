package samples

import "fmt"

// A Presence says of how many draws the summary of an element is that lives in a branch
// alone: its posterior is that given that the branch is taken, so that those of the other
// draws do not count. Its JSON form is a further field "draws".
type Presence struct {
	// Local is set of such an element; others are there in all draws, and Draws is 0.
	Local bool
	// Draws counts those of all chains in which the element is there.
	Draws int
}

// text is what is said of it after other things.
func (p Presence) text() string {
	if !p.Local {
		return ""
	}
	return fmt.Sprintf(", of %d draws", p.Draws)
}

// tooFew is what is wrong with the number of draws of an element; false where nothing is,
// or where its chains tell how good its summary is.
func (p Presence) tooFew(element Element, known bool) (Warning, bool) {
	switch {
	case !p.Local || known && p.Draws >= 6:
		return Warning{}, false
	case p.Draws == 0:
		return Warning{element, NeverThere, 0, 1, false}, true
	}
	return Warning{element, RarelyThere, float64(p.Draws), 1, false}, true
}

// presenceOf counts the draws of chains.
func presenceOf(chains int, draws func(chain int) int) Presence {
	p := Presence{Local: true}
	for c := range chains {
		p.Draws += draws(c)
	}
	return p
}

// LocalSummary is Summary of an element that lives in a branch alone: its draws are those
// in which the branch was taken.
func (r *Recorder) LocalSummary(w *SummaryWork) Real {
	s := r.Summary(w)
	s.Presence = presenceOf(len(r.chains), r.Draws)
	return s
}

// LocalSummary is that of a Recorder.
func (r *Truths) LocalSummary(w *SummaryWork) Truth {
	s := r.Summary(w)
	s.Presence = presenceOf(len(r.chains), r.Draws)
	return s
}

// LocalSummary is that of a Recorder.
func (r *Indices) LocalSummary(w *SummaryWork) Index {
	s := r.Summary(w)
	s.Presence = presenceOf(len(r.chains), r.Draws)
	return s
}

// LocalVector is Vector where Recorder.LocalSummary is Summary.
func (r *Vectors) LocalVector(w *SummaryWork) Vector {
	s := r.Vector(w)
	s.Presence = r.presence()
	return s
}

// LocalMatrix is Matrix where Recorder.LocalSummary is Summary.
func (r *Vectors) LocalMatrix(w *SummaryWork) Matrix {
	s := r.Matrix(w)
	s.Presence = r.presence()
	return s
}

func (r *Vectors) presence() Presence {
	if len(r.parts) == 0 {
		return Presence{Local: true}
	}
	return presenceOf(len(r.parts[0].chains), r.Draws)
}
