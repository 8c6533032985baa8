package model

import (
	"strings"

	"mpc/lang"
)

// Codes of the diagnostics that Check gives.
const (
	CodeUnknown     = lang.CodeUnknownName
	CodeUnused      = lang.CodeUnused
	CodeDouble      = lang.CodeDouble
	CodeUndefined   = lang.CodeUndefined
	CodeType        = lang.CodeType
	CodeIndex       = lang.CodeIndex
	CodeArguments   = lang.CodeArguments
	CodeScale       = lang.CodeScale
	CodeUnsupported = lang.CodeUnsupported
	CodeInfer       = lang.CodeInfer
	CodeCycle       = lang.CodeCycle
	CodeContradict  = lang.CodeContradiction
)

// Check resolves a parsed file. The diagnostics hold warnings even where there
// is no error; with an error the Model is nil, but where all that is wrong are
// statements that no version supports yet: then it lacks these.
func Check(f *lang.File) (*Model, lang.Diagnostics) { return check(f, false) }

// CheckApart is Check with normals left as they stand in the program, where Check makes vectors
// of those that are in a block.
func CheckApart(f *lang.File) (*Model, lang.Diagnostics) { return check(f, true) }

func check(f *lang.File, apart bool) (*Model, lang.Diagnostics) {
	f, asked := withAnswers(f)
	c := &checker{
		separate:  apart,
		answers:   asked,
		Collector: lang.Collector{File: f.Name, Origin: f.Origin},
		file:      f,
		model:     &Model{File: f, Name: f.Model.Name, Doc: f.Doc, Algorithm: "ep"},
		inputs:    map[string]*Input{},
		variables: map[string]*Variable{},
		shapes:    map[*Variable]int{},
		defs:      map[string][]definition{},
		inside:    map[*Variable][]*lang.Repeat{},
		tables:    map[lang.Expr]*Dist{},
		beyond:    map[loopEnd]bool{},
		ended:     map[*Variable]bool{},
		uses: uses{usedInput: map[*Input]bool{}, usedIndex: map[*Index]bool{}, lost: map[string]*Input{}, absent: map[*Input]*Variable{},
			strange: map[string]*lang.Diagnostic{}},
	}
	c.settings()
	c.declareInputs()
	c.selectors()
	c.declareVariables()
	c.findRandom()
	c.block(f.Program, scope{})
	c.observeSelectors()
	c.inlineConstants()
	c.sizes()
	for _, l := range c.whole {
		l.measure()
	}
	c.lengths()
	for _, l := range c.whole { // those over vectors, which have a length now
		l.measure()
	}
	c.cardinalities()
	c.branchCounts()
	c.mixtures()
	c.homes()
	c.sameSizes()
	c.narrow()
	c.missing()
	c.checkIndices()
	c.checkCycles()
	c.mirroredEntries()
	c.wanted()
	c.firstCopies()
	c.sampledSizes()
	c.shared()
	c.blocks()
	c.integrate()
	c.power()
	c.restarts()
	c.algorithms()
	c.methods()
	c.oneMistake(c.sampler, "is about Gibbs sampling, and the algorithm is "+strings.ToUpper(c.model.Algorithm), "write algorithm: gibbs, or leave it out")
	c.unused()
	if !apart {
		c.join()
		c.tiedAnswers()
	}
	list := c.List()
	if list.HasErrors() {
		if !c.rest(list) {
			return nil, list
		}
		c.model.Lacking = true
	}
	return c.model, list
}

type checker struct {
	lang.Collector
	file      *lang.File
	model     *Model
	separate  bool // as CheckApart has it
	inputs    map[string]*Input
	variables map[string]*Variable
	defs      map[string][]definition
	shapes    map[*Variable]int // of vectors and matrices, by their definitions
	indices   int
	fors      int
	inside    map[*Variable][]*lang.Repeat // the repeats that define a variable
	tables    map[lang.Expr]*Dist          // distributions by tables, typed before their statements
	beyond    map[loopEnd]bool             // ends of loops that lead out of an array
	ended     map[*Variable]bool           // arrays with an element too many, which is reported
	sampler   []setting                    // of Gibbs sampling, beside another algorithm
	pairs     []samePair                   // what is to have one size
	answers   map[*lang.Infer][]string     // names of variables that stand for what is asked for
	chosenBy  map[*Variable]bool           // that branches and indices of others are selected by
	whole     []*wholeLoop                 // over all elements of arrays whose sizes are still to be found
	uses
}

// uses says which names are used, and which stand for nothing.
type uses struct {
	usedInput map[*Input]bool
	usedIndex map[*Index]bool
	lost      map[string]*Input           // ranges that could not be read
	absent    map[*Input]*Variable        // of the entries that may be absent
	strange   map[string]*lang.Diagnostic // of names that stand for nothing, or for no variable
}

// A definition is a statement that defines a variable, or observes an input.
type definition struct {
	at    lang.Pos
	dist  lang.Expr // of x ~ dist
	value lang.Expr // of x = value
	// indices is how many the target has.
	indices int
	sides   []side // of the conditions around it
}

// A side is the branch of a condition that a definition stands in.
type side struct {
	stmt lang.Stmt // an if or a switch
	on   lang.Expr
	then bool
}

func (c *checker) unsupported(at lang.Pos, what, instead string) {
	c.Errorf(at, CodeUnsupported, "%s", what+" is not supported by this version").WithHint("%s", instead)
}

func (c *checker) settings() {
	f := c.file
	if f.Algorithm.Default.Name != "" {
		c.model.Algorithm = f.Algorithm.Default.Name
	}
	if f.Algorithm.Unread {
		c.model.Algorithm = "gibbs" // which has most
	}
	for _, choice := range f.Algorithm.PerVariable {
		if !f.Algorithm.Unread && (choice.Value.Name == "gibbs") != (c.model.Algorithm == "gibbs") {
			c.unsupported(choice.Value.At, "Gibbs sampling of some variables, and message passing for others,", "write algorithm: gibbs for all of them, or leave it out")
		}
	}
	c.model.Operators = f.Operators
	it := f.Iterate
	m := &c.model.Iterate
	*m = Iterate{Max: 200, Tolerance: 1e-8, Projection: "variance", Restarts: 1, Seed: 1}
	if it.Max != nil {
		m.Max = int(it.Max.Value)
	}
	if it.Tolerance != nil {
		m.Tolerance = it.Tolerance.Value
	}
	if it.Damping != nil {
		m.Damping = it.Damping.Value
	}
	if it.Messages != nil {
		m.Proper = it.Messages.Name == "proper"
	}
	if it.Projection != nil {
		m.Projection = it.Projection.Name
	}
	if it.Of != nil {
		m.OfEvidence, m.OfEvidenceAt = it.Of.Name == "evidence", it.Of.At
	}
	if it.Restarts != nil {
		m.Restarts, m.RestartsAt = int(it.Restarts.Value), it.Restarts.At
	}
	if it.Seed != nil {
		m.Seed = uint64(it.Seed.Value)
	}
	c.sampling()
}

func (c *checker) declareInputs() {
	for i, in := range c.file.Inputs {
		if old := c.inputs[in.Name.Name]; old != nil {
			c.Errorf(in.Name.At, CodeDouble, "input %s is declared twice", in.Name.Name).WithRelated(old.At, "first declared here")
			continue
		}
		input := &Input{ID: i, Name: in.Name.Name, Missing: in.Missing, Doc: in.Doc, At: in.Name.At}
		if in.Type.Base == "range" || lang.Nearest(in.Type.Base, typeNames()) == "range" || c.unknownRange(in) { // misspelt: reported below
			input.Type = Type{Kind: RangeKind}
		}
		c.inputs[input.Name] = input
		c.model.Inputs = append(c.model.Inputs, input)
	}
	if len(c.inputs) == len(c.file.Inputs) {
		for i, in := range c.file.Inputs {
			c.inputType(c.model.Inputs[i], in)
		}
		c.indexedSizes()
	}
}

// declaredBase is the written type of an input that may not be checked yet.
func (c *checker) declaredBase(in *Input) string {
	for _, d := range c.file.Inputs {
		if d.Name.Name == in.Name {
			return d.Type.Base
		}
	}
	return ""
}

// unread returns a range that stands for a name in what could not be read of the
// file, nil where the name is known to be a range or no such name.
func (c *checker) unread(n *lang.Name) *Input {
	if r := c.inputs[n.Name]; !c.file.Unread[n.Name] || r != nil && r.Type.Kind == RangeKind {
		return nil
	}
	return c.lostRange(n)
}

// lostRange returns a range that stands for a name of which nothing is known.
func (c *checker) lostRange(n *lang.Name) *Input {
	if c.lost[n.Name] == nil {
		c.lost[n.Name] = &Input{Name: n.Name, Type: Type{Kind: RangeKind}, At: n.At}
	}
	return c.lost[n.Name]
}

// unknown reports a name that does not stand for what is wanted.
func (c *checker) unknown(n *lang.Name, want string, fits func(*Input) bool) {
	if c.file.Unread[n.Name] {
		return
	}
	if in := c.inputs[n.Name]; in != nil {
		if want == "range" && len(in.Dims) == 0 && c.declaredBase(in) != "index" {
			if c.again(n.Name, n.At) {
				return
			}
			c.strange[n.Name] = c.Errorf(n.At, CodeType, "%s is %s, not a range", n.Name, c.declaredBase(in)).WithHint("declare it as one, %s: range", n.Name)
			return
		}
		c.Errorf(n.At, CodeType, "%s is %s, not a %s", n.Name, c.declaredBase(in), want)
		return
	}
	if c.variables[n.Name] != nil {
		c.Errorf(n.At, CodeType, "%s is a variable of the program, not a %s", n.Name, want)
		return
	}
	var names []string
	for _, in := range c.model.Inputs {
		if fits == nil || fits(in) {
			names = append(names, in.Name)
		}
	}
	if c.again(n.Name, n.At) {
		return
	}
	d := c.Errorf(n.At, CodeUnknown, "unknown %s %s", want, n.Name)
	c.strange[n.Name] = d
	if near := lang.Nearest(n.Name, names); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("declare it under inputs: %s: %s", n.Name, map[bool]string{true: "range", false: "real"}[strings.HasPrefix(want, "range")])
	}
}
