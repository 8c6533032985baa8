// Package lang turns the text of a model file into statements with positions.
//
// A model is one YAML file; its key program holds statements in a small
// language close to BUGS and Stan. Parse reads both and reports every mistake
// that can be seen without resolving names, each as a Diagnostic with file,
// line and column. What the names mean is the business of package model.
package lang

// A Pos is a place in a file. Lines and columns count from 1; columns count
// bytes. The zero Pos means that no place is known.
type Pos struct {
	Line int `json:"line"`
	Col  int `json:"column"`
}

// A File is a parsed model file.
type File struct {
	Name   string // as shown in diagnostics
	Source []byte // the whole text, for diagnostics

	Model     Name // the package's name
	Doc       string
	DocAt     Pos
	Algorithm Algorithm
	Inputs    []*Input
	Program   []Stmt
	Infer     []*Infer
	Init      []*Init
	Starts    int // of how many chains Init says where each starts, 0 of all
	Point     []Name
	Shared    []Name

	// Unread is nil if all of the file was read. Else it holds the names in what
	// was left out after a mistake: whether they are defined, and as what, is not
	// known.
	Unread map[string]bool
	// Spare is set where inputs may be there that the program does not use: in a file that
	// others of them were taken out of.
	Spare bool
	// Origin is the program that the file says, nil where it is written itself.
	Origin *Origin
	// Densities asks for what the densities of the observations read too, of a model that is sampled.
	Densities bool
	// Jointly asks for a joint posterior of EP where there can be one, also where marginals are exact without.
	Jointly bool
	Choices
}

// Choices are what a file says of how posteriors are computed.
type Choices struct {
	Operators []Choice
	Methods   []Choice // how variables are drawn
	Blocks    [][]Name // nil where the key is not there
	Loopy     bool     // truths and whole numbers tied in loops are left to messages, too many being tied for exact ones
	Integrate []Name   // nil where the key is not there
	Power     *Setting // the share of a site's density that an update of EP takes; nil where the key is not there
	Iterate   Iterate
}

// An Algorithm is what the key algorithm says: one for all variables, and
// others for variables by name.
type Algorithm struct {
	Default     Name // ep, vmp or gibbs; ep if the key is absent
	PerVariable []Choice
	Unread      bool // it could not be told which one is meant
	Guessed     bool // Default is what a word that is no algorithm likely means
}

// A Choice maps one name to another: a variable to its algorithm, a factor to
// its operator, a variable to the way that it is drawn.
type Choice struct {
	Key, Value Name
}

// An Input is one entry of the key inputs.
type Input struct {
	Name    Name
	Type    TypeExpr
	Doc     string
	Default Expr // nil if there is none
	Missing bool // single entries may be absent
}

// A TypeExpr is a written type: a base, its parameters, and the dimensions
// that follow it. index(player)[game] is {Base: index, Params: [player], Dims: [game]}.
type TypeExpr struct {
	At     Pos
	Base   string
	Params []Expr
	Dims   []Expr // one each, outermost first; [R, S] and [R][S] are the same
}

// An Infer is one entry of the key infer: a variable, evidence, joint(a, b), or an expression.
type Infer struct {
	At    Pos
	Name  string // "evidence" is reserved
	Joint []Expr // the arguments of joint, which Name is then
	Whole bool   // Joint are the components of a vector, which Name is then
	Expr  Expr   // nil of a variable; Name is then ""
}

// An Init is one entry of the key init: a distribution (a Call), the name of an
// input, or the name random.
type Init struct {
	Name  Name
	Value Expr
	Chain int // counted from 1, where each chain of Gibbs sampling has starts of its own; else 0
}

// An Iterate holds the key iterate. A nil or zero Setting was not given.
type Iterate struct {
	At         Pos
	Max        *Setting
	Tolerance  *Setting
	Damping    *Setting
	Restarts   *Setting
	BurnIn     *Setting
	Samples    *Setting
	Thin       *Setting
	Chains     *Setting
	Seed       *Setting
	Sequential []Name
	Messages   *Name // any or proper
	Projection *Name // variance or log
	Of         *Name // posteriors or evidence: what tolerance is about
}

// A Setting is a number given in the YAML part.
type Setting struct {
	At    Pos
	Value float64
}

// A Stmt is a statement: *Sample, *Assign, *Observe, *For, *If, *Switch or *Repeat.
type Stmt interface {
	Pos() Pos
	String() string // one line, as a user would write it; blocks end in "{"
}

type (
	// Sample is target ~ dist.
	Sample struct {
		At     Pos // of the target
		Target Expr
		Dist   Expr
	}
	// Assign is target = value.
	Assign struct {
		At     Pos
		Target Expr
		Value  Expr
	}
	// Observe is observe value, or observe value ~ dist.
	Observe struct {
		At    Pos
		Value Expr
		Dist  Expr // nil without ~
	}
	// For is for (index in domain) { body }.
	For struct {
		At     Pos
		Index  Name
		Domain Domain
		Body   []Stmt
	}
	// If is if (cond) { then } else { else }.
	If struct {
		At   Pos
		Cond Expr
		Then []Stmt
		Else []Stmt // nil without else; an else-if is one nested If
	}
	// Switch is switch (on) { body }.
	Switch struct {
		At   Pos
		On   Expr
		Body []Stmt
	}
	// Repeat is repeat (count) { body }.
	Repeat struct {
		At    Pos
		Count Expr
		Body  []Stmt
	}
)

// A Domain is what a loop index runs over: a range by name, or an interval.
// With Hi == nil it is the range Lo (a Name, or an indexed int as a size is
// written lo..<hi).
type Domain struct {
	At     Pos
	Lo, Hi Expr
	Closed bool // lo..hi includes hi; lo..<hi does not
}

// An Expr is an expression.
type Expr interface {
	Pos() Pos
	String() string // as a user would write it, with only the brackets it needs
}

type (
	// A Name is an identifier.
	Name struct {
		At   Pos
		Name string
	}
	// A Number is a numeric literal.
	Number struct {
		At    Pos
		Value float64
		Int   bool // written without point and exponent
	}
	// A Bool is true or false.
	Bool struct {
		At    Pos
		Value bool
	}
	// Index is x[args]; x[i][j] and x[i, j] are the same Index.
	Index struct {
		At   Pos // of x
		X    Expr
		Args []Expr
	}
	// Call is fun(args), a function or a distribution.
	Call struct {
		At   Pos
		Fun  string
		Args []Arg
	}
	// Reduce is fun(body : index in domain).
	Reduce struct {
		At     Pos
		Fun    string
		Body   Expr
		Index  Name
		Domain Domain
	}
	// Unary is -x or !x.
	Unary struct {
		At Pos
		Op string
		X  Expr
	}
	// Binary is x op y.
	Binary struct {
		At   Pos // of the operator
		Op   string
		X, Y Expr
	}
	// List is [a, b, ...].
	List struct {
		At    Pos
		Elems []Expr
	}
)

// An Arg is an argument of a call, named or positional.
type Arg struct {
	Name  Name // the zero Name if positional
	Value Expr
}
