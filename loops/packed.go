package loops

// pack finds the tables whose messages lie side by side without a slice for each: of
// vectors of one size, each computed on its own.
func (b *builder) pack() {
	apart := map[*Table]bool{}
	for _, s := range b.program.Steps {
		for a := range Applied(s.Init, s.Body, s.Final) {
			if a.To != nil && (a.Update.Op != nil && a.Update.Op.Array() || s.Checks) {
				apart[a.To.Table] = true
			}
		}
	}
	if len(b.program.Message.Graph.Shared) > 0 {
		return // other batches read the messages
	}
	for _, t := range b.program.Tables {
		switch {
		case t.Role != Definition && t.Role != Use || t.Local || t.Pass || t.Same != nil || t.Seen != nil || t.Sparse || len(t.Dims) == 0:
		case !t.Family.Row().Packed || variesInSize(t.Variable) || t.Variable.Point || t.Variable.Init != nil || apart[t]:
		default:
			t.Packed = true
		}
	}
}
