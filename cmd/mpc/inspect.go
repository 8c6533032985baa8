package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
	"mpc/docs"
	"mpc/run"
)

func scheduleCommand(g *globals) *cobra.Command {
	verbose := false
	var by algorithmFlag
	var of programFlags
	c := &cobra.Command{
		Use:   "schedule model.yaml",
		Short: "Print the schedule: what runs when, and why",
		Long: "schedule prints the updates of a model in the order in which they run, in the\n" +
			"words of the model: what runs once, what initializes, iterates and finishes a\n" +
			"loop, and how many updates an iteration costs. With --verbose it prints their\n" +
			"names and operators, the reason of each, and what was dropped, and why. With --data\n" +
			"it says how large a joint posterior is, and what its factor takes.",
		Example:           "  mpc schedule model.yaml\n  mpc schedule model.yaml --data data.json\n  mpc schedule model.yaml --verbose\n  mpc schedule model.yaml --json",
		Args:              oneModel,
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			var path string
			if !mpc.IsBUGS(a[0]) && len(of.data) == 1 {
				path, of.data = of.data[0], nil
			}
			c, err := g.planProgram(a[0], by.name, &of)
			if err != nil {
				return err
			}
			cost, err := jointCost(c, path)
			if err != nil {
				return g.show(nil, err)
			}
			if g.json {
				return g.printJSON(struct {
					Model string `json:"model"`
					mpc.Outline
					Cost *run.JointCost `json:"cost,omitempty"`
				}{c.Model.Name, c.Outline(), cost})
			}
			text := c.ScheduleWords()
			if verbose {
				text = c.ScheduleReport()
			}
			fmt.Fprint(g.out, text)
			if cost != nil {
				fmt.Fprintln(g.out, cost)
			}
			return nil
		},
	}
	by.add(c)
	of.add(c)
	c.Flags().Lookup("data").Usage = "files of data, of a BUGS program; of a model one: the cost of a joint posterior in numbers"
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "names of updates, operators, reasons, and what was dropped")
	return c
}

// jointCost is what a joint posterior takes with data; nil where there are none.
func jointCost(c *mpc.Compilation, path string) (*run.JointCost, error) {
	if path == "" {
		return nil, nil
	}
	set, err := run.ReadData(c, path, nil, nil)
	if err != nil {
		return nil, err
	}
	return run.CostOf(c, set)
}

func dumpCommand(g *globals) *cobra.Command {
	stage := "all"
	var of programFlags
	c := &cobra.Command{
		Use:   "dump model.yaml",
		Short: "Print what a stage of the compiler made",
		Long: "dump prints what the stages of the compiler made of a model, or one of them, a line\n" +
			"for each item with its place in the model. Where a stage fails those before it are\n" +
			"printed all the same. It is what a report of a mistake of the compiler needs.",
		Example:           "  mpc dump model.yaml\n  mpc dump model.yaml --stage=deps",
		Args:              oneModel,
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			if !oneOf(stage, mpc.Stages) {
				return usageError{fmt.Errorf("--stage %s: it is one of %s", stage, strings.Join(mpc.Stages, ", "))}
			}
			c, err := compiled(a[0], mpc.Options{NoPackage: true}, &of)
			if c == nil {
				return err
			}
			text, ok := c.Dump(stage)
			if !ok {
				return g.show(c.Warnings, err) // the compiler did not come so far
			}
			if g.json {
				if e := g.printJSON(map[string]any{"stages": c.DumpItems(stage)}); e != nil {
					return e
				}
			} else {
				fmt.Fprint(g.out, text)
			}
			return g.show(c.Warnings, err)
		},
	}
	of.add(c)
	c.Flags().StringVar(&stage, "stage", "all", strings.Join(mpc.Stages, "|"))
	complete(c, "stage", mpc.Stages...)
	return c
}

func operatorsCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:        "operators [factor]",
		SuggestFor: []string{"factors"},
		Short:      "Print the table of message operators",
		Long: "operators lists the message operators: which message of which factor each computes,\n" +
			"for which algorithm, from what. For one factor, or for a name of the language as\n" +
			"normal, it prints their documentation too.",
		Example: "  mpc operators greater_than\n  mpc operators normal",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			factor := ""
			if len(a) > 0 {
				factor = a[0]
			}
			rows, err := mpc.Operators(factor)
			if err != nil {
				return usageError{err}
			}
			if g.json {
				return g.printJSON(rows)
			}
			for _, r := range rows {
				fmt.Fprintf(g.out, "%s > %s  %s  %s(%s)\n", r.Factor, r.To, r.Algorithm, r.Name, strings.Join(r.Args, ", "))
				if len(a) > 0 {
					fmt.Fprintf(g.out, "    %s\n", strings.ReplaceAll(strings.TrimSpace(r.Doc), "\n", "\n    "))
				}
			}
			return nil
		},
	}
}

func explainCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:               "explain [CODE]",
		SuggestFor:        []string{"codes", "doc"},
		ValidArgsFunction: cobra.FixedCompletions(docs.Codes(), cobra.ShellCompDirectiveNoFileComp),
		Short:             "Explain a diagnostic: the word in brackets after it",
		Long: "explain says what a diagnostic means, with an example that goes wrong and one that\n" +
			"works. Without a code it lists all codes with a line each.",
		Example: "  mpc explain scale\n  mpc explain",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			if len(a) == 0 {
				return g.listCodes()
			}
			code := strings.ToLower(strings.Trim(a[0], "[]"))
			text, ok := docs.Explain(code)
			if !ok {
				hint := "mpc explain lists them"
				if near := docs.NearestCode(code); near != "" {
					hint = "did you mean " + near + "?"
				}
				return usageError{fmt.Errorf("no code %s; %s", a[0], hint)}
			}
			if g.json {
				return g.printJSON(map[string]string{"code": code, "text": text})
			}
			fmt.Fprint(g.out, text)
			return nil
		},
	}
}

// listCodes prints all codes with what they mean, a line each.
func (g *globals) listCodes() error {
	codes, means, width := docs.Codes(), map[string]string{}, 0
	for _, code := range codes {
		means[code], width = docs.Summary(code), max(width, len(code))
	}
	if g.json {
		return g.printJSON(map[string]any{"codes": codes, "summaries": means})
	}
	for _, code := range codes {
		fmt.Fprintf(g.out, "%-*s  %s\n", width, code, means[code])
	}
	return nil
}

func versionCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if g.json {
				return g.printJSON(map[string]string{"version": version()})
			}
			fmt.Fprintln(g.out, "mpc", version())
			return nil
		},
	}
}

// version is that of mpc and of the toolchain that built it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version + " " + info.GoVersion
}
