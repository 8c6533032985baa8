package kalman

// Again forgets that the messages are up to date, so that the next Run computes
// them once more from the same data: for the benchmark in the folder above.
func (inf *Inference) Again() { inf.progress.Undo(0) }
