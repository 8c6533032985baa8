package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// CodePrior marks a result file that does not give the priors asked for.
const CodePrior = lang.CodePrior

// ReadData reads the data of a model: a JSON file, a CSV file or a folder of
// CSV files, each possibly gzipped; an empty path where the inputs all have
// defaults or are set. set holds name=value; prior names result files whose
// posteriors become inputs of distribution type: of the same name, or as
// result.json:skill=prior says. Warnings go to the compilation.
func ReadData(c *mpc.Compilation, path string, set, prior []string) (*data.Set, error) {
	given, err := overrides(c, set, prior)
	if err != nil {
		return nil, err
	}
	s, d := data.Read(path, c.Model, given...)
	c.Warnings = append(c.Warnings, d.Warnings()...)
	if d.HasErrors() {
		return nil, d
	}
	return s, nil
}

// SourceText reads a file that a diagnostic speaks of, to show its line: nil where it cannot
// be read again, as a pipe.
func SourceText(path string) []byte { return data.Text(path) }

// NearFile is a file whose name is nearly that of one that is not there, "" for none.
func NearFile(path string) string { return data.NearFile(path) }

// overrides reads the inputs that the caller sets.
func overrides(c *mpc.Compilation, set, prior []string) (list []data.Override, err error) {
	for _, s := range set {
		o, ok := data.ParseOverride(s)
		if !ok {
			return nil, fmt.Errorf("--set %s: write name=value", s)
		}
		list = append(list, o)
	}
	for _, p := range prior {
		if list, err = priors(c, p, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// A choice makes a posterior the value of an input.
type choice struct{ posterior, input string }

// priors adds posteriors of a result file to a list of values of inputs.
func priors(c *mpc.Compilation, arg string, list []data.Override) ([]data.Override, error) {
	path, mapping, mapped := strings.Cut(arg, ":")
	src, err := data.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Result
	if err := json.Unmarshal(src, &r); err != nil {
		return nil, lang.Diagnostics{{File: path, Pos: lang.Pos{Line: 1, Col: 1}, Code: CodePrior, Message: "this is no result file: " + err.Error()}}
	}
	var take []choice
	if mapped {
		for _, pair := range strings.Split(mapping, ",") {
			from, to, ok := strings.Cut(pair, "=")
			if !ok {
				to = from
			}
			take = append(take, choice{from, to})
		}
	} else {
		for _, in := range c.Model.Inputs {
			if _, ok := r.Posteriors[in.Name]; ok && in.Type.Family != "" {
				take = append(take, choice{in.Name, in.Name})
			}
		}
		if len(take) == 0 {
			d := lang.Diagnostic{File: path, Pos: lang.Pos{Line: 1, Col: 1}, Code: CodePrior, Message: "no posterior in this result has the name of an input of distribution type"}
			return nil, lang.Diagnostics{*d.WithHint("%s", priorHint(c, path, &r))}
		}
	}
	for _, x := range take {
		from, to := x.posterior, x.input
		p, ok := r.Posteriors[from]
		if !ok {
			d := lang.Diagnostic{File: path, Pos: lang.Pos{Line: 1, Col: 1}, Code: CodePrior, Message: fmt.Sprintf("there is no posterior of %s in this result", from)}
			if near := lang.Nearest(from, slices.Sorted(maps.Keys(r.Posteriors))); near != "" {
				return nil, lang.Diagnostics{*d.WithHint("did you mean %s?", near)}
			}
			return nil, lang.Diagnostics{*d.WithHint("%s", priorHint(c, path, &r))}
		}
		labels, err := priorLabels(c, to, r.Labels, path)
		if err != nil {
			return nil, err
		}
		open := len(labels) > 0 && labels[0].Open
		list = append(list, data.Override{Input: to, Value: p.JSON(), From: fmt.Sprintf("--prior %s:%s=%s", path, from, to), Prior: to, Open: open})
		for _, l := range labels {
			list = fixLabels(list, l)
		}
	}
	return list, nil
}

// fixLabels adds the labels that come with a prior. Those of another prior may be the same:
// then new ones may come behind them where each of the priors has a default.
func fixLabels(list []data.Override, labels data.Override) []data.Override {
	i := slices.IndexFunc(list, func(o data.Override) bool {
		return o.Prior != "" && o.Input == labels.Input && bytes.Equal(o.Value, labels.Value)
	})
	if i < 0 {
		return append(list, labels)
	}
	if !labels.Open {
		list[i].Open, list[i].Prior = false, labels.Prior
	}
	return list
}

// priorHint says which inputs a result file may set, and what it holds.
func priorHint(c *mpc.Compilation, path string, r *Result) string {
	var inputs []string
	for _, in := range c.Model.Inputs {
		if in.Type.Family != "" {
			inputs = append(inputs, in.Name)
		}
	}
	posteriors := slices.Sorted(maps.Keys(r.Posteriors))
	switch {
	case inputs == nil:
		return "the model has no input of distribution type, such as prior: normal"
	case posteriors == nil:
		return "the file holds no posteriors"
	}
	return fmt.Sprintf("say which is which, as --prior %s:%s=%s; the model has the inputs %s, the result the posteriors %s",
		path, posteriors[0], inputs[0], strings.Join(inputs, ", "), strings.Join(posteriors, ", "))
}

// priorLabels fixes the labels of the ranges that an input runs over to those of
// the result that its value comes from: the posteriors stand in their order. Where the
// input has a default others may come behind them.
func priorLabels(c *mpc.Compilation, input string, labels map[string][]string, path string) ([]data.Override, error) {
	var out []data.Override
	for _, in := range c.Model.Inputs {
		if in.Name != input {
			continue
		}
		for _, d := range in.Dims {
			if d.Op != model.OpInput || labels[d.Input.Name] == nil {
				continue
			}
			text, err := json.Marshal(labels[d.Input.Name])
			if err != nil {
				return nil, err
			}
			out = append(out, data.Override{Input: d.Input.Name, Value: text, From: fmt.Sprintf("--prior %s, labels of %s", path, d.Input.Name), Prior: input, Open: in.DefaultDist != nil})
		}
	}
	return out, nil
}
