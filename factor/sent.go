package factor

import (
	"reflect"
	"slices"
	"sync"

	"mpc/factor/families"
	"mpc/operators"
)

// A sent holds the families of the messages that operators send, by factor and slot.
type sent map[place][]Family

type place struct{ kind, slot string }

// sentFamilies are those of all operators.
var sentFamilies = sync.OnceValue(func() sent {
	s := sent{}
	for _, op := range operators.Table() {
		fam := families.Of(sends(op))
		if fam == nil {
			continue
		}
		at := place{op.Factor, op.To}
		if f := Family(fam.Name); !slices.Contains(s[at], f) {
			s[at] = append(s[at], f)
		}
	}
	return s
})

// sends is the type of an operator's messages: what it returns, or what it writes to.
func sends(op *operators.Op) reflect.Type {
	for i, a := range op.Args {
		if a.Role() == operators.Into {
			return op.In()[i].Elem()
		}
	}
	return reflect.TypeOf(op.Func).Out(0)
}

// only is the family of all messages to the variable of an edge over its slot, Unknown
// where there are none or several.
func (s sent) only(e *Edge) Family {
	only := Unknown
	for _, f := range s[place{e.Factor.Kind.Name, e.Slot.Name}] {
		if f.Row().Vector() != (len(e.Variable.Sizes) > 0) || (f == Categorical) != e.Variable.whole {
			continue
		}
		if only != Unknown {
			return Unknown
		}
		only = f
	}
	return only
}
