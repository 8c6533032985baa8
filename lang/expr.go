package lang

// expr reads an expression whose operators bind at least as tightly as place
// (Pratt's method), and the height of its tree.
func (p *parser) expr(place int) (Expr, int, bool) {
	if p.tooDeep() {
		return nil, 0, false
	}
	p.nesting++
	defer func() { p.nesting-- }()

	x, height, ok := p.operand()
	if !ok {
		return nil, 0, false
	}
	compared := Pos{}
	for p.tok.kind == tokenSymbol {
		op := p.tok.text
		strength := binding(op)
		if strength == bindAny || strength < place {
			break
		}
		if strength == bindCompare {
			if compared.IsKnown() {
				p.errorf(p.at(), CodeSyntax, "comparisons do not follow one another").
					WithHint("write a < b && b < c, or (a == b) == c").
					WithRelated(compared, "the first comparison")
				return nil, 0, false
			}
			compared = p.at()
		}
		if height > maxChain {
			p.errorf(p.at(), CodeTooDeep, "an expression of more than %d operators", maxChain).
				WithHint("define a part of it as a variable of its own, or write sum(x[i] : i in R)")
			return nil, 0, false
		}
		at := p.at()
		p.next()
		_, right := operandPlaces(op)
		p.equal = op == "==" || op == "!="
		y, h, ok := p.expr(right)
		if !ok {
			return nil, 0, false
		}
		x, height = &Binary{At: at, Op: op, X: x, Y: y}, max(height, h)+1
	}
	return x, height, true
}

// operand reads what stands beside an operator: a prefix and what it applies
// to, or a name, number, call, list or bracket with the indices that follow.
func (p *parser) operand() (Expr, int, bool) {
	if p.tok.is("-") || p.tok.is("!") {
		at, op := p.at(), p.tok.text
		p.next()
		x, height, ok := p.expr(bindUnary)
		if !ok {
			return nil, 0, false
		}
		return &Unary{At: at, Op: op, X: x}, height + 1, true
	}
	x, height, ok := p.primary()
	if !ok {
		return nil, 0, false
	}
	for p.tok.is("[") {
		at := x.Pos()
		p.openBracket()
		outer := p.index
		p.index = true
		args, h, ok := p.exprs("an index")
		p.index = outer
		if !ok || !p.closeIndex() {
			return nil, 0, false
		}
		if index, isIndex := x.(*Index); isIndex {
			index.Args = append(index.Args, args...) // x[i][j] is x[i, j]
		} else {
			x = &Index{At: at, X: x, Args: args}
		}
		height = max(height, h) + 1
	}
	return x, height, true
}

func (p *parser) closeIndex() bool {
	if p.tok.is(":") || p.tok.is("..") || p.tok.is("..<") {
		p.errorf(p.at(), CodeSyntax, "an index is one element, not a slice").
			WithHint("write a loop over the elements, or give them as an array of their own")
		return false
	}
	return p.closeBracket(`"," or "]"`)
}

// exprs reads one expression or more, with commas between.
func (p *parser) exprs(what string) (list []Expr, height int, ok bool) {
	for {
		if p.tok.is("]") || p.tok.is(",") || p.tok.is(":") && len(list) > 0 {
			if d := p.unexpected(what); len(list) > 0 && what == "an index" && d.Hint == "" {
				d.WithHint("a row has no index for its elements: write X[%s] for a row of X", list[0])
			}
			return nil, 0, false
		}
		x, h, ok := p.expr(bindAny)
		if !ok {
			return nil, 0, false
		}
		list, height = append(list, x), max(height, h)
		if !p.accept(",") {
			return list, height, true
		}
	}
}

func (p *parser) primary() (Expr, int, bool) {
	at := p.at()
	beside := p.equal
	p.equal = false
	switch t := p.tok; {
	case t.kind == tokenName:
		p.next()
		if p.tok.is("(") {
			return p.call(t)
		}
		return &Name{At: at, Name: t.text}, 1, true
	case (p.index || beside || p.comparesNext()) && IsLabel(t.text):
		p.next()
		return &Name{At: at, Name: t.text}, 1, true
	case t.kind == tokenNumber:
		value, isInt, message, _ := parseNumber(t.text)
		if message != "" {
			p.unexpected("a number")
			return nil, 0, false
		}
		p.next()
		return &Number{At: at, Value: value, Int: isInt}, 1, true
	case t.is("true") || t.is("false"):
		p.next()
		return &Bool{At: at, Value: t.text == "true"}, 1, true
	case t.is("("):
		p.openBracket()
		x, height, ok := p.expr(bindAny)
		if !ok || !p.closeBracket(`an operator or ")"`) {
			return nil, 0, false
		}
		return x, height, true
	case t.is("["):
		p.openBracket()
		var elems []Expr
		height, ok := 0, true
		if !p.tok.is("]") {
			elems, height, ok = p.exprs("an element")
		}
		if !ok || !p.closeBracket(`"," or "]"`) {
			return nil, 0, false
		}
		return &List{At: at, Elems: elems}, height + 1, true
	}
	p.noExpression()
	return nil, 0, false
}

// comparesNext tells whether == or != stands behind the current token: a label may be
// compared.
func (p *parser) comparesNext() bool {
	t := scan(p.text, p.tok.to)
	return t.is("==") || t.is("!=")
}

// noExpression reports that no expression starts here.
func (p *parser) noExpression() {
	t := p.tok
	if t.is("if") && !p.quiet {
		p.errorf(p.at(), CodeSyntax, "if is a statement, and no expression").WithHint("%s", p.choiceHint())
		p.skipChoice()
		return
	}
	d := p.unexpected("an expression")
	switch {
	case d.Code == CodeUnclosed || d.Hint != "":
	case t.kind == tokenKeyword:
		d.WithHint("%s is a word of the language; a variable needs another name", t.text)
	case t.kind == tokenLine:
		d.WithHint("an expression goes on in the next line only inside brackets")
	case t.is("+"):
		d.WithHint("there is no sign +; leave it out")
	}
}

// call reads the arguments of a function or distribution; the current token is
// the bracket after its name.
func (p *parser) call(fun token) (Expr, int, bool) {
	at := p.pos(fun.from)
	call := &Call{At: at, Fun: fun.text}
	height := 0
	p.openBracket()
	for !p.tok.is(")") || len(call.Args) > 0 {
		arg, h, ok := p.argument(call)
		if !ok {
			return nil, 0, false
		}
		height = max(height, h)
		if p.tok.is(":") && len(call.Args) == 0 && arg.Name.Name == "" {
			return p.reduce(fun, arg.Value, height)
		}
		if call.argument(arg.Name.Name) == nil {
			call.Args = append(call.Args, arg)
		}
		if !p.accept(",") {
			break
		}
	}
	if !p.closeBracket(`"," or ")"`) {
		return nil, 0, false
	}
	return call, height + 1, true
}

// argument returns the argument that is given by that name, nil if there is none.
func (e *Call) argument(name string) *Arg {
	if name == "" {
		return nil
	}
	for i := range e.Args {
		if e.Args[i].Name.Name == name {
			return &e.Args[i]
		}
	}
	return nil
}

// argument reads one argument, positional or named.
func (p *parser) argument(call *Call) (arg Arg, height int, ok bool) {
	named := len(call.Args) > 0 && call.Args[len(call.Args)-1].Name.Name != ""
	if named && len(call.Args) > maxNamed {
		p.errorf(p.at(), CodeSyntax, "a call of more than %d arguments, some of them named", maxNamed)
		return arg, 0, false
	}
	if p.tok.kind == tokenName && scan(p.text, p.tok.to).is("=") {
		arg.Name = Name{At: p.at(), Name: p.tok.text}
		if a := call.argument(arg.Name.Name); a != nil {
			p.errorf(arg.Name.At, CodeDuplicateKey, "the argument %s is given twice", arg.Name.Name).
				WithRelated(a.Name.At, "given here first")
		}
		p.next()
		p.next()
	} else if named {
		p.errorf(p.at(), CodeSyntax, "an argument without a name follows a named one").
			WithHint("write the positional arguments first")
		return arg, 0, false
	}
	arg.Value, height, ok = p.expr(bindAny)
	return arg, height, ok
}

// reduce reads the rest of fun(body : index in domain) from the colon on.
func (p *parser) reduce(fun token, body Expr, height int) (Expr, int, bool) {
	r := &Reduce{At: p.pos(fun.from), Fun: fun.text, Body: body}
	p.next()
	var ok bool
	if r.Index, r.Domain, ok = p.indexIn(); !ok {
		return nil, 0, false
	}
	if p.tok.is(",") {
		p.errorf(p.at(), CodeSyntax, "a reduction runs over one index").
			WithHint("nest them: %s(%s(... : j in S) : i in R)", r.Fun, r.Fun)
		return nil, 0, false
	}
	if !p.closeBracket(`")"`) {
		return nil, 0, false
	}
	return r, height + 1, true
}

// indexIn reads index in domain.
func (p *parser) indexIn() (index Name, d Domain, ok bool) {
	if p.tok.kind != tokenName {
		p.unexpected("the name of an index")
		return index, d, false
	}
	if !p.notReserved("an index") {
		return index, d, false
	}
	index = Name{At: p.at(), Name: p.tok.text}
	p.next()
	if !p.accept("in") {
		d := p.unexpected("the keyword in")
		if p.tok.is("=") && d.Code == CodeSyntax {
			d.WithHint("write for (i in R), or for (i in 0..<n)")
		}
		return index, Domain{}, false
	}
	d, ok = p.domain()
	return index, d, ok
}

func (p *parser) domain() (d Domain, ok bool) {
	d.At = p.at()
	if d.Lo, _, ok = p.expr(bindAny); !ok {
		return d, false
	}
	switch {
	case p.tok.is("..") || p.tok.is("..<"):
		d.Closed = p.tok.text == ".."
		p.next()
		d.Hi, _, ok = p.expr(bindAny)
		return d, ok
	case p.tok.is(":"):
		p.errorf(p.at(), CodeSyntax, "an interval is written lo..hi or lo..<hi, not lo:hi").
			WithHint("indices count from 0: n elements are 0..<n")
		// What is meant is clear: the rest is read.
		p.next()
		d.Hi, _, ok = p.expr(bindAny)
		d.Closed = true
		return d, ok
	}
	switch x := d.Lo.(type) {
	case *Name, *Index:
		return d, true
	case *Number:
		p.errorf(d.At, CodeSyntax, "a loop runs over a range or an interval, not a number").
			WithHint("write 0..<%s", x)
		d.Lo, d.Hi = &Number{At: x.At, Int: true}, x
		return d, true
	default:
		diag := p.errorf(d.At, CodeSyntax, "a loop runs over the name of a range, or an interval lo..<hi")
		if call, ok := x.(*Call); ok && len(call.Args) > 0 {
			domain, isName := call.Args[0].Value.(*Name)
			switch {
			case len(call.Args) == 1 && isName:
				diag.WithHint("write for (i in %s), where %s is a range, or for (i in 0..<%s)", domain, domain, domain)
			case len(call.Args) == 1:
				diag.WithHint("write for (i in 0..<%s)", call.Args[0].Value)
			case len(call.Args) == 2:
				diag.WithHint("write for (i in %s..<%s); both ends count in %s..%s", call.Args[0].Value, call.Args[1].Value, call.Args[0].Value, call.Args[1].Value)
			}
		}
	}
	return d, false
}

// notReserved reports the current token if it is a name that has a meaning of
// its own.
func (p *parser) notReserved(what string) bool {
	if p.tok.text != evidenceName {
		return true
	}
	p.errorf(p.at(), CodeBadName, "%s cannot be called %s: the word is reserved", what, evidenceName).
		WithHint("ask for the log evidence in infer: [%s]", evidenceName)
	return false
}

// maxNamed is how many arguments a call with named ones may have.
const maxNamed = 100

// evidenceName is what infer calls the log evidence.
const evidenceName = "evidence"
