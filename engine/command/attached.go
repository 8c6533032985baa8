package command

import (
	"flag"
	"io"
	"os"
)

var attached = flag.Bool("attached", false, "end where standard input does: whoever started the program holds it open")

// endWithInput ends the program where what it reads does, if nobody waits for it then.
func endWithInput(in io.Reader) {
	if *attached {
		go func() {
			_, _ = io.Copy(io.Discard, in)
			os.Exit(1)
		}()
	}
}
