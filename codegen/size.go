package codegen

import "fmt"

// maxFile is how many bytes of Go a file of a package may have: Go's compiler takes minutes and
// gigabytes for more.
const maxFile = 16 << 20

// A SizeError says that a package would be larger than one can build.
type SizeError struct{}

func (*SizeError) Error() string {
	return fmt.Sprintf("the package would have files of more than %d MB of Go", maxFile>>20)
}

// fits ends the printing of a text that is too large for a file.
func fits(bytes int) {
	if bytes > maxFile {
		panic(&SizeError{})
	}
}

// tooLarge makes the end of a printing that fits has ended an error.
func tooLarge(err *error) {
	switch r := recover().(type) {
	case nil:
	case *SizeError:
		*err = r
	default:
		panic(r)
	}
}
