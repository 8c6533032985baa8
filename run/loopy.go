package run

import (
	"errors"
	"strings"

	"mpc"
	"mpc/engine/latent"
	"mpc/lang"
)

// loopy is the compilation to run where the data tie so many variables to each other that their exact marginals
// need too large a table, or their joint normal takes too long, as err says: one that passes messages around the
// loops, with a warning that says so. It is nil for other errors.
func loopy(c *mpc.Compilation, err error) (*mpc.Compilation, lang.Diagnostic) {
	var list lang.Diagnostics
	if !errors.As(err, &list) || len(list) != 1 {
		return nil, lang.Diagnostic{}
	}
	why := list[0]
	leaves := "blocks: [] leaves this warning out"
	switch {
	case len(c.Program.Networks) > 0 && why.Code == lang.CodeBlock:
		why.Hint = "algorithm: gibbs draws them; " + leaves
	case c.Program.Gaussian != nil && c.Model.Power == nil && why.Code == lang.CodeIntegrate && strings.Contains(why.Message, latent.ErrTooLarge.Error()):
		why.Hint = leaves + "; algorithm: gibbs draws them"
		if hyper := c.Program.Gaussian.Integrated(); len(hyper) > 0 {
			why.Hint = "fewer normals in one combination; " + leaves
		}
	default:
		return nil, lang.Diagnostic{}
	}
	f := *c.File
	f.Loopy = true
	other, failed := mpc.CompileFile(&f, mpc.Options{Wanted: true})
	if failed != nil {
		return nil, lang.Diagnostic{}
	}
	why.Severity = lang.Warning
	why.Message += "; messages go around the loops instead: the answer is approximate"
	return other, why
}
