package lang

// ParseExpr reads one expression; its text starts at a place of some file, or
// at 1:1 if at is unknown. The expression is nil if there are errors.
func ParseExpr(text string, at Pos) (Expr, Diagnostics) {
	report := &Collector{}
	src := newSource(text)
	src.origin = at
	if !checkText(src, report) {
		return nil, report.List()
	}
	x := parseExpr(fragment{src: src, text: text}, report)
	if report.HasErrors() {
		x = nil
	}
	return x, report.List()
}

// ParseStmts reads a program; its text starts at a place of some file, or at
// 1:1 if at is unknown. With errors the list holds what could be read.
func ParseStmts(text string, at Pos) ([]Stmt, Diagnostics) {
	report := &Collector{}
	src := newSource(text)
	src.origin = at
	if !checkText(src, report) {
		return nil, report.List()
	}
	return parseProgram(fragment{src: src, text: text}, report), report.List()
}

// ProgramString is a program as a user would write it, a statement a line.
func ProgramString(program []Stmt) string {
	d := &dump{plain: true}
	d.statements(program)
	return d.b.String()
}
