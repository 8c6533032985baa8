package engine

import (
	"fmt"
	"slices"
)

// A Labelled is the number of an element that the model names by its label.
type Labelled struct {
	Input, Label string
	Number       *int
}

// FindLabels finds the numbers of elements in the list of all labels of a range. Where
// there is no list they are those that the caller gives.
func FindLabels(list string, labels []string, size int, elements ...Labelled) error {
	if labels == nil {
		for i, e := range elements {
			if *e.Number == 0 && size > len(elements) { // it may be another one
				return &InputError{Input: e.Input, Message: fmt.Sprintf("the number of %q may have been left out; give %s, the labels of all elements in their order", e.Label, list)}
			}
			for _, other := range elements[:i] {
				if *other.Number == *e.Number {
					return &InputError{Input: e.Input, Message: fmt.Sprintf("%d is the number of %q too; give %s, the labels of all elements in their order", *e.Number, other.Label, list)}
				}
			}
		}
		return nil
	}
	if len(labels) != size {
		return &InputError{Input: list, Message: fmt.Sprintf("has %d labels of %d elements", len(labels), size)}
	}
	for _, e := range elements {
		i := slices.Index(labels, e.Label)
		if i < 0 {
			return &InputError{Input: list, Message: fmt.Sprintf("has no %q, which the model names", e.Label)}
		}
		if slices.Contains(labels[i+1:], e.Label) {
			return &InputError{Input: list, Message: fmt.Sprintf("has %q twice", e.Label)}
		}
		if *e.Number != 0 && *e.Number != i {
			return &InputError{Input: e.Input, Message: fmt.Sprintf("is %d, but %q is element %d of %s", *e.Number, e.Label, i, list)}
		}
		*e.Number = i
	}
	return nil
}
