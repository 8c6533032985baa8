package engine

import "sync"

// Parallel runs a plate in as many parts as there are workers. Of several errors
// it returns that of the first part.
func Parallel(workers, lo, hi int, plate func(lo, hi int) error) error {
	n := hi - lo
	if n <= 0 {
		return nil
	}
	parts := min(workers, n)
	errs := make([]error, parts)
	var group sync.WaitGroup
	for i := range parts {
		group.Add(1)
		go func() {
			defer group.Done()
			errs[i] = plate(lo+n*i/parts, lo+n*(i+1)/parts)
		}()
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
