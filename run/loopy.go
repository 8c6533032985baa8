package run

import (
	"errors"

	"mpc"
	"mpc/lang"
)

// loopy is the compilation to run where the data tie so many truths and whole numbers to each other that
// their exact marginals need too large a table, as err says: one that passes messages around the loops,
// with a warning that says so. It is nil for other errors.
func loopy(c *mpc.Compilation, err error) (*mpc.Compilation, lang.Diagnostic) {
	var list lang.Diagnostics
	if len(c.Program.Networks) == 0 || !errors.As(err, &list) || len(list) != 1 || list[0].Code != lang.CodeBlock {
		return nil, lang.Diagnostic{}
	}
	f := *c.File
	f.Loopy = true
	other, failed := mpc.CompileFile(&f, mpc.Options{Wanted: true})
	if failed != nil {
		return nil, lang.Diagnostic{}
	}
	why := list[0]
	why.Severity = lang.Warning
	why.Message += "; messages go around the loops instead: the answer is approximate"
	why.Hint = "algorithm: gibbs draws them; blocks: [] leaves this warning out"
	return other, why
}
