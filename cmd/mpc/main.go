// Command mpc compiles probabilistic models to Go packages that run message
// passing in plain loops.
//
// It exits with 0, with 1 for an error of a model, of data or of an inference, with 2
// for a wrong call, and with 128 and the number of the signal that has ended it.
// Diagnostics and warnings go to standard error, results to standard output; with --json
// both are JSON.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitFailure = 1 // an error of a model, of data or of an inference
	exitUsage   = 2
)

// A usageError is a wrong call of the command.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errShown is an error that has been printed already, errShownUsage one of a wrong
// call.
var (
	errShown      = errors.New("shown")
	errShownUsage = usageError{errShown}
)

func main() { os.Exit(Main()) }

// Main runs the command with the arguments of the process and returns the exit
// code.
func Main() int {
	g := &globals{out: &results{to: os.Stdout}}
	ctx, cancel := interruptible(context.Background(), func() bool { return !g.finishes.Load() })
	defer cancel(nil)
	root := rootCommand(g)
	root.SetOut(g.out)
	err := oneDash(root, os.Args[1:])
	if err == nil {
		err = afterSignal(ctx, root.ExecuteContext(ctx))
	}
	if err == nil || errors.Is(err, errShown) {
		err = cmp.Or(g.out.err, err)
	}
	var usage usageError
	var stop stopped
	switch {
	case err == nil:
		return 0
	case errors.As(err, &stop):
		if stop.signal != syscall.SIGPIPE { // nobody reads it
			g.fail(err)
		}
		return stop.status()
	case errors.Is(err, errShown) && errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errShown):
		return exitFailure
	}
	g.fail(err)
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

// globals are the flags of all commands, and what they share.
type globals struct {
	json bool
	out  *results
	// finishes is set while the first signal does not end the process at once: what is under way ends
	// by itself, as an inference with what it has, or is finished, as the writing of files.
	finishes atomic.Bool
}

// results is standard output. It keeps the first error of writing to it: what prints for
// people does not look at each.
type results struct {
	to  io.Writer
	err error
}

func (r *results) Write(b []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.to.Write(b)
	if err != nil {
		r.err = fmt.Errorf("standard output: %w", cmp.Or(errors.Unwrap(err), err))
	}
	return n, r.err
}

func rootCommand(g *globals) *cobra.Command {
	root := &cobra.Command{
		Use:   "mpc",
		Short: "A message-passing compiler: model.yaml to a Go package",
		Long: "mpc turns a probabilistic model into a plain Go package that runs\n" +
			"expectation propagation (EP), variational message passing (VMP) or Gibbs\n" +
			"sampling in tight loops, with a schedule that one can see and test.\n\n" +
			"It exits with 0, with 1 for an error of a model, of data or of an inference, with\n" +
			"2 for a wrong call, and with 128 and the number of the signal that has ended it.",
		Example: "  mpc new coins && mpc run coins/model.yaml --data coins/data.json\n" +
			"  mpc compile model.yaml -o ratings\n" +
			"  mpc graph model.yaml --of schedule -o schedule.svg\n" +
			"  mpc completion bash > /etc/bash_completion.d/mpc",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, a []string) error {
			if len(a) == 0 {
				return c.Help()
			}
			msg := fmt.Sprintf("no command %s; see mpc help", a[0])
			if near := c.SuggestionsFor(a[0]); len(near) > 0 {
				msg = fmt.Sprintf("no command %s; did you mean %s?", a[0], strings.Join(near, " or "))
			}
			if e := strings.ToLower(filepath.Ext(a[0])); e == ".yaml" || e == ".yml" {
				msg = fmt.Sprintf("%s is no command; write mpc run %s", a[0], a[0])
			}
			return usageError{errors.New(msg)}
		},
	}
	root.SuggestionsMinimumDistance = 2
	root.SetVersionTemplate("mpc {{.Version}}\n")
	root.PersistentFlags().BoolVar(&g.json, "json", false, "print JSON, for a program to read")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return flagError(c, err)
	})
	root.AddCommand(newCommand(g), compileCommand(g), translateCommand(g), sequenceCommand(g), runCommand(g), compareCommand(g),
		calibrateCommand(g), simulateCommand(g), checkCommand(g), graphCommand(g),
		scheduleCommand(g), dumpCommand(g), operatorsCommand(g), explainCommand(g), versionCommand(g))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = cobra.ArbitraryArgs, knownShell
		}
	}
	return root
}

// knownShell is run where completion is asked for of no shell that it knows.
func knownShell(c *cobra.Command, a []string) error {
	if len(a) == 0 {
		return c.Help()
	}
	return usageError{fmt.Errorf("no completion for %s: it is for bash, fish, powershell and zsh", a[0])}
}

// oneModel checks that a command that reads no data has one argument.
func oneModel(c *cobra.Command, a []string) error {
	if len(a) > 1 {
		return usageError{fmt.Errorf("%s: mpc %s takes one model, and no data\nusage: %s", a[1], c.Name(), c.UseLine())}
	}
	return args(cobra.ExactArgs(1))(c, a)
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

// modelFiles makes the shell complete model files and programs of BUGS.
func modelFiles(_ *cobra.Command, a []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(a) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"yaml", "yml", "bug", "bugs", "jags", "jag"}, cobra.ShellCompDirectiveFilterFileExt
}

// modelThenData makes the shell complete a model, and then a file of data.
func modelThenData(c *cobra.Command, a []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(a) == 1 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return modelFiles(c, a, word)
}

// complete makes the shell complete the values of a flag.
func complete(c *cobra.Command, flag string, values ...string) {
	// The only error is a flag that the command does not have.
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// hide leaves a flag out of the help.
func hide(c *cobra.Command, flag string) {
	// The only error is a flag that the command does not have.
	_ = c.Flags().MarkHidden(flag)
}
