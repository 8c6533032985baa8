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
	for _, a := range op.Args {
		if a.Name == "to" {
			return true
		}
	}
	return false
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
