package lower

import (
	"mpc/codegen/code"
)

// saved lowers the function that lists what an inference saves: messages and where the searches for points are, and of
// networks and posteriors that are computed as a whole what the results have beside the messages. What is computed from
// these is computed again.
func (l *lowering) saved() {
	l.make(Main.has("state", "lists what a saved state has.").direct(), nil, func(f *function) {
		state := f.value("state", f.handle("engine", "State"))
		f.row.Params = []*code.Param{{Value: state, Access: code.Update}}
		save := func(as string, p *code.Place, more ...code.Operand) {
			params := []*code.Param{written("state", state.Of, code.Update), written("x", p.Type(), code.Write)}
			for range more {
				params = append(params, param("n", code.Whole))
			}
			r := f.lowering.row("save"+as+title(p.Type()), Callee{Kind: SaveTable, Name: "engine.Save" + as}, nil, params...)
			f.call("", r, append([]code.Operand{state, p}, more...)...)
		}
		stored := l.Stored()
		for _, t := range stored {
			if !l.Loops.Saved(t) {
				continue
			}
			x := firstOf(f.table(t))
			switch {
			case t.Packed:
				save("Rows", x)
			case t.Family.Row().Vector():
				save("Each", x)
			default:
				save("Numbers", x)
			}
			if t.Values != nil {
				save("Which", firstOf(f.which(t)), f.length(t.Dims))
			}
		}
		for _, t := range stored {
			if t.Searched() {
				save("Numbers", firstOf(f.searches(t)))
			}
		}
		for _, n := range l.Loops.Message.Networks {
			save("Memory", f.networkOf(n))
		}
		for _, t := range l.Quantiled() {
			save("Numbers", firstOf(f.quantiles(t)))
		}
		if l.Loops.Evidence != nil && l.Loops.Message.Gaussian != nil {
			save("Number", f.logEvidence())
		}
	})
}
