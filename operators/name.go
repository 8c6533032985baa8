package operators

import (
	"reflect"
	"runtime"
	"strings"
)

// Name returns the name of the operator's function.
func (op *Op) Name() string {
	full := runtime.FuncForPC(reflect.ValueOf(op.Func).Pointer()).Name()
	return full[strings.LastIndex(full, ".")+1:]
}

// Array tells whether the operator writes an array of messages to a slice.
func (op *Op) Array() bool {
	for i, t := range op.In() {
		if op.Args[i].Role() == Into {
			return t.Kind() == reflect.Slice
		}
	}
	return false
}

// Message is the type of the message that the operator computes: what it returns,
// or what its parameter to points to. Of an array it is that of the slice.
func (op *Op) Message() reflect.Type {
	for i, t := range op.In() {
		if op.Args[i].Role() == Into && t.Kind() == reflect.Pointer {
			return t.Elem()
		}
	}
	if t := reflect.TypeOf(op.Func); t.NumOut() > 0 {
		return t.Out(0)
	}
	return nil
}

// String prints a set of flags, separated by commas.
func (f Flag) String() string {
	var parts []string
	for i, name := range []string{"Required", "SkipIfUniform", "Trigger", "Fresh", "NoInit"} {
		if f&(1<<i) != 0 {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, ",")
}

// String is the algorithm's name in models.
func (a Algorithm) String() string {
	switch a {
	case EP:
		return "ep"
	case VMP:
		return "vmp"
	case Gibbs:
		return "gibbs"
	}
	return "unknown"
}
