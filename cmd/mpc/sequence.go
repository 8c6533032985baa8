package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/run/output"
)

func sequenceCommand(g *globals) *cobra.Command {
	var data []string
	var f bugsFlags
	var o mpc.SequenceOptions
	var out string
	c := &cobra.Command{
		Use:   "sequence program.bug",
		Short: "Print a BUGS program in an order that a machine can run",
		Long: "sequence finds an order of the statements and loops of a BUGS program in which each\n" +
			"element is defined before it is read, and prints it with a reason for each move:\n" +
			"~ draws, ≂ is observed. The program depends on which names are data, and not on\n" +
			"their sizes. With --data it is replayed on them element by element, up to 300,000. With --read the\n" +
			"program is one that was printed, perhaps changed by hand: it is replayed too.",
		Example: "  mpc sequence rats.bug --data rats.R\n" +
			"  mpc sequence rats.bug --fission\n" +
			"  mpc sequence rats.bug --data rats.R --read changed.txt\n" +
			"  mpc graph rats.bug --of statements -o rats.svg",
		Args: oneModel,
		RunE: func(_ *cobra.Command, a []string) error {
			switch {
			case o.Read != "" && len(data) == 0:
				return usageError{errors.New("--read: the data say whether it is an order of the program: --data rats.R")}
			case o.Read != "" && o.Fission:
				return usageError{errors.New("--read and --fission: a program that is read is taken as it is")}
			}
			opt, err := f.options(data)
			if err != nil {
				return err
			}
			in := reads{model: a[0], data: data, others: []written{{"read", o.Read}}}
			if err := in.outputs(written{"output", out}); err != nil {
				return err
			}
			s, warnings, err := mpc.SequenceBUGS(a[0], opt, o)
			if err := g.show(warnings, err); err != nil {
				return err
			}
			text := s.Program.String()
			if out != "" {
				if err := output.WriteFile(out, []byte(text)); err != nil {
					return err
				}
				return g.wrote(out)
			}
			if g.json {
				return g.printJSON(map[string]any{"program": text, "moves": s.Program.Moves(), "graph": s.Graph.String()})
			}
			_, err = fmt.Fprint(g.out, text)
			return err
		},
	}
	fl := c.Flags()
	fl.Var(files{&data}, "data", "files of data: JSON, CSV, or as R and BUGS write them")
	fl.StringVar(&f.dialect, "dialect", "bugs", "bugs, where a:b-1 is a:(b-1), or jags, where it is (a:b)-1")
	complete(c, "dialect", "bugs", "jags")
	fl.BoolVar(&o.Fission, "fission", false, "give each statement loops of its own, where it may have them")
	fl.StringVar(&o.Read, "read", "", "read a sequential program, as it is printed here, and replay it on the data in place of finding one")
	fl.StringVarP(&out, "output", "o", "", "write the program here")
	return c
}
