//go:build long

package sequence

import (
	"os"
	"strconv"
	"testing"

	"mpc/bugs/sequence"
)

const long = true

// TestRandomLong replays many random programs: 5,000, or as many as MPC_PROGRAMS says; of 100,000
// each kind of move is in at least 5,000.
func TestRandomLong(t *testing.T) {
	n := 5000
	if s := os.Getenv("MPC_PROGRAMS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	c := &tally{moves: map[sequence.Move]int{}}
	for seed := range uint64(n) {
		if c.try(t, 1000+seed); t.Failed() {
			return
		}
	}
	c.hold(t)
}
