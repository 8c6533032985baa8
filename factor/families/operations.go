package families

import (
	"encoding/json"

	"mpc/dist"
)

// Operations are the operations on the messages of one family, boxed: a message
// is of the family's type in package dist. A value is a float64, also for a whole number and for a truth
// (0 is false), or, of a family that has dimensions, a []float64.
type Operations struct {
	// Uniform is the uniform message about a value of these sizes: none for a
	// number.
	Uniform    func(sizes ...int) any
	Point      func(value any) any
	Mode, Mean func(message any) any
	Variance   func(message any) any // of each component
	Next       func(s *dist.PointSearch, at, product any) any
	// Begin is the point where a search starts that nothing else is known of, about a
	// vector or a matrix of the size of a message.
	Begin       func(message any) any
	Times       func(a, b any) any
	Damp        func(message, old any, damping float64) any
	MakeProper  func(message, cavity any) any
	LogIntegral func(a, b any) float64
	// LogScale is LogIntegral as a step of a product of several messages, which may be
	// improper on the way.
	LogScale func(a, b any) float64
	// Power is the message to a power, LogPower the log integral of a normalized one
	// to a power.
	Power    func(message any, n float64) any
	LogPower func(message any, n float64) float64
	Tilts
	Entropy func(message any) float64
	Change  func(message, old any) float64
	Questions
	// Text is the message as a person would write it.
	Text func(message any) string
	// Read reads a message from its JSON form.
	Read func(text []byte) (any, error)
}

// Tilts are of messages of which operators send some that are not normalized, nil of others: LogTilt is the log mean of a tilt, such a
// message, and MeanLogTilt the mean of its log.
type Tilts struct {
	LogTilt, MeanLogTilt func(message, tilt any) float64
}

// Questions are what is asked of a message.
type Questions struct {
	IsUniform, IsProper, IsPoint, IsFinite func(message any) bool
}

// densities is what the types of messages have in common, besides what depends
// on the type of a value.
type densities[D any] interface {
	asked
	Times(D) D
	IsProper() bool
	Damp(old D, damping float64) D
	MakeProper(cavity D) D
	LogIntegral(D) float64
	Power(n float64) D
	LogPower(n float64) float64
	Entropy() float64
	Change(old D) float64
	String() string
}

// operations boxes what does not depend on the type of a value.
func operations[D densities[D]]() Operations {
	return Operations{
		Times:       func(a, b any) any { return a.(D).Times(b.(D)) },
		Damp:        func(m, old any, e float64) any { return m.(D).Damp(old.(D), e) },
		MakeProper:  func(m, cavity any) any { return m.(D).MakeProper(cavity.(D)) },
		LogIntegral: func(a, b any) float64 { return a.(D).LogIntegral(b.(D)) },
		LogScale: func(a, b any) float64 {
			if s, ok := a.(interface{ LogScale(D) float64 }); ok {
				return s.LogScale(b.(D))
			}
			return a.(D).LogIntegral(b.(D))
		},
		Power:     func(m any, n float64) any { return m.(D).Power(n) },
		LogPower:  func(m any, n float64) float64 { return m.(D).LogPower(n) },
		Entropy:   func(m any) float64 { return m.(D).Entropy() },
		Change:    func(m, old any) float64 { return m.(D).Change(old.(D)) },
		Questions: questions[D](func(m any) bool { return m.(D).IsProper() }),
		Text:      func(m any) string { return m.(D).String() },
		Read: func(text []byte) (any, error) {
			var d D
			err := json.Unmarshal(text, &d)
			return d, err
		},
	}
}

// questions boxes what is asked of a message; whether it is proper takes working memory of some.
func questions[D asked](isProper func(message any) bool) Questions {
	return Questions{
		IsUniform: func(m any) bool { return m.(D).IsUniform() },
		IsProper:  isProper,
		IsPoint:   func(m any) bool { return m.(D).IsPoint() },
		IsFinite:  func(m any) bool { return m.(D).IsFinite() },
	}
}

// asked is what all messages are asked.
type asked interface {
	IsUniform() bool
	IsPoint() bool
	IsFinite() bool
}

// scalars is what the types of messages about a number have in common.
type scalars[D any] interface {
	densities[D]
	Mode() float64
	Mean() float64
	Variance() float64
}

// scalar boxes the operations on messages about a number.
func scalar[D scalars[D]](uniform func() D, point func(float64) D, next func(s *dist.PointSearch, at, product D) D) Operations {
	o := operations[D]()
	o.Uniform = func(...int) any { return uniform() }
	o.Point = func(x any) any { return point(x.(float64)) }
	o.Mode = func(m any) any { return m.(D).Mode() }
	o.Mean = func(m any) any { return m.(D).Mean() }
	o.Variance = func(m any) any { return m.(D).Variance() }
	o.Next = func(s *dist.PointSearch, at, m any) any { return next(s, at.(D), m.(D)) }
	return o
}
