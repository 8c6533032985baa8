package run

import (
	"encoding/json"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/model"
)

// seenLabels are the labels that batches have for the ranges of shared variables.
type seenLabels map[string]*rangeLabels

// rangeLabels are the labels of one range: first those of priors, then those that
// batches have, as they come.
type rangeLabels struct {
	labels []string
	known  map[string]bool
	listed int        // so many are of priors, whose order stays
	order  data.Order // of the others
}

// add adds the labels of a batch for a range. Where a batch has them in the order of a
// list, the order of time is not asked for.
func (all seenLabels) add(name string, set *data.Set, priors []data.Override) error {
	labels := set.Labels[name]
	if len(labels) == 0 {
		return nil
	}
	order := set.Orders[name]
	r := all[name]
	if r == nil {
		r = &rangeLabels{known: map[string]bool{}, order: data.Numbers}
		for _, o := range priors {
			var list []string
			if o.Input != name || !o.Open {
				continue
			}
			if err := json.Unmarshal(o.Value, &list); err != nil {
				return err
			}
			r.listed = len(list)
		}
		all[name] = r
	}
	if r.listed == 0 || order != data.Listed {
		r.order = min(r.order, order)
	}
	for _, l := range labels {
		if !r.known[l] {
			r.known[l] = true
			r.labels = append(r.labels, l)
		}
	}
	return nil
}

// of lists the labels of a range in their order.
func (all seenLabels) of(r *model.Input, c *mpc.Compilation) []string {
	seen := all[r.Name]
	if seen == nil {
		return nil
	}
	if !data.SortLabels(seen.labels[seen.listed:], seen.order) {
		d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: r.At, Code: data.CodeLabel, Message: data.UnsureDates(r.Name)}
		c.Warnings = append(c.Warnings, *d.WithHint("%s", data.DatesHint))
	}
	return seen.labels
}
