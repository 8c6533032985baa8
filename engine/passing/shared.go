package passing

import (
	"encoding/json"

	"mpc/dist"
	"mpc/engine"
)

// What batches of data say of each variable that they share: a message, or slices of messages. A nil slice says nothing, and
// a message about a vector that has no components, or another one of the zero value.

// A Product is what two sets of batches say together, variable by variable.
type Product struct {
	// Scale is its part of the log evidence.
	Scale float64
	// Err is an *InputError of the first variable whose messages are of different sizes.
	Err error
}

// differ notes that a variable has different sizes.
func (p *Product) differ(input string) {
	if p.Err == nil {
		p.Err = &engine.InputError{Input: input, Message: engine.OtherSizes}
	}
}

// Times is the product of two messages.
func Times[M interface {
	comparable
	Times(M) M
}](_ *Product, _ string, a, b M) M {
	var nothing M
	switch nothing {
	case a:
		return b
	case b:
		return a
	}
	return a.Times(b)
}

// TimesScaled is the product of two messages, whose log scale it adds.
func TimesScaled[M interface {
	comparable
	Times(M) M
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](p *Product, input string, a, b M) M {
	product := Times(p, input, a, b)
	var nothing M
	if a != nothing && b != nothing {
		p.Scale += engine.JointScale(a, b, product)
	}
	return product
}

// TimesVector is the product of two messages about vectors.
func TimesVector[M interface{ Size() int }, P interface {
	*M
	SetTimes(a, b M)
}](p *Product, input string, a, b M) (product M) {
	switch {
	case a.Size() == 0:
		return b
	case b.Size() == 0:
		return a
	case a.Size() != b.Size():
		p.differ(input)
		return product
	}
	P(&product).SetTimes(a, b)
	return product
}

// TimesVectorScaled is the product of two messages about vectors, whose log scale it adds.
func TimesVectorScaled[M interface {
	Size() int
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}, P interface {
	*M
	SetTimes(a, b M)
}](p *Product, input string, a, b M) M {
	product := TimesVector[M, P](p, input, a, b)
	if a.Size() != 0 && a.Size() == b.Size() {
		p.Scale += engine.JointScale(a, b, product)
	}
	return product
}

// TimesVectorScaledIn is TimesVectorScaled of messages that are computed with in memory to work in.
func TimesVectorScaledIn[M interface {
	Size() int
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}, P interface {
	*M
	SetTimes(a, b M)
}](p *Product, input string, a, b M) M {
	product := TimesVector[M, P](p, input, a, b)
	if a.Size() != 0 && a.Size() == b.Size() {
		p.Scale += engine.JointScaleIn(a, b, product, new(dist.MvWork))
	}
	return product
}

// TimesEach multiplies slices as times multiplies their elements.
func TimesEach[M any](times func(p *Product, input string, a, b M) M) func(p *Product, input string, a, b []M) []M {
	return func(p *Product, input string, a, b []M) []M {
		switch {
		case a == nil:
			return b
		case b == nil:
			return a
		case len(a) != len(b):
			p.differ(input)
			return nil
		}
		product := make([]M, len(a))
		for i := range product {
			product[i] = times(p, input, a[i], b[i])
		}
		return product
	}
}

// Damped is a message between what was said before and what is said now: old^damping m^(1-damping). Where nothing was said
// before it is new.
func Damped[M interface {
	comparable
	IsUniform() bool
	Damp(old M, damping float64) M
}](m, old M, damping float64) M {
	var nothing M
	if old == nothing || old.IsUniform() {
		return m
	}
	return m.Damp(old, damping)
}

// DampedVector is Damped of messages about vectors.
func DampedVector[M interface {
	Size() int
	IsUniform() bool
	Copy() M
}, P interface {
	*M
	SetDamp(a, b M, damping float64)
}](m, old M, damping float64) M {
	if old.Size() != m.Size() || old.IsUniform() {
		return m
	}
	mixed := m.Copy()
	P(&mixed).SetDamp(m, old, damping)
	return mixed
}

// DampedEach damps slices as damped does their elements. A slice of another length is new.
func DampedEach[M any](damped func(m, old M, damping float64) M) func(m, old []M, damping float64) []M {
	return func(m, old []M, damping float64) []M {
		if len(m) != len(old) {
			return m
		}
		mixed := make([]M, len(m))
		for i := range mixed {
			mixed[i] = damped(m[i], old[i], damping)
		}
		return mixed
	}
}

// ReadShared reads a saved message to the variables of these names: that of a model with other shared variables would else be
// read as one that says nothing. The error is an *InputError then.
func ReadShared(text []byte, to any, names ...string) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	for _, name := range names {
		if given[name] == nil {
			return &engine.InputError{Input: name, Message: "it is missing in what batches said: this is not of this model"}
		}
		delete(given, name)
	}
	if len(given) > 0 {
		return &engine.InputError{Input: "shared", Message: "what batches said has other names too: this is not of this model"}
	}
	if err := json.Unmarshal(text, to); err != nil {
		return engine.JSONError(err)
	}
	return nil
}
