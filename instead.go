package mpc

import (
	"errors"
	"strings"

	"mpc/lang"
)

// orSampled adds to the first of the errors that there is no operator, where there is
// nothing else wrong, that Gibbs sampling takes the model as it is.
func orSampled(name string, src []byte, err error) error {
	var list lang.Diagnostics
	if !errors.As(err, &list) {
		return err
	}
	first := -1
	for i, d := range list {
		if d.Severity == lang.Error && d.Code != lang.CodeNoOperator {
			return err
		}
		if first < 0 && d.Severity == lang.Error {
			first = i
		}
	}
	if first < 0 {
		return err
	}
	sampled := false
	_, other := PlanEdited(name, src, func(f *lang.File) {
		sampled = f.Algorithm.Default.Name == "gibbs"
		f.Algorithm = lang.Algorithm{Default: lang.Name{At: f.Algorithm.Default.At, Name: "gibbs"}}
		f.Blocks = nil
	})
	if sampled || other != nil {
		return err
	}
	hint := "algorithm: gibbs takes this model as it is"
	switch said := list[first].Hint; {
	case strings.HasPrefix(said, "write algorithm: gibbs"): // which is what this says
		return err
	case said != "":
		hint = said + "; or " + hint
	}
	list = append(lang.Diagnostics{}, list...)
	list[first].WithHint("%s", hint)
	return list
}
