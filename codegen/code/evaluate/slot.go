package evaluate

import "mpc/codegen/code"

// A kind says in which part of a frame a number stands.
type kind uint8

const (
	realPart  kind = iota // float64
	wholePart             // int64; truths are 0 and 1
	otherPart             // faults, streams, handles, arrays
)

// A slot is where a number of a value stands in a frame.
type slot struct {
	kind kind
	at   int
}

// Numbers hold the parts of values, by kind.
type Numbers struct {
	Reals  []float64
	Wholes []int64 // truths are 0 and 1
	Others []any   // faults (nil is none), streams, handles, arrays ([]float64, []int64 or []any)
	// places are the elements from the arguments of a native on that are places; direct are those that it has asked for.
	places []Numbers
	direct uint64
}

// Beside returns what stands in memory from the k-th argument of a native on that is a place: the native reads and writes
// it there, and gives nothing back for that argument.
func (n *Numbers) Beside(k int) *Numbers {
	n.direct |= 1 << k
	return &n.places[k]
}

// leaves lists the kinds of the parts of a type, in order: one but for records.
func leaves(t code.Type) []kind {
	switch t := t.(type) {
	case *code.Record:
		var list []kind
		for _, f := range t.Fields {
			list = append(list, leaves(f.Type)...)
		}
		return list
	case code.Basic:
		switch t {
		case code.Real:
			return []kind{realPart}
		case code.Truth, code.Whole:
			return []kind{wholePart}
		}
	}
	return []kind{otherPart}
}

func makeNumbers(n [3]int) Numbers {
	return Numbers{Reals: make([]float64, n[realPart]), Wholes: make([]int64, n[wholePart]), Others: make([]any, n[otherPart])}
}

// copyFrom copies parts: from and to are of the same kinds.
func (n *Numbers) copyFrom(to []slot, m *Numbers, from []slot) {
	for i, s := range from {
		switch s.kind {
		case realPart:
			n.Reals[to[i].at] = m.Reals[s.at]
		case wholePart:
			n.Wholes[to[i].at] = m.Wholes[s.at]
		default:
			n.Others[to[i].at] = m.Others[s.at]
		}
	}
}

// clear makes parts zero.
func (n *Numbers) clear(list []slot) {
	for _, s := range list {
		switch s.kind {
		case realPart:
			n.Reals[s.at] = 0
		case wholePart:
			n.Wholes[s.at] = 0
		default:
			n.Others[s.at] = nil
		}
	}
}

// slots gives the parts of types slots, one behind the other.
type slots struct{ n [3]int }

func (s *slots) of(t code.Type) []slot {
	var list []slot
	for _, k := range leaves(t) {
		list = append(list, slot{k, s.n[k]})
		s.n[k]++
	}
	return list
}

// fieldSlots returns which of the slots of a record are those of a field.
func fieldSlots(list []slot, r *code.Record, field string) []slot {
	at := 0
	for _, f := range r.Fields {
		n := len(leaves(f.Type))
		if f.Name == field {
			return list[at : at+n]
		}
		at += n
	}
	return nil
}
