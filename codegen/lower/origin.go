package lower

import (
	"slices"

	"mpc/codegen/loops"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// An Origin is the statement of the model that an update comes from. Of a factor without an update, or one that errors of
// draws name, ID is no update's.
type Origin struct {
	ID   int
	At   lang.Pos
	Text string
	None bool // the factor has no update
}

// Origins are those of all updates, and of factors that errors name.
func (p *Program) Origins() (list []Origin) {
	for _, u := range p.Loops.Message.Updates {
		if at, text, ok := originOf(u); ok {
			list = append(list, Origin{ID: u.ID, At: at, Text: text})
		}
	}
	if p.Scan != nil {
		for _, f := range p.Scan.Blamed {
			list = append(list, Origin{ID: len(p.Loops.Message.Updates) + f.ID, At: f.At, Text: f.Text})
		}
		return list
	}
	for _, f := range p.Loops.Message.Graph.Factors {
		if id := FirstUpdate(p.Loops, f); id < 0 && (len(f.Branches) > 0 || p.Loops.Message.NetworkOf(f) != nil) {
			list = append(list, Origin{id, f.At, f.Text, true})
		}
	}
	return list
}

// originOf is where an update comes from; ok is false of one that no error names.
func originOf(u *message.Update) (at lang.Pos, text string, ok bool) {
	switch u.Kind {
	case message.Possible, message.Send, message.Buffer, message.Branches:
		return u.At, u.Factor.Text, true
	case message.Draw:
		prior := u.Sampled.Prior[0].Factor
		return prior.At, prior.Text, true
	case message.Integrate:
		prior := u.Gaussian.First()
		return prior.At, prior.Text, true
	case message.Check:
		return u.At, u.Check.Text, true
	case message.Assign:
		return u.At, u.Assign.Text, true
	}
	return at, "", false
}

// A Sender is an update that sends a message, with the update of the buffer that it reads, or -1.
type Sender struct{ Update, Buffer int }

// A Senders lists the messages of a factor that may have none, of which one at least must be there. Of a Bound it is the
// only one: the bound is none without it.
type Senders struct {
	List  []Sender
	Bound bool
}

// Senders are those of all factors, for the check that not all of them fail.
func (p *Program) Senders() (all []Senders) {
	for _, f := range p.Loops.Message.Graph.Factors {
		var list []Sender
		array, ignored, binds := false, false, false // whether the posteriors may ignore the factor
		for _, s := range f.Slots {
			array = array || s.Over != nil
			if s.Edge == nil {
				continue
			}
			u := p.Loops.Message.To[s.Edge.ID]
			if u == nil || p.Loops.MessagePlace(s.Edge) == nil {
				continue
			}
			sender := Sender{u.ID, BufferOf(u)}
			list = append(list, sender)
			ignored = ignored || !u.Predicts()
			if binds = u.Binds(); binds {
				all = append(all, Senders{[]Sender{sender}, true})
			}
		}
		if ignored && !array && !(len(list) == 1 && binds) {
			all = append(all, Senders{List: list})
		}
	}
	return all
}

// Predicting are the updates that may fail and predict something of which nothing else is known.
func (p *Program) Predicting() (ids []int) {
	for _, u := range p.Loops.Message.Updates {
		if u.Kind == message.Send && u.Op.Faulty() && u.Predicts() && p.Loops.MessagePlace(u.Edge) != nil {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// startSteps lists the steps that start at random initial marginals: all, where what was to be drawn is not needed.
func startSteps(p *loops.Program) []int {
	var list, all []int
	for _, s := range p.Steps {
		all = append(all, s.ID)
		draws := func(t *loops.Table) bool {
			v := t.Variable
			return v != nil && v.Init != nil && v.Init.Name == model.Random && (t.Role == loops.Point || t.Guessed || p.AtInitial(t))
		}
		if slices.ContainsFunc(p.Written(s), draws) {
			list = append(list, s.ID)
		}
	}
	if list == nil {
		return all
	}
	return list
}
