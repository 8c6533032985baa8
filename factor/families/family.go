// Package families lists the families of messages: what the stages of the
// compiler, the data and the interpreter must know of each, in one row. What the
// language says of a family (its parameters, what it draws) is in package model,
// under the same name; its arithmetic is in package dist. Generated packages
// carry the types of dist and nothing of this.
package families

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"mpc/model"
)

// A Family is what there is to know of a family of messages. It is not to be
// changed.
type Family struct {
	// Name is that of the language, of dumps and of JSON: inversegamma.
	Name string
	// Message is the type of a message in package dist. Other names of dist
	// follow from it: of Gamma they are GammaUniform, GammaPoint, GammaTotal and
	// PointSearch.NextGamma.
	Message reflect.Type
	// Moments is the type in package dist of what messages of VMP read of a posterior,
	// such as NormalMoments; nil where they read the message itself. Of a number dist
	// has NormalMomentsOf and NormalMomentsPoint too, of a vector NewDirichletMoments and
	// a method Set.
	Moments reflect.Type
	// MomentsOf returns the moments of a message.
	MomentsOf func(message any) any
	// OfMoments makes a message about a number from its mean and its variance; nil where there is no such one.
	OfMoments func(mean, variance float64) any
	// Constructors lists the functions of dist that make a message from
	// parameters, the first being the usual one. A generated package carries them
	// all, for its callers.
	Constructors []Constructor
	// Start is where the search for a point estimate starts that nothing else is
	// known of; of a vector, each component of it.
	Start float64
	// StartAt is the point to start at where the initial marginal has these
	// parameters.
	StartAt func(parameter func(name string) *model.Expr) *model.Expr
	// Usual is a message in the middle of what is usual, as Go source in a
	// generated package: for made-up data.
	Usual string
	// Random is the function of dist that draws a message to start at: of numbers and
	// truths func(*rand.Rand) D, of vectors func(*D, *rand.Rand), which writes into a
	// message of its size; nil where there is none.
	Random any
	// Logs tells whether dist has arrays of moments without geometric means, as NewDirichletMomentsLogs.
	Logs bool
	// Work tells whether methods of a message take a *dist.MvWork to calculate in.
	Work bool
	// Rows tells whether dist has functions for rows of totals: of Normal they are
	// NormalTotalsExcept and NormalTotalsReplace.
	Rows bool
	// Packed tells whether dist has arrays of messages about vectors of one size without a
	// slice for each: of Categorical they are CategoricalRows.
	Packed bool
	// Passes tells whether products of messages may be improper on the way, so that the last one is to be checked.
	Passes bool
	// Plain tells whether mean and standard deviation say all that there is to
	// say to a person.
	Plain bool

	Operations
	values
}

// A Constructor is a function of package dist that makes a message from
// parameters that have these names in the language.
type Constructor struct {
	Func       any
	Parameters []string
}

// All returns the families, in the order of model.Families.
func All() []*Family { return slices.Clone(table) }

// Named returns the family of that name, nil where there is none.
func Named(name string) *Family {
	for _, f := range table {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Of returns the family whose messages have that type, nil for another type.
func Of(message reflect.Type) *Family {
	for _, f := range table {
		if f.Message == message {
			return f
		}
	}
	return nil
}

// OfMoments returns the family whose moments have that type, nil for another type.
func OfMoments(moments reflect.Type) *Family {
	for _, f := range table {
		if f.Moments != nil && f.Moments == moments {
			return f
		}
	}
	return nil
}

// Go is the name of the type of a message in generated code.
func (f *Family) Go() string { return f.Message.Name() }

// signature is what the language says of the family.
func (f *Family) signature() *model.Signature { return model.Distribution(f.Name) }

// Draws is the kind of a value, or of each component of one that is a vector.
func (f *Family) Draws() model.Kind { return f.signature().Draws }

// Dimensions is that of a value: 0 for a number or a truth, 1 for a vector, 2
// for a matrix.
func (f *Family) Dimensions() int { return f.signature().Dimensions }

// Vector tells whether messages are structs with slices, which operators and products
// write into: about vectors or matrices, or about whole numbers that have a size.
func (f *Family) Vector() bool { return f.signature().Sized() }

// ZeroIsUniform tells whether the zero value of the type is the uniform message.
func (f *Family) ZeroIsUniform() bool {
	return f.IsUniform(reflect.Zero(f.Message).Interface())
}

// LargerChange tells whether messages have a method LargerChange, which computes a
// change only where it may be the larger one.
func (f *Family) LargerChange() bool {
	_, has := f.Message.MethodByName("LargerChange")
	return has
}

// Draw calls Random. The uniform message gives the size of a vector.
func (f *Family) Draw(uniform any, rng *rand.Rand) any {
	fun := reflect.ValueOf(f.Random)
	if !f.Vector() {
		return fun.Call([]reflect.Value{reflect.ValueOf(rng)})[0].Interface()
	}
	to := reflect.New(f.Message)
	to.Elem().Set(reflect.ValueOf(f.Times(uniform, uniform))) // memory of its own
	fun.Call([]reflect.Value{to, reflect.ValueOf(rng)})
	return to.Elem().Interface()
}

// Names lists the names of a family that a caller of a generated package may
// want: of the type and of the functions that make a message.
func (f *Family) Names() []string {
	names := []string{f.Go(), f.Go() + "Uniform", f.Go() + "Point"}
	for _, c := range f.Constructors {
		names = append(names, c.Name())
	}
	return names
}

// Constructor returns the constructor for these parameters, nil where there is
// none.
func (f *Family) Constructor(parameters []string) *Constructor {
	for i := range f.Constructors {
		if c := &f.Constructors[i]; slices.Equal(c.Parameters, parameters) {
			return c
		}
	}
	return nil
}

// Name is the name of the function.
func (c *Constructor) Name() string {
	full := runtime.FuncForPC(reflect.ValueOf(c.Func).Pointer()).Name()
	return full[strings.LastIndex(full, ".")+1:]
}

// Make makes the message, of a family that is a vector or a matrix: an argument is a
// number, or a slice for one that is a vector or a matrix.
func (c *Constructor) Make(args ...any) (any, error) {
	fn := reflect.ValueOf(c.Func)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	call := fn.Call
	if fn.Type().IsVariadic() {
		call = fn.CallSlice
	}
	out := call(in)
	if len(out) > 1 && !out[1].IsNil() {
		return nil, out[1].Interface().(error)
	}
	return out[0].Interface(), nil
}

// Variadic tells whether the function takes its vector as so many numbers.
func (c *Constructor) Variadic() bool { return reflect.TypeOf(c.Func).IsVariadic() }

// Fails tells whether the function returns an error too.
func (c *Constructor) Fails() bool { return reflect.TypeOf(c.Func).NumOut() > 1 }

// Call makes the message. There must be an argument for each parameter, of the
// type that the function takes.
func (c *Constructor) Call(args ...any) any {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	return reflect.ValueOf(c.Func).Call(in)[0].Interface()
}
