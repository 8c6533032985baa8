package latent

// Instances numbers the rows that are said by Sites.Other, by the factor that each is an instance of and by
// its loop indices, so that their log densities can be asked for.
type Instances struct {
	list [][4]int32
	next int // of Next
}

// Reset forgets all, before a model says its rows again.
func (s *Instances) Reset() { s.list, s.next = s.list[:0], 0 }

// Add numbers an instance of a factor.
func (s *Instances) Add(factor, i, j, k int) int {
	s.list = append(s.list, [4]int32{int32(factor), int32(i), int32(j), int32(k)})
	return len(s.list) - 1
}

// At is the factor and the loop indices of an instance.
func (s *Instances) At(row int) (factor, i, j, k int) {
	x := s.list[row]
	return int(x[0]), int(x[1]), int(x[2]), int(x[3])
}

// Next is the number of the next instance of a factor, behind that of the call before; behind the last the first comes.
func (s *Instances) Next(factor int) int {
	for range s.list {
		row := s.next % len(s.list)
		s.next = row + 1
		if s.list[row][0] == int32(factor) {
			return row
		}
	}
	return -1
}
