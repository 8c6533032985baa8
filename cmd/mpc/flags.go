package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mpc"
)

// sameFlags are what other programs call flags of this one.
var sameFlags = map[string]string{
	"warmup": "burnin", "burn-in": "burnin", "tune": "burnin", "adapt": "burnin",
	"iter": "iterations", "iters": "iterations", "max-iter": "iterations", "num-samples": "samples", "num_samples": "samples", "n-samples": "samples", "nsamples": "samples",
	"num-chains": "chains", "n-chains": "chains", "input": "data", "file": "data", "out": "output", "random-seed": "seed", "random_seed": "seed",
}

// flagError says of a flag that cannot be read what would be right.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		err = errors.New(unknownFlag(c, unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()))
	case errors.As(err, &value):
		f := value.GetFlag()
		if value.GetValue() == "" && errors.Is(value.Unwrap(), errNoName) {
			return usageError{fmt.Errorf("--%s \"\": %w\nusage: %s", f.Name, errNoName, c.UseLine())}
		}
		want := map[string]string{"int": "a whole number", "uint": "a whole number", "float64": "a number", "bool": "true or false"}[f.Value.Type()]
		if want == "" || value.Unwrap() != nil && !isSyntax(value.Unwrap()) {
			return usageError{fmt.Errorf("--%s %s: %w\nusage: %s", f.Name, value.GetValue(), value.Unwrap(), c.UseLine())}
		}
		text := fmt.Sprintf("--%s %s: it is %s", f.Name, value.GetValue(), want)
		if n, ok := spelledNumber(value.GetValue()); ok && strings.HasPrefix(want, "a whole") {
			text += fmt.Sprintf("; write --%s %d", f.Name, n)
		}
		err = errors.New(text)
	}
	return usageError{fmt.Errorf("%w\nusage: %s", err, c.UseLine())}
}

// oneDash is the error of a long flag that is written with one dash, as other programs have
// them: -output would be read as -o, with a file named utput.
func oneDash(root *cobra.Command, arguments []string) error {
	c, rest, err := root.Find(arguments)
	if err != nil || strings.HasPrefix(strings.Join(arguments, " "), cobra.ShellCompRequestCmd) {
		return nil
	}
	c.InitDefaultHelpFlag()
	for _, a := range rest {
		name, _, valued := strings.Cut(strings.TrimPrefix(a, "-"), "=")
		switch {
		case a == "--":
			return nil
		case !strings.HasPrefix(a, "-") || strings.HasPrefix(a, "--") || len(name) < 2:
			continue
		case c.Flag(name) != nil, c.Flag(sameFlags[name]) != nil, valued && mpc.Nearest(name, flagNames(c)) != "":
			return usageError{fmt.Errorf("%s\nusage: %s", unknownFlag(c, "", name), c.UseLine())}
		}
	}
	return nil
}

// errNoName is the error of "" where the name of a file is wanted.
var errNoName = errors.New("this is no name of a file; has a variable of the shell no value?")

// files is a flag of files, which may be given several times, or with commas between them.
type files struct{ list *[]string }

func (f files) String() string {
	if f.list == nil {
		return ""
	}
	return strings.Join(*f.list, ",")
}

func (f files) Type() string { return "strings" }

func (f files) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		if name == "" {
			return errNoName
		}
		*f.list = append(*f.list, name)
	}
	return nil
}

// flagNames lists the long flags of a command.
func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// isSyntax tells whether a number could not be read.
func isSyntax(err error) bool {
	return errors.Is(err, strconv.ErrSyntax) || strings.Contains(err.Error(), "invalid syntax")
}

// unknownFlag says that there is no such flag, and which one was probably meant.
func unknownFlag(c *cobra.Command, name, short string) string {
	dashes := "--"
	if short != "" {
		name, dashes = short, "-"
	}
	text := fmt.Sprintf("unknown flag: %s%s", dashes, name)
	switch near := mpc.Nearest(name, flagNames(c)); {
	case c.Flag(name) != nil && !c.Flag(name).Hidden:
		text += "; did you mean --" + name + "?"
	case sameFlags[name] != "" && c.Flags().Lookup(sameFlags[name]) != nil:
		text += "; it is --" + sameFlags[name] + " here"
	case len(name) > 1 && near != "":
		text += "; did you mean --" + near + "?"
	default:
		text += "; see " + c.CommandPath() + " --help"
	}
	return text
}

// spelledNumber is the whole number that 1k, 2M, 1e4, 1_000 or 1,000 stand for.
func spelledNumber(text string) (int, bool) {
	digits := strings.NewReplacer("_", "", ",", "", "'", "", " ", "").Replace(text)
	times := 1.0
	if n := len(digits); n > 1 {
		if t := map[byte]float64{'k': 1e3, 'K': 1e3, 'm': 1e6, 'M': 1e6}[digits[n-1]]; t > 0 {
			digits, times = digits[:n-1], t
		}
	}
	x, err := strconv.ParseFloat(digits, 64)
	n := int(x * times)
	return n, err == nil && x*times >= 0 && x*times < 1e15 && float64(n) == x*times
}

// modelAndData checks that a command has a model, and perhaps data without --data.
func modelAndData(c *cobra.Command, a []string) error {
	if len(a) == 2 {
		if e := strings.ToLower(filepath.Ext(a[1])); e == ".yaml" || e == ".yml" {
			return usageError{fmt.Errorf("%s: there is one model, and data are .json, .csv or a folder\nusage: %s", a[1], c.UseLine())}
		}
		return nil
	}
	if len(a) > 2 {
		return usageError{fmt.Errorf("accepts a model and its data, received %d arguments; data of several files are a folder of tables\nusage: %s", len(a), c.UseLine())}
	}
	return args(cobra.ExactArgs(1))(c, a)
}

// take takes the data that follow the model, as in mpc run model.yaml data.csv.
func (f *dataFlags) take(a []string) error {
	if len(a) < 2 {
		return nil
	}
	if a[1] == "" {
		return usageError{fmt.Errorf("the data: %w", errNoName)}
	}
	if f.data != "" {
		return usageError{fmt.Errorf("data are given twice, as %s and by --data %s", a[1], f.data)}
	}
	f.data = a[1]
	return nil
}
