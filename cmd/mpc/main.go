// Command mpc compiles probabilistic models to Go packages that run message
// passing in plain loops.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/lang"
)

// Exit codes.
const (
	exitFailure = 1 // a model, data or inference error
	exitUsage   = 2
)

// A usageError is a wrong call of the command.
type usageError struct{ error }

// errShown is an error that has been printed already.
var errShown = errors.New("shown")

func main() { os.Exit(Main()) }

// Main runs the command and returns the exit code.
func Main() int {
	root := rootCommand()
	err := root.Execute()
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errShown):
		return exitFailure
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "mpc: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(os.Stderr, "mpc: %v\n", err)
	return exitFailure
}

type globals struct {
	json bool
}

func rootCommand() *cobra.Command {
	g := &globals{}
	root := &cobra.Command{
		Use:           "mpc",
		Short:         "A message-passing compiler: model.yaml to a Go package",
		Long:          "mpc turns a probabilistic model into a plain Go package that runs\nexpectation propagation in tight loops, with a schedule that one can see and test.",
		Example:       "  mpc new coins && mpc run coins/model.yaml --data coins/data.json\n  mpc compile model.yaml -o ratings\n  mpc schedule model.yaml",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().BoolVar(&g.json, "json", false, "print JSON, for a program to read")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w\nusage: %s", err, c.UseLine())}
	})
	root.AddCommand(newCommand(), compileCommand(g), runCommand(g), checkCommand(g), graphCommand(g),
		scheduleCommand(g), dumpCommand(g), operatorsCommand(g), explainCommand(g), versionCommand(g))
	return root
}

// args checks the number of arguments as cobra does, as a usage error.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, a []string) error {
		if err := check(c, a); err != nil {
			return usageError{fmt.Errorf("%w\nusage: %s", err, c.UseLine())}
		}
		return nil
	}
}

// show prints an error where it is a list of diagnostics, and the warnings. It
// returns errShown for what it has printed.
func (g *globals) show(c *mpc.Compilation, err error, sources map[string][]byte) error {
	var list lang.Diagnostics
	if c != nil {
		list = append(list, c.Warnings...)
	}
	var d lang.Diagnostics
	if errors.As(err, &d) {
		list = append(list, d.Errors()...)
		err = errShown
	}
	if len(list) == 0 {
		return err
	}
	list.Sort()
	if g.json {
		enc := json.NewEncoder(os.Stderr)
		enc.SetIndent("", "  ")
		if e := enc.Encode(map[string]any{"diagnostics": list}); e != nil {
			return e
		}
		return err
	}
	if e := list.Render(os.Stderr, func(file string) []byte {
		if src, ok := sources[file]; ok {
			return src
		}
		src, _ := os.ReadFile(file)
		return src
	}); e != nil {
		return e
	}
	return err
}

// wrote says what files a command wrote.
func (g *globals) wrote(paths ...string) error {
	if g.json {
		return printJSON(map[string][]string{"wrote": paths})
	}
	for _, p := range paths {
		fmt.Println("wrote", p)
	}
	return nil
}

// read reads a model file.
func read(path string) ([]byte, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, usageError{err}
	}
	return src, nil
}

// plan compiles a model up to the schedule, and shows what is wrong.
func (g *globals) plan(path string) (*mpc.Compilation, error) {
	src, err := read(path)
	if err != nil {
		return nil, err
	}
	c, err := mpc.Plan(path, src)
	return c, g.show(c, err, map[string][]byte{path: src})
}
