package engine

// A Plan is what is the same in all runs of an inference: where its updates come from, and what becomes of a
// statement whose messages are left out.
type Plan struct {
	Version uint64 // of saved states
	Steps   int
	Updates int            // of the message program
	Origins map[int]Origin // by update
	// Factors lists the messages of each factor that may have none.
	Factors [][]Sender
	// Predicts holds the updates that are posteriors of what nothing else is known of. Without a message they are
	// uniform, and all other posteriors are what they are.
	Predicts map[int]bool
	// Reach bounds for each step the iterations that news may take to reach a posterior: the number of its updates.
	Reach []int
	// Seeds is how many of the seeds of a run a saved state holds.
	Seeds int
	// Help says what may help where all messages of a statement are left out.
	Help string
}

// An Origin is the statement of the model that an update comes from.
type Origin struct {
	Line, Column int
	Statement    string
}

// A Sender is an update that sends a message, with the update of the buffer that
// it reads, or -1.
type Sender struct{ Update, Buffer int }
