package interp

import (
	"mpc/engine/latent"
	"mpc/lang"
	"mpc/message/conditional"
)

// contradicted is the error of conditions that leave no value: at the first, which the others are named beside.
func (r *run) contradicted(of *conditional.Gaussian, err *latent.Contradicted) error {
	var list []*conditional.Factor
	for _, row := range of.Rows() {
		if f := row.Term.Factor; row.Site != nil && row.Site.Answer == nil && (row.Site.Bound != "" || row.Term.Mass != nil) {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		first := of.First()
		return r.errorf(Contradiction, first.At, first.Text, "%v", err)
	}
	e := r.errorf(Contradiction, list[0].At, list[0].Text, "%v", err)
	for _, f := range list[1:] {
		if f.At != list[0].At {
			e.Related = append(e.Related, lang.Related{Pos: f.At, Message: f.Text + " is a bound too"})
		}
	}
	return e
}
