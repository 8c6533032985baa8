package main

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
)

// A seedFlag is a flag that is a seed.
type seedFlag struct{ to *uint64 }

// addSeed adds the flag --seed.
func addSeed(c *cobra.Command, to *uint64, from uint64, usage string) {
	*to = from
	c.Flags().Var(seedFlag{to}, "seed", usage)
}

func (f seedFlag) String() string {
	if f.to == nil {
		return "0"
	}
	return strconv.FormatUint(*f.to, 10)
}

func (f seedFlag) Set(s string) error {
	x, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("a seed is a whole number from 0 to 18446744073709551615")
	}
	*f.to = x
	return nil
}

func (f seedFlag) Type() string { return "uint" }
