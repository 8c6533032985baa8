package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
)

// An algorithmFlag is the flag --algorithm: an algorithm in place of that of the model.
type algorithmFlag struct{ name string }

func (f *algorithmFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "algorithm", "infer by ep, vmp or gibbs (default: as the model says; of a BUGS program gibbs)")
	complete(c, "algorithm", mpc.Algorithms()...)
}

func (f *algorithmFlag) String() string { return f.name }

func (f *algorithmFlag) Type() string { return "string" }

// Set takes a name, in capitals too.
func (f *algorithmFlag) Set(name string) error {
	name = strings.ToLower(name)
	if !slices.Contains(mpc.Algorithms(), name) {
		return errors.New("there are ep, vmp and gibbs")
	}
	f.name = name
	return nil
}
