package run

import (
	"errors"
	"fmt"
	"slices"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
)

// around warns of statements of EP that, with these data, read one element twice through
// derived variables with names: messages go around that loop.
func around(c *mpc.Compilation, set *data.Set) (list lang.Diagnostics) {
	if c.Program == nil || c.Program.Gaussian != nil || c.Model.Samples() {
		return nil
	}
	for _, f := range c.Program.Graph.Factors {
		told := func(d lang.Diagnostic) bool { return d.Code == lang.CodeDependent && d.Pos == f.At }
		for _, m := range message.NamedMeetings(f) {
			if c.Program.Exact(m) || slices.ContainsFunc(c.Warnings, told) || slices.ContainsFunc(list, told) {
				continue
			}
			if index := repeated(m, &data.Env{Set: set}); index != nil {
				element := m.Variable.Name
				for _, i := range index {
					element += fmt.Sprintf("[%d]", i)
				}
				d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: f.At, Code: lang.CodeDependent,
					Message: fmt.Sprintf("several arguments of %s are functions of %s in these data: EP passes messages around the loop, so that the answer is approximate", f.Text, element)}
				list = append(list, *d.WithHint("mpc compare tells how far off"))
			}
		}
	}
	return list
}

// DataWarnings lists the warnings of a result that are about its data: those of the model are in
// the compilation, and what is factorized stands below the table.
func DataWarnings(c *mpc.Compilation, r *Result) lang.Diagnostics {
	if r == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Diagnostics), func(d lang.Diagnostic) bool {
		return d.Code == lang.CodeFactorized || slices.ContainsFunc(c.Warnings, func(w lang.Diagnostic) bool { return w.Error() == d.Error() })
	})
}

// errRepeated ends the search for an element that is read twice.
var errRepeated = errors.New("an element is read twice")

// repeated is the first element that an instance of a statement reads twice; nil where there
// is none, or what it depends on is no datum.
func repeated(m *message.Meeting, env *data.Env) (found []int) {
	_ = forAll(m.Loops, env, func(env *data.Env) error {
		for _, g := range m.Factor.Guards {
			if v, err := data.Eval(g, env); err != nil || v == 0 {
				return err
			}
		}
		seen := map[string]bool{}
		for _, r := range m.Readings {
			loops := slices.DeleteFunc(slices.Clone(r.Loops), func(l *model.Loop) bool { return !r.Counts(l) })
			err := forAll(loops, env, func(env *data.Env) error {
				index, err := data.Index(r.Index, env)
				if err != nil {
					return err
				}
				key := fmt.Sprint(index)
				if seen[key] {
					found = append([]int{}, index...)
					return errRepeated
				}
				seen[key] = true
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return found
}

// forAll calls a function for all values of loops, until it returns an error.
func forAll(loops []*model.Loop, env *data.Env, f func(*data.Env) error) error {
	if len(loops) == 0 {
		return f(env)
	}
	lo, hi, err := data.Bounds(loops[0], env)
	if err != nil {
		return err
	}
	for i := lo; i < hi; i++ {
		if err := forAll(loops[1:], env.With(loops[0].Index, i), f); err != nil {
			return err
		}
	}
	return nil
}
