package lang

// Targets calls visit with what each statement of a program draws or defines, and the loops around
// it, outermost first.
func Targets(program []Stmt, visit func(target Expr, loops []*For)) {
	targets(program, nil, visit)
}

func targets(list []Stmt, loops []*For, visit func(Expr, []*For)) {
	for _, st := range list {
		switch st := st.(type) {
		case *Sample:
			visit(st.Target, loops)
		case *Assign:
			visit(st.Target, loops)
		case *For:
			targets(st.Body, append(loops[:len(loops):len(loops)], st), visit)
		case *If:
			targets(st.Then, loops, visit)
			targets(st.Else, loops, visit)
		case *Switch:
			targets(st.Body, loops, visit)
		case *Repeat:
			targets(st.Body, loops, visit)
		}
	}
}
