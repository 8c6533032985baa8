package run

import (
	"fmt"
	"slices"
	"strings"

	"mpc"
	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
	"mpc/samples"
)

// farApart is the R-hat above which chains are taken to stand at different places, and not
// only to have too few draws: VGSCB call 1.1 far too high a limit.
const farApart = 1.1

// disagreement says what may be the reason that chains do not agree, as far as the model
// shows it: components that nothing tells apart, and starts that may be far apart.
func disagreement(c *mpc.Compilation, list []samples.Warning) (advice []string) {
	var apart []*model.Variable // that do not agree, the worst of each
	far := false
	for _, w := range list {
		if w.Kind != samples.HighRHat {
			continue
		}
		far = far || w.Value > farApart
		for _, v := range c.Model.Infer {
			if v.Name == w.Variable {
				apart = append(apart, v)
			}
		}
	}
	explained := map[*model.Variable]bool{}
	for _, s := range c.Model.Exchangeable() {
		seen := false
		for _, v := range apart {
			if s.Moves(v) {
				seen, explained[v] = true, true
			}
		}
		if seen {
			advice = append(advice, exchanged(c, s))
		}
	}
	if left := slices.DeleteFunc(apart, func(v *model.Variable) bool { return explained[v] }); far && len(left) > 0 {
		if text := flatPriors(c, left); text != "" {
			advice = append(advice, text)
		} else if text := farStarts(c, left); text != "" {
			advice = append(advice, text)
		}
	}
	return advice
}

// exchanged is the advice about components that nothing tells apart.
func exchanged(c *mpc.Compilation, s *model.Symmetry) string {
	a, b := s.Ordered()
	what := "the elements of " + s.Parts[0].Name
	starts := []*model.Variable{s.Parts[0]}
	if len(s.Parts) > 1 {
		what = s.Parts[0].Name + " and " + s.Parts[1].Name
		starts = s.Parts
	}
	text := fmt.Sprintf("nothing tells %s apart, among which %s selects: chains may have them in different orders; order them, observe %s < %s", what, s.Selector.Name, a, b)
	var named []string
	for _, v := range starts {
		if hasStart(c, v) {
			return text
		}
		named = append(named, v.Name+": "+startText(v))
	}
	text += fmt.Sprintf(", or give each its start, init: {%s}", strings.Join(named, ", "))
	if len(starts) == 1 {
		text += ", an input that has a distribution for each"
	}
	return text
}

// startText is what init says of a variable whose elements start at different places.
func startText(v *model.Variable) string {
	if len(v.Dims) > 0 {
		return "start"
	}
	return "point(v)"
}

// farStarts is the advice about numbers that start at draws from their priors: those that
// do not agree, or, where these are computed or are none, all. It is "" where all have starts.
func farStarts(c *mpc.Compilation, apart []*model.Variable) string {
	const most = 3
	of := func(list []*model.Variable) (names []string) {
		for _, v := range list {
			if v.Random && !v.Derived && v.Type.Kind == model.Real && v.Input == nil && !hasStart(c, v) {
				names = append(names, c.Model.File.Origin.Name(v.Name))
			}
		}
		return names
	}
	names := of(apart)
	if len(names) == 0 && !slices.ContainsFunc(apart, func(v *model.Variable) bool { return hasStart(c, v) }) {
		names = of(c.Model.Variables)
	}
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], ", ..."
	}
	const text = "chains that are so far apart may not have left their starts, which are draws from the priors: give starts near each other, "
	if c.Model.File.Origin != nil {
		return text + "by --inits of " + strings.Join(names, ", ") + more
	}
	return fmt.Sprintf(text+"init: {%s: ...%s}", strings.Join(names, ": ..., "), more)
}

// flatPriors is the advice about numbers with priors that say nothing, or nearly so: those that do not agree are among
// them, or are computed. Where the data do not bound such a number either, no number of draws is enough. It is "" where there are none.
func flatPriors(c *mpc.Compilation, apart []*model.Variable) string {
	if !slices.ContainsFunc(apart, func(v *model.Variable) bool { return v.Random && !v.Derived }) {
		apart = c.Model.Variables
	}
	j := joint.Build(c.Model)
	isFlat := func(v *model.Variable) bool {
		return slices.ContainsFunc(j.Defining(v), func(s *joint.Statement) bool { return s.Kind == joint.Drawn && s.Dist.Flat() })
	}
	if !slices.ContainsFunc(apart, isFlat) {
		return ""
	}
	var flat []string
	for _, v := range c.Model.Variables {
		if isFlat(v) {
			flat = append(flat, c.Model.File.Origin.Name(v.Name))
		}
	}
	verb := "has a flat prior"
	if len(flat) > 1 {
		verb = "have flat priors"
	}
	return lang.Enumerated(flat) + " " + verb + ": the posterior is likely improper, as where a covariate separates outcomes, and no chain comes to its end; give proper priors"
}

// hasStart tells whether the model says where a variable starts.
func hasStart(c *mpc.Compilation, v *model.Variable) bool {
	return slices.ContainsFunc(c.Model.Init, func(in model.Init) bool { return in.Variable == v })
}
