package sampling

import (
	"sync"

	"mpc/samples"
)

// RecordSize is how much is recorded of so many chains and draws of some numbers: where all
// that is asked for would take more than some hundred megabytes, fewer draws are kept as they
// are.
func RecordSize(numbers, chains, draws int) samples.Size {
	return samples.Size{Chains: chains, Draws: draws}.Fit(numbers, 1<<28)
}

// recordSize is that of columns.
func recordSize[C any](record []Column[C], chains, draws int) samples.Size {
	numbers := 0
	for _, c := range record {
		numbers += c.numbers()
	}
	return RecordSize(numbers, chains, draws)
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
