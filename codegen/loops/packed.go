package loops

import "mpc/model"

// pack finds the tables whose messages lie side by side without a slice for each: of
// vectors of one size, each computed on its own.
func (b *builder) pack() {
	if len(b.program.Message.Graph.Shared) > 0 {
		return // other batches read the messages
	}
	apart, iterates := map[*Table]bool{}, map[*Table]bool{}
	writers := map[*Table][]*Apply{}
	for _, s := range b.program.Steps {
		for a := range Applied(s.Init, s.Body, s.Final) {
			if a.To == nil {
				continue
			}
			t := a.To.Table
			apart[t] = apart[t] || a.Update.Op != nil && a.Update.Op.Array() || s.Checks
			iterates[t] = iterates[t] || s.Iterate
			writers[t] = append(writers[t], a)
		}
	}
	for _, t := range b.program.Tables {
		switch {
		case t.Role != Definition && t.Role != Use || t.Local || t.Pass || t.Same != nil || t.Seen != nil || t.Sparse || len(t.Dims) == 0:
		case !t.Family.Row().Packed || variesInSize(t.Variable) || t.Variable.Point || t.Variable.Init != nil || apart[t]:
		default:
			t.Packed = true
			if list := writers[t]; t.Role == Use && !iterates[t] && len(list) == 1 {
				if t.Values = valued(list[0]); t.Values != nil {
					t.Dims = []*model.Expr{values(t.Values)}
				}
			}
		}
	}
}
