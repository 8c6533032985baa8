package loops

import "mpc/message"

// A buffer is a function of the messages that its factor receives, computed
// where the first message reads it and again when one of those has changed: it
// is never older than the cavities that stand beside it, and needs no array.

// withBuffers is the set of an update and the buffers that it reads, by ID.
func withBuffers(u *message.Update) map[int]bool {
	set := map[int]bool{u.ID: true}
	for _, a := range u.Args {
		if a.Buffer != nil {
			set[a.Buffer.ID] = true
		}
	}
	return set
}

// changes tells whether an update changes what a buffer of the same element is
// computed from: a message to its factor. The factor's own message does not, as a
// cavity is without it; that of other elements may.
func changes(u, buffer *message.Update, others bool) bool {
	if buffer.Kind == message.Branches {
		return changesBranches(u, buffer)
	}
	for _, a := range buffer.Args {
		if a.Slot == nil || a.Slot.Edge == nil {
			continue
		}
		e := a.Slot.Edge
		switch u.Kind {
		case message.Send:
			if u.Edge.Variable == e.Variable && (others || u.Edge != e || a.Source == message.Product) {
				return true
			}
		case message.Estimate, message.Posterior:
			if u.Variable == e.Variable {
				return true
			}
		}
	}
	return false
}

// forget drops the buffers of the bodies being built that statements change;
// others: the statements are loops over other elements.
func (b *builder) forget(list []Stmt, others bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *For:
			b.forget(s.Body, true)
		case *If:
			b.forget(s.Body, others)
		case *Apply:
			for _, ready := range b.ready {
				for id, is := range ready {
					if is && changes(s.Update, b.program.Message.Updates[id], others) {
						ready[id] = false
					}
				}
			}
		}
	}
}
