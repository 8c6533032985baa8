package lang

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// An Origin is the program in another language that a file says: its diagnostics are in the terms of that program, whose
// indices count from 1.
type Origin struct {
	Texts  map[Pos]string    // statements as the program has them, by where they and their parts stand
	Parts  map[Pos]string    // expressions as the program has them, by where they stand: operations by their operator
	Names  map[string]string // names of the program by those of the file
	Called map[string]string // what the program calls the distributions of the file
	Orders map[string][]int  // which dimension of the program each one of a name of the file is, where they differ
}

// Text is a statement in the words of the program, or as the file has it.
func (o *Origin) Text(at Pos, text string) string {
	if o != nil && o.Texts[at] != "" {
		return o.Texts[at]
	}
	return o.Words(text)
}

// Words is a text of the file with the names of the program, and its elements where their indices are numbers: b_c[0][1] is b.c[1,2].
func (o *Origin) Words(text string) string {
	if o == nil {
		return text
	}
	return plainElement.ReplaceAllStringFunc(text, func(s string) string {
		name, rest, _ := strings.Cut(s, "[")
		if o.Names[name] == "" {
			return s
		}
		var index []int
		for _, k := range anyNumber.FindAllString(rest, -1) {
			n, _ := strconv.Atoi(k) // digits alone
			index = append(index, n)
		}
		return o.Element(name, index)
	})
}

// Name is a name in the program.
func (o *Origin) Name(name string) string {
	if o != nil && o.Names[name] != "" {
		return o.Names[name]
	}
	return name
}

// Element is an element by its name: x[0][1], and x[1,2] of a program.
func (o *Origin) Element(name string, index []int) string {
	if o == nil {
		for _, i := range index {
			name += fmt.Sprintf("[%d]", i)
		}
		return name
	}
	list := make([]string, len(index))
	for k, i := range index {
		if order := o.Orders[name]; k < len(order) && len(order) == len(index) {
			k = order[k]
		}
		list[k] = fmt.Sprint(i + 1)
	}
	if name = o.Name(name); len(list) > 0 {
		name += "[" + strings.Join(list, ",") + "]"
	}
	return name
}

// positioned is an expression of the file.
type positioned interface {
	Pos() Pos
	String() string
}

// said is an argument of a diagnostic in the words of the program: an expression as the program has it at that place, a name as
// the program has it.
func (o *Origin) said(x any) any {
	if o == nil {
		return x
	}
	if name, ok := x.(string); ok {
		if called := o.Called[name]; called != "" {
			return called
		}
		return o.Name(name)
	}
	e, ok := x.(positioned)
	if !ok || reflect.ValueOf(x).Kind() != reflect.Pointer || reflect.ValueOf(x).IsNil() {
		return x
	}
	text := e.String()
	if strings.HasPrefix(text, "[") {
		return text // of starts, which stand in no program
	}
	if part := o.Parts[e.Pos()]; part != "" && !plainName.MatchString(text) && !plainNumber.MatchString(text) {
		return part
	}
	return o.Words(text)
}

var (
	plainName    = regexp.MustCompile(`^\w+$`)
	plainNumber  = regexp.MustCompile(`^-?[\d.]+$`)
	plainElement = regexp.MustCompile(`\b[A-Za-z]\w*(\[\d+\])*`)
	anyNumber    = regexp.MustCompile(`\d+`)
)

// ours are words of hints that only a file of ours has: what they say cannot be written in a program of another language.
var ours = regexp.MustCompile(`\.\.<|0\.\.|\bobserve\b|\binputs?\b|\binit\b|\binfer\b|\b(variance|sd|precision|low|high|df|shape|rate) = |` +
	`\bfor \(|\bif \(|\brange\b|\bindex\(|\b(normal|mvnormal|categorical|discreteuniform|bernoulli|poisson|gamma|inversegamma|wishart|truncated)\(|` +
	`count from 0|\bkey\b|\bmethods\b|\bmpc (operators|schedule)\b|\bshared\b|\bintegrate:|\bblocks?:|\bcount\(|\bmissing: true|\{default: `)

var asked = regexp.MustCompile(`algorithm: (\w+)`)

// Hint is a hint for the writer of the program: nothing, where it speaks of what only our language has.
func (o *Origin) Hint(text string) string {
	switch {
	case o == nil:
		return text
	case ours.MatchString(text):
		return ""
	}
	return asked.ReplaceAllString(text, "--algorithm $1")
}

// Index is the value of an index of a loop: one more in a program.
func (o *Origin) Index(i int) int {
	if o != nil {
		return i + 1
	}
	return i
}

// First is the index of the first element: 1 in a program.
func (o *Origin) First() int { return o.Index(0) }

var drawnBy = regexp.MustCompile(`~ (d[\w.]+)\(`)

// Distribution is what the program calls the distribution of the statement that stands at a place, or around it.
func (o *Origin) Distribution(at Pos, name string) string {
	if o == nil {
		return name
	}
	last, text := Pos{}, ""
	for p, t := range o.Texts {
		if p.Line == at.Line && p.Col <= at.Col && p.Col >= last.Col {
			last, text = p, t
		}
	}
	if found := drawnBy.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return name
}
