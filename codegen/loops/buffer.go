package loops

import "mpc/message"

// A buffer is a function of the messages that its factor receives. It needs no array: it is computed where the
// first message reads it, in each loop that has such a message, and again where the schedule runs it again, as
// it does when what a Fresh edge asks for has changed.

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
