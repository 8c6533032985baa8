package sampling

import (
	"sync"

	"mpc/samples"
)

// Recorders makes a recorder of each of n elements that is drawn; others have none. drawn is
// nil where all are.
func Recorders[R any](n int, drawn func(i int) bool, recorder func() R) []R {
	list := make([]R, n)
	for i := range list {
		if drawn == nil || drawn(i) {
			list[i] = recorder()
		}
	}
	return list
}

// RecordSize is how much is recorded of so many chains and draws of some numbers: where all
// that is asked for would take more than some hundred megabytes, fewer draws are kept as they
// are.
func RecordSize(numbers, chains, draws int) samples.Size {
	return samples.Size{Chains: chains, Draws: draws}.Fit(numbers, 1<<28)
}

// Reserve makes room in the recorders of a variable.
func Reserve[R interface {
	comparable
	Reserve(samples.Size)
}](list []R, size samples.Size) {
	var none R
	for _, r := range list {
		if r != none {
			r.Reserve(size)
		}
	}
}

// AppendRecords appends the state of the recorders of a variable. Elements that are not
// drawn have none.
func AppendRecords[R interface {
	comparable
	AppendState([]byte) []byte
}](b []byte, list []R) []byte {
	var none R
	for _, r := range list {
		if r != none {
			b = r.AppendState(b)
		}
	}
	return b
}

// ReadRecords reads what AppendRecords appended.
func ReadRecords[R interface {
	comparable
	ReadState([]byte) ([]byte, error)
}](b []byte, list []R) (rest []byte, err error) {
	var none R
	for _, r := range list {
		if r == none {
			continue
		}
		if b, err = r.ReadState(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// Summarize makes the summary of each recorder, in so many goroutines that have memory of
// their own to work in. Elements that are not drawn have none.
func Summarize[R comparable, W, S any](workers int, list []R, summary func(R, *W) S) []S {
	var none R
	all := make([]S, len(list))
	var group sync.WaitGroup
	for k := range min(workers, len(list)) {
		group.Add(1)
		go func() {
			defer group.Done()
			var work W
			for i := k; i < len(list); i += workers {
				if list[i] != none {
					all[i] = summary(list[i], &work)
				}
			}
		}()
	}
	group.Wait()
	return all
}
