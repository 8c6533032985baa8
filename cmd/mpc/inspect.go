package main

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"mpc"
)

func scheduleCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:               "schedule model.yaml",
		Short:             "Print the schedule: what runs when, and why",
		Example:           "  mpc schedule model.yaml",
		Args:              args(cobra.ExactArgs(1)),
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			c, err := g.plan(a[0])
			if err != nil {
				return err
			}
			if g.json {
				return printJSON(struct {
					Model string `json:"model"`
					mpc.Outline
				}{c.Model.Name, c.Outline()})
			}
			fmt.Print(c.Explain())
			return nil
		},
	}
}

func dumpCommand(g *globals) *cobra.Command {
	stage := "all"
	c := &cobra.Command{
		Use:               "dump model.yaml",
		Short:             "Print what a stage of the compiler made",
		Example:           "  mpc dump model.yaml --stage=deps",
		Args:              args(cobra.ExactArgs(1)),
		ValidArgsFunction: modelFiles,
		RunE: func(_ *cobra.Command, a []string) error {
			if !oneOf(stage, mpc.Stages) {
				return usageError{fmt.Errorf("--stage %s: it is one of %s", stage, strings.Join(mpc.Stages, ", "))}
			}
			src, err := read(a[0])
			if err != nil {
				return err
			}
			c, err := mpc.Compile(a[0], src, mpc.Options{})
			text, ok := c.Dump(stage)
			if !ok {
				return g.show(c.Warnings, err) // the compiler did not come so far
			}
			if g.json {
				if e := printJSON(map[string]any{"stages": c.DumpItems(stage)}); e != nil {
					return e
				}
			} else {
				fmt.Print(text)
			}
			return g.show(c.Warnings, err)
		},
	}
	c.Flags().StringVar(&stage, "stage", "all", strings.Join(mpc.Stages, "|"))
	complete(c, "stage", mpc.Stages...)
	return c
}

func operatorsCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:     "operators [factor]",
		Short:   "Print the table of message operators",
		Example: "  mpc operators greater_than",
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
				return printJSON(rows)
			}
			for _, r := range rows {
				fmt.Printf("%s > %s  %s  %s(%s)\n", r.Factor, r.To, r.Algorithm, r.Name, strings.Join(r.Args, ", "))
				if len(a) > 0 {
					fmt.Printf("    %s\n", strings.ReplaceAll(strings.TrimSpace(r.Doc), "\n", "\n    "))
				}
			}
			return nil
		},
	}
}

func explainCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:               "explain CODE",
		ValidArgsFunction: cobra.FixedCompletions(mpc.Codes(), cobra.ShellCompDirectiveNoFileComp),
		Short:             "Explain a diagnostic: the word in brackets after it",
		Example:           "  mpc explain scale",
		Args:              args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, a []string) error {
			text, ok := mpc.ExplainCode(strings.Trim(a[0], "[]"))
			if !ok {
				return usageError{fmt.Errorf("no code %s; there are %s", a[0], strings.Join(mpc.Codes(), ", "))}
			}
			if g.json {
				return printJSON(map[string]string{"code": strings.Trim(a[0], "[]"), "text": text})
			}
			fmt.Print(text)
			return nil
		},
	}
}

func versionCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			v := "unknown"
			if info, ok := debug.ReadBuildInfo(); ok {
				v = info.Main.Version + " " + info.GoVersion
			}
			if g.json {
				return printJSON(map[string]string{"version": v})
			}
			fmt.Println("mpc", v)
			return nil
		},
	}
}
