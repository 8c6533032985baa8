package lang

import "encoding/json"

// definition reads target ~ dist or target = value.
func (p *parser) definition(at Pos) (Stmt, bool) {
	if p.tok.kind == tokenSymbol && !p.tok.is("(") && !p.tok.is("[") && !p.tok.is("-") && !p.tok.is("!") {
		d := p.unexpected("a statement")
		if binding(p.tok.text) != bindAny || p.tok.is(",") || p.tok.is("~") || p.tok.is("=") {
			d.WithHint("a statement goes on in the next line only inside brackets")
		}
		return nil, false
	}
	if p.tok.kind == tokenName && p.declared(at) {
		return nil, false
	}
	if p.tok.kind == tokenName && scan(p.text, p.tok.to).kind == tokenName {
		word := p.tok
		d := p.errorf(at, CodeSyntax, "%s is no statement", clip(word.text))
		if hint := wordHint(word.text); hint != "" {
			d.WithHint("%s", hint)
		} else if guess := Nearest(word.text, []string{"for", "if", "else", "switch", "observe", "repeat"}); guess != "" {
			d.WithHint("did you mean %s?", guess)
		} else {
			d.WithHint("variables are not declared; write x ~ dist or x = value")
		}
		return nil, false
	}
	target, _, ok := p.expr(bindAny)
	if !ok {
		return nil, false
	}
	if p.tok.is("~") || p.tok.is("=") || p.tok.is("<-") {
		if label := labelOf(target); label != nil {
			p.errorf(label.At, CodeIndex, "a label stands where an element is read; %s is defined here", target).
				WithHint("define the elements in a loop over the range, for (i in R) { ... }")
			return nil, false
		}
	}
	switch {
	case p.tok.is("~"):
		if !p.target(target, "~") {
			return nil, false
		}
		p.next()
		dist, ok := p.dist()
		return &Sample{At: at, Target: target, Dist: dist}, ok
	case p.tok.is("=") || p.tok.is("<-"):
		if !p.target(target, p.tok.text) {
			return nil, false
		}
		p.next()
		p.value, p.defined = p.tok.from, target
		value, _, ok := p.expr(bindAny)
		return &Assign{At: at, Target: target, Value: value}, ok
	}
	return nil, p.noDefinition(at, target)
}

// IsLabel tells whether a name is the label of an element, in its quotes: such names
// stand among indices, and beside == and !=.
func IsLabel(name string) bool {
	_, ok := Label(name)
	return ok
}

// Label is the text of a label in its quotes, with the escapes of JSON: \" is a quote.
func Label(name string) (text string, ok bool) {
	if len(name) < 2 || name[0] != '"' || name[len(name)-1] != '"' {
		return "", false
	}
	return text, json.Unmarshal([]byte(name), &text) == nil
}

// labelOf returns the first label among the indices of a target, nil where there is none.
func labelOf(target Expr) *Name {
	x, ok := target.(*Index)
	if !ok {
		return nil
	}
	for _, a := range x.Args {
		if n, ok := a.(*Name); ok && IsLabel(n.Name) {
			return n
		}
	}
	return nil
}

// noDefinition reports an expression that is no statement.
func (p *parser) noDefinition(at Pos, x Expr) bool {
	if t := p.tok; t.kind != tokenLine && t.kind != tokenEnd && !t.is(";") && !t.is("}") {
		d := p.unexpected(`"~" or "="`)
		if name, ok := x.(*Name); ok && (name.Name == "case" || name.Name == "default") && d.Hint == "" {
			d.WithHint("a switch has one block for all values of z: write x[z], or if (z == 0) { ... } else { ... }")
			return false
		}
		if t.is("{") && d.Hint == "" {
			word := ""
			switch x := x.(type) {
			case *Call:
				word = x.Fun
			case *Name:
				word = x.Name
			}
			if hint := wordHint(word); hint != "" && word != "data" {
				d.WithHint("%s", hint)
			} else if guess := Nearest(word, []string{"for", "if", "else", "switch", "observe", "repeat"}); guess != "" {
				d.WithHint("did you mean %s?", guess)
			} else if word == "data" || word == "parameters" || word == "model" {
				d.WithHint("the program is one list of statements; data are declared under the key inputs")
			} else {
				d.WithHint("blocks belong to for, if, switch and repeat")
			}
		}
		return false
	}
	d := p.errorf(at, CodeSyntax, "an expression alone says nothing")
	call, _ := x.(*Call)
	switch x.(type) {
	case *Name, *Index:
		d.WithHint("write x ~ dist or x = value to define it, observe x to say that it is true")
	case *Call:
		if hint := wordHint(call.Fun); hint != "" {
			d.WithHint("%s", hint)
			break
		}
		d.WithHint("a statement is x ~ a distribution, x = a value, or observe a condition")
	default:
		d.WithHint("write observe before it to say that it is true")
	}
	return false
}

// target checks what stands left of ~ or =: a variable or an element.
func (p *parser) target(x Expr, op string) bool {
	name, ok := x.(*Name)
	if index, isIndex := x.(*Index); isIndex {
		name, ok = index.X.(*Name)
	}
	if !ok {
		d := p.errorf(x.Pos(), CodeSyntax, "left of %s stands a variable, or an element as x[i]", op)
		if _, isCall := x.(*Call); isCall && op != "~" {
			d.WithHint("write the inverse on the right: x = logistic(...) for logit(x) = ..., x = exp(...) for log(x) = ...")
		} else if op == "~" {
			d.WithHint("write observe e ~ d to say that the value of an expression is a draw")
		} else {
			d.WithHint("write observe a == b to say that two expressions are equal")
		}
		return false
	}
	if name.Name == evidenceName {
		p.errorf(name.At, CodeBadName, "a variable cannot be called %s: the word is reserved", evidenceName).
			WithHint("ask for the log evidence in infer: [%s]", evidenceName)
		return false
	}
	return true
}

// dist reads what stands right of ~: a call, or a variable or input that is a
// distribution.
func (p *parser) dist() (Expr, bool) {
	at := p.at()
	x, _, ok := p.expr(bindAny)
	if !ok {
		return nil, false
	}
	switch x.(type) {
	case *Call, *Name, *Index:
		return x, true
	}
	p.errorf(at, CodeSyntax, "right of ~ stands a distribution, not the expression %s", clip(x.String())).
		WithHint("write = for a deterministic function, ~ normal(m, variance = v) for a draw")
	return nil, false
}
