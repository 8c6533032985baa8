package run

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"mpc"
	"mpc/bugs"
	"mpc/dist"
	"mpc/lang"
	"mpc/model"
	"mpc/run/posterior"
)

// shownName is the name of a variable for people: of an expression under infer its text.
func shownName(v *model.Variable) string {
	if v.Asked != "" {
		return v.Asked
	}
	return v.Name
}

// jointly tells whether a variable is asked for in a joint posterior alone.
func jointly(c *mpc.Compilation, v *model.Variable) bool {
	return slices.ContainsFunc(c.Model.Joints, func(j *model.JointAnswer) bool {
		return slices.Contains(j.Parts, v) || slices.Contains(j.Sums, v)
	})
}

// drawnNames are the names of the columns of draws where they are not those of variables, and the
// variables that have none; nil where all are.
func drawnNames(c *mpc.Compilation) (names *bugs.Translation, hidden []*model.Variable) {
	if c.BUGS != nil {
		return c.BUGS, nil
	}
	for _, v := range c.Model.Infer {
		if names == nil && (v.Asked != "" || jointly(c, v)) {
			names = &bugs.Translation{Names: map[string]string{}}
		}
		switch {
		case jointly(c, v):
			hidden = append(hidden, v)
		case v.Asked != "":
			names.Names[v.Name] = v.Asked
		}
	}
	return names, hidden
}

// NameAnswers gives the posteriors of expressions their text as name, and adds those of several
// values together: {"dist": "mvnormal", "mean": [...], "covariance": [[...]]}.
func NameAnswers(c *mpc.Compilation, r *Result) error {
	if names, _ := drawnNames(c); names == nil {
		return nil
	}
	joints := map[string]posterior.Posterior{}
	for _, j := range c.Model.Joints {
		x, err := r.joint(c, j)
		if err != nil {
			return err
		}
		if joints[j.Text], err = posterior.Of(x); err != nil {
			return err
		}
	}
	named := map[string]posterior.Posterior{}
	for _, v := range c.Model.Infer {
		if p, ok := r.Posteriors[v.Name]; ok && !jointly(c, v) {
			named[shownName(v)] = p
		}
	}
	maps.Copy(named, joints)
	r.Posteriors = named
	return nil
}

// A jointNormal is the posterior of several numbers together.
type jointNormal struct {
	Dist       string      `json:"dist"`
	Mean       []float64   `json:"mean"`
	Covariance [][]float64 `json:"covariance"`
}

// joint finds the covariances of numbers from the variances of their sums.
func (r *Result) joint(c *mpc.Compilation, j *model.JointAnswer) (*jointNormal, error) {
	n := len(j.Parts)
	x := &jointNormal{Dist: "mvnormal", Covariance: make([][]float64, n)}
	variance := func(v *model.Variable) (mean, variance float64, err error) {
		list, err := r.Posteriors[v.Name].Marginals()
		if err != nil {
			return 0, 0, err
		}
		m := list[0]
		if d, normal := m.Message().(dist.Normal); normal && d.IsProper() {
			return m.Mean, d.Variance(), nil // to the bit, which a square of the root is not
		}
		if m.Known() && !m.Truth {
			return m.Mean, 0, nil // as an entry that may be missing and is there
		}
		if m.Draws != nil && m.P == nil && !m.Truth {
			return m.Mean, m.SD * m.SD, nil
		}
		e := lang.Diagnostic{Severity: lang.Error, File: c.File.Name, Pos: j.At, Code: lang.CodeInfer, Message: fmt.Sprintf("%s is joint of what is no normal: %s is %s", j.Text, shownName(v), m.Dist)}
		return 0, 0, lang.Diagnostics{*e.WithHint("algorithm: gibbs has means and covariances of all numbers")}
	}
	for i, v := range j.Parts {
		mean, square, err := variance(v)
		if err != nil {
			return nil, err
		}
		x.Mean, x.Covariance[i] = append(x.Mean, mean), make([]float64, n)
		x.Covariance[i][i] = square
	}
	next := 0
	for i := range n {
		for k := i + 1; k < n; k++ {
			_, square, err := variance(j.Sums[next])
			if err != nil {
				return nil, err
			}
			next++
			limit := math.Sqrt(x.Covariance[i][i] * x.Covariance[k][k])
			cov := min(limit, max(-limit, (square-x.Covariance[i][i]-x.Covariance[k][k])/2))
			x.Covariance[i][k], x.Covariance[k][i] = cov, cov
		}
	}
	return x, nil
}

// writeJoints prints means, standard deviations and correlations.
func (r *Result) writeJoints(w io.Writer, c *mpc.Compilation) error {
	for _, j := range c.Model.Joints {
		x, err := r.joint(c, j)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\tmean\tsd\tcorrelations\n", j.Text)
		for i, v := range j.Parts {
			fmt.Fprintf(w, "  %s\t%s\t%s", shownName(v), number(x.Mean[i]), number(math.Sqrt(x.Covariance[i][i])))
			for k := range i {
				fmt.Fprintf(w, "\t%s", number(x.Covariance[i][k]/math.Sqrt(x.Covariance[i][i]*x.Covariance[k][k])))
			}
			fmt.Fprintln(w)
		}
	}
	return nil
}
