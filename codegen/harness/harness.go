// Package harness prints the program with which mpc run drives a generated package: what differs from one package to
// another. What is the same it takes of package engine/command.
package harness

import (
	"fmt"
	"go/format"
	"strings"
	"sync"

	"mpc/codegen"
	"mpc/codegen/link"
	"mpc/codegen/loops"
	"mpc/codegen/lower"
	"mpc/codegen/names"
	"mpc/codegen/support"
	"mpc/engine/command"
	"mpc/factor"
	"mpc/message"
	"mpc/samples"
	"mpc/special"
)

// commands reads the packages that the programs of mpc run take their declarations from, once.
var commands = sync.OnceValues(func() (*link.Library, error) {
	return link.Read(link.Package{Name: "command", Source: command.Source}, link.Package{Name: "samples", Source: samples.Source}, link.Package{Name: "special", Source: special.Source})
})

// A harness prints the program with which mpc run drives a generated package: what differs from one package to another.
type harness struct {
	strings.Builder
	program *loops.Program
}

// line prints a line.
func (h *harness) line(format string, args ...any) { fmt.Fprintf(h, format+"\n", args...) }

// Files prints the files of the program with which mpc run drives a generated package: that of Main, and what it takes of
// package command.
func Files(p *loops.Program, pkg *codegen.Package, importPath string) ([]codegen.File, error) {
	h := &harness{program: p}
	text := h.text()
	lib, err := commands()
	if err != nil {
		return nil, err
	}
	s, file, err := support.Parse(text)
	if err != nil {
		return nil, err
	}
	var need link.Needs
	need.Read(file)
	parts, err := lib.Link(need)
	if err != nil {
		return nil, err
	}
	files := []codegen.File{{Name: "main.go"}}
	if files[0].Source, err = mainSource("// Command run is the program that mpc run builds.\n", pkg.Text(s.Text), importPath, lib); err != nil {
		return nil, err
	}
	for _, part := range parts {
		src, err := mainSource("", part.Text, "", lib)
		if err != nil {
			return nil, err
		}
		files = append(files, codegen.File{Name: part.Package + ".go", Source: src})
	}
	return files, nil
}

// Main prints the main file of that program: data as JSON on standard input, the result as JSON on standard
// output, progress and warnings as lines on standard error.
func Main(p *loops.Program, pkg *codegen.Package, importPath string) ([]byte, error) {
	files, err := Files(p, pkg, importPath)
	if err != nil {
		return nil, err
	}
	return files[0].Source, nil
}

// mainSource puts a file of package main together, whose generated package is called model.
func mainSource(doc, text, model string, lib *link.Library) ([]byte, error) {
	s, _, err := support.Parse(text)
	if err != nil {
		return nil, err
	}
	s.Flatten(lib)
	head := doc + "package main\n\n" + s.Imports()
	if model != "" {
		head += fmt.Sprintf("import model %q\n\n", model)
	}
	return format.Source([]byte(head + s.Text))
}

// text prints what the file declares.
func (h *harness) text() string {
	h.line("func main() {")
	if h.program.Message.Sampling != nil {
		h.sampling()
	} else {
		h.passing()
	}
	h.line("}\n")
	h.data()
	h.kinds()
	return h.String()
}

// passing prints the call for a package that passes messages, and what it is given.
func (h *harness) passing() {
	m := h.program.Message.Graph.Model
	shared := h.program.Message.Graph.Shared
	call := "Pass"
	if shared != nil {
		call = "PassOrVisit"
	}
	h.line("command.%s(command.Passing[model.Data, model.Inference, model.Option, model.Summary]{", call)
	h.line("Read: readData, New: model.New, Run: (*model.Inference).Run, Iterations: model.Iterations, Progress: model.Progress,")
	if m.StartsAtRandom() {
		h.line("WithSeed: model.WithSeed, Seed: %d,", m.Iterate.Seed)
	}
	if shared != nil {
		h.line("Shared: shared,")
	}
	joint := h.program.Message.Gaussian != nil && h.program.Message.Gaussian.Plain()
	if joint {
		h.line("Joint: jointDraws,")
	}
	weighs := joint && h.program.Message.Gaussian.Weighs()
	if weighs {
		h.line("Inexact: inexact,")
	}
	leaves := lower.LeavesOut(h.program)
	if leaves {
		h.line("LeftOut: withoutEach,")
	}
	h.line("Ran: said, Result: result, Kinds: kinds,")
	if shared != nil {
		h.line("}, new(model.Batches))")
	} else {
		h.line("})")
	}
	h.line("}\n")
	h.line("// said is what a summary says.\nfunc said(s model.Summary) command.Ran {")
	h.line("r := command.Ran{Iterations: s.Iterations, Change: s.Change, Converged: s.Converged}")
	h.line("for _, k := range s.Skipped {\nr.Skip(k.Line, k.Count, k.Statement)\n}\nreturn r\n}\n")
	if joint {
		h.joint()
	}
	if weighs {
		h.line("// inexact finds what is off in the joint posterior.\nfunc inexact(inf *model.Inference) any {")
		h.line("list, err := inf.Joint().Inexact()\nif err != nil || len(list) == 0 {\nreturn nil\n}\nreturn list\n}\n")
	}
	if leaves {
		h.line("// withoutEach is what each observation has given all others.\nfunc withoutEach(inf *model.Inference) ([]any, error) {\nvar out []any\nlist, err := inf.LeaveOneOut()")
		h.line("for _, x := range list {\nout = append(out, command.LeftOut(x.Line, x.Statement, x.Name, x.Index, x.LogDensity, x.Below))\n}\nreturn out, err\n}\n")
	}
	h.result("result", func(*factor.Variable) bool { return true })
	if shared != nil {
		of := map[*factor.Variable]bool{}
		for _, s := range shared {
			of[s.Variable] = true
		}
		h.line("}\n")
		h.result("shared", func(v *factor.Variable) bool { return of[v] })
	}
}

// joint prints a function that draws from the joint posterior.
func (h *harness) joint() {
	var named, values []string
	for _, v := range h.program.Message.Gaussian.Drawable() {
		value := "list[i]." + names.Exported(v.Name)
		if v.Type.Dimensions == 2 {
			value = "command.Square(" + value + ")"
		}
		named, values = append(named, fmt.Sprintf("%q", v.Name)), append(values, value)
	}
	h.line("// jointDraws draws from the joint posterior.\nfunc jointDraws(inf *model.Inference, rng *rand.Rand, n int) (*command.Joint, error) {")
	h.line("list, err := inf.Joint().Sample(rng, n)\nif err != nil {\nreturn nil, err\n}")
	h.line("names := []string{%s}", strings.Join(named, ", "))
	h.line("return command.NewJoint(names, n, func(i int) []any {\nreturn []any{%s}\n}), nil\n}\n", strings.Join(values, ", "))
}

// result prints a function that gives the result of an inference that ran with a summary: the posteriors that are wanted.
func (h *harness) result(name string, wanted func(*factor.Variable) bool) {
	h.line("// %s is what the program writes.\nfunc %s(inf *model.Inference, s model.Summary) map[string]any {", name, name)
	h.line("out := map[string]any{}")
	h.line("out[\"posteriors\"] = map[string]any{")
	for _, u := range h.program.Marginals {
		if u.Constant == nil && wanted(u.Variable) || u.Constant != nil && wanted(nil) {
			h.posterior(u)
		}
	}
	h.line("}")
	for _, s := range h.program.Steps {
		if s.Checks {
			h.line("if s.Shortened > 0 {\nout[\"shortened\"] = s.Shortened\n}")
			break
		}
	}
	if m := h.program.Message.Graph.Model; m.StartsAtRandom() {
		h.line("out[\"seed\"] = s.Seed")
		if m.Iterate.Restarts > 1 {
			h.line("var starts []any\nfor _, x := range s.Starts {\nstarts = append(starts, command.Start(x.Seed, x.Err, x.LogEvidence, x.Iterations, x.Converged))\n}\nout[\"restarts\"] = starts")
		}
	}
	if h.program.Evidence != nil {
		h.line("out[\"log_evidence\"] = inf.LogEvidence()")
		h.line("var terms []any\nfor _, t := range inf.EvidenceTerms() {\nterms = append(terms, command.Term(t.Line, t.Statement, t.Value))\n}\nout[\"evidence_terms\"] = terms")
	}
	if of := h.program.Message.Gaussian; of != nil && of.HasFixed() {
		h.line("if list := inf.Doubts(); len(list) > 0 {\nout[\"doubts\"] = list\n}")
	}
	h.line("return out")
}

// posterior prints the posterior of a variable, or its value, beside its name.
func (h *harness) posterior(u *message.Update) {
	if u.Constant != nil {
		h.line("%q: command.Points(inf.%s()),", u.Constant.Name, names.Accessor(u.Constant.Name))
		return
	}
	name := u.Variable.Source.Name
	get := names.Accessor(name)
	switch {
	case h.program.Message.Sampling != nil:
		h.line("%q: inf.%s(),", name, get)
	case u.Variable.Poisson():
		h.line("%q: command.Counts(inf.%s()),", name, get)
	case h.program.Message.Integrates(u.Variable.Source) && u.Variable.Quantiled():
		h.line("%q: command.Quantiled(inf.%s(), inf.%s()),", name, get, names.QuantileAccessor(name))
	default:
		h.line("%q: inf.%s(),", name, get)
	}
}

// sampling prints the call for a package that samples, and what it is given.
func (h *harness) sampling() {
	it := h.program.Message.Graph.Model.Iterate
	h.line("command.Sample(command.Sampling[model.Data, *model.Inference, model.Option, model.Summary]{")
	h.line("Read: readData, New: model.New, BurnIn: model.BurnIn, Samples: model.Samples, Thin: model.Thin, Chains: model.Chains,")
	h.line("WithSeed: model.WithSeed, Progress: model.Progress, OnDraw: model.OnDraw,")
	h.line("Seed: %d, Draws: %d, Burn: %d, Thinned: %d, Parallel: %d,", it.Seed, it.Sampling.Samples, it.Sampling.BurnIn, it.Sampling.Thin, it.Sampling.Chains)
	h.line("Drew: said, Posteriors: posteriors, Kinds: kinds,\n})\n}\n")
	h.line("// said is what a summary says.\nfunc said(s model.Summary) command.Drew {")
	h.line("return command.Drew{Iterations: s.Iterations, Converged: s.Converged, Seed: s.Seed, Chains: s.Chains, Draws: s.Draws, Warnings: s.Warnings}\n}\n")
	h.line("// posteriors lists what the draws say.\nfunc posteriors(inf *model.Inference) map[string]any {\nreturn map[string]any{")
	for _, u := range h.program.Marginals {
		h.posterior(u)
	}
	h.line("}")
}
