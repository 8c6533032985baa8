package samples

// A Size says how much a recorder is to hold.
type Size struct {
	// Chains is how many chains there are.
	Chains int
	// Draws is how many draws of each chain are planned, 0 if that is not known. It
	// saves memory where it is small; a chain may have more draws, or fewer.
	Draws int
	// Keep is how many draws of each chain are kept as they are, 0 for 2048. What a
	// recorder does with more is said there.
	Keep int
}

// usuallyKept is what a recorder keeps of each chain where nothing else is said.
const usuallyKept = 2048

// fewestKept is the least that a recorder keeps of each chain.
const fewestKept = 64

// Fit returns s with so many draws kept that the recorders of that many numbers take
// no more than about the given bytes together, at least 256 of each chain.
func (s Size) Fit(numbers, bytes int) Size {
	if one := numbers * s.Chains * 10; one > 0 {
		s.Keep = min(s.keep(), max(bytes/one, 256))
	}
	return s
}

// keep is s.Keep as recorders take it: a multiple of 16.
func (s Size) keep() int {
	keep := s.Keep
	if keep <= 0 {
		keep = usuallyKept
	}
	return (max(keep, fewestKept) + 15) / 16 * 16
}

// room is how many draws of a chain there is memory for before any is kept.
func (s Size) room() int {
	if s.Draws <= 0 {
		return s.keep()
	}
	return min(s.keep(), (max(s.Draws, fewestKept)+15)/16*16)
}
