package codegen

import (
	"cmp"
	"fmt"
)

// MaxFile is how many bytes of Go a file of a package may have: Go's compiler takes minutes and
// gigabytes for more.
const MaxFile = 16 << 20

// A SizeError says that a package would be larger than one can build.
type SizeError struct {
	Bytes int // that a file may have
}

func (e *SizeError) Error() string {
	if e.Bytes < 1<<20 {
		return fmt.Sprintf("the package would have files of more than %d bytes of Go", e.Bytes)
	}
	return fmt.Sprintf("the package would have files of more than %d MB of Go", e.Bytes>>20)
}

// fits ends the printing of a text that is too large for a file.
func (o Options) fits(bytes int) {
	if limit := cmp.Or(o.MaxFile, MaxFile); bytes > limit {
		panic(&SizeError{limit})
	}
}

// tooLarge makes the end of a printing that fits has ended an error.
func tooLarge(pkg **Package, err *error) {
	switch r := recover().(type) {
	case nil:
	case *SizeError:
		*pkg, *err = nil, r
	default:
		panic(r)
	}
}
