package lang

// censored reads what may stand behind a draw, censored(low, high): what is drawn is known to lie between two bounds, of which
// one alone is given by its name. It is what conditions on the target say, and is read as these.
func (p *parser) censored(s *Sample) (list []Stmt, ok bool) {
	word := p.tok
	at := p.at()
	p.next()
	if !p.tok.is("(") {
		p.unexpected("the bounds of censored").WithHint("write censored(low, high), censored(low = c) or censored(high = c)")
		return nil, false
	}
	read, _, ok := p.call(word)
	if !ok {
		return nil, false
	}
	call, isCall := read.(*Call)
	if !isCall || len(call.Args) == 0 || len(call.Args) > 2 || len(call.Args) == 1 && call.Args[0].Name.Name == "" {
		p.errorf(at, CodeArguments, "censored takes the bounds of what is drawn").
			WithHint("write censored(low, high), censored(low = c) or censored(high = c)")
		return nil, false
	}
	for i, a := range call.Args {
		name := a.Name.Name
		if name == "" {
			name = []string{"low", "high"}[i]
		}
		op := map[string]string{"low": ">=", "high": "<="}[name]
		if op == "" {
			p.errorf(a.Name.At, CodeArguments, "censored has no argument %s", name).WithHint("its bounds are low and high")
			return nil, false
		}
		list = append(list, &Observe{At: at, Value: &Binary{At: at, Op: op, X: s.Target, Y: a.Value}})
	}
	return list, true
}
