package operators

import "slices"

// An exit makes a variable that each branch of a gate defines out of those of the
// branches, an enter makes copies for the branches of a variable that is outside
// (Minka and Winn, "Gates", NIPS 2008): to the outside both send the mixture of what
// the branches say, to a branch what is known outside.
func exitOps() []*Op {
	var list []*Op
	from := []Arg{{"outer", 0}}
	back := []Arg{{"outer", 0}, {"to", 0}}
	for _, factor := range []string{"exit", "enter", "enter_one"} {
		list = append(list,
			&Op{Func: EnterBernoulliToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: from},
			&Op{Func: EnterNormalToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: from},
			&Op{Func: EnterGammaToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: from},
			&Op{Func: EnterInverseGammaToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: from},
			&Op{Func: EnterBetaToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: from},
			&Op{Func: EnterCategoricalToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: back},
			&Op{Func: EnterDirichletToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: back},
			&Op{Func: EnterMvNormalToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: back},
			&Op{Func: EnterWishartToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: back},
		)
	}
	// The selector is not Fresh: a gate that shares a variable with others, or with its
	// other instances, changes by each message to it what they had computed. What is
	// read late costs an iteration at most; the fixed points are the same.
	args := []Arg{{"outer", NoInit}, {"selector", Required}, {"inner", 0}}
	argsTo := append(slices.Clone(args), Arg{"to", 0})
	argsWork := append(slices.Clone(argsTo), Arg{"work", 0})
	for _, factor := range []string{"exit", "enter"} {
		list = append(list,
			&Op{Func: MixtureBernoulliToOuter, Factor: factor, To: "outer", Algorithm: EP, Args: args},
			&Op{Func: MixtureBernoulliToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Args: args},
			&Op{Func: MixtureNormalToOuter, Factor: factor, To: "outer", Algorithm: EP, Args: args},
			&Op{Func: MixtureNormalToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Args: args},
			&Op{Func: MixtureGammaToOuter, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureGammaToOuterLog, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureGammaToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureGammaToOuterLogCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureInverseGammaToOuter, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureInverseGammaToOuterLog, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureInverseGammaToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureInverseGammaToOuterLogCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureBetaToOuter, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureBetaToOuterLog, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureBetaToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureBetaToOuterLogCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureCategoricalToOuter, Factor: factor, To: "outer", Algorithm: EP, Args: argsTo},
			&Op{Func: MixtureCategoricalToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Args: argsTo},
			&Op{Func: MixtureDirichletToOuter, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: argsTo},
			&Op{Func: MixtureDirichletToOuterLog, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: argsTo},
			&Op{Func: MixtureDirichletToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: argsTo},
			&Op{Func: MixtureDirichletToOuterLogCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: argsTo},
			&Op{Func: MixtureMvNormalToOuter, Factor: factor, To: "outer", Algorithm: EP, Args: argsWork},
			&Op{Func: MixtureMvNormalToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Args: argsWork},
			&Op{Func: MixtureWishartToOuter, Factor: factor, To: "outer", Algorithm: EP, Args: argsWork},
			&Op{Func: MixtureWishartToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Args: argsWork},
		)
	}
	return append(list, enterOneOps()...)
}

// enterOneOps are those of a variable of which one branch alone has a copy.
func enterOneOps() []*Op {
	// The selector is not Fresh: a gate that shares a variable with others, or with its
	// other instances, changes by each message to it what they had computed. What is
	// read late costs an iteration at most; the fixed points are the same.
	args := []Arg{{"outer", NoInit}, {"selector", Required}, {"inner", 0}, {"value", 0}}
	argsTo := append(slices.Clone(args), Arg{"to", 0})
	argsWork := append(slices.Clone(argsTo), Arg{"work", 0})
	return []*Op{
		{Func: EnterOneBernoulliToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: args},
		{Func: EnterOneBernoulliToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: args},
		{Func: EnterOneNormalToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: args},
		{Func: EnterOneNormalToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: args},
		{Func: EnterOneGammaToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneGammaToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneGammaToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneGammaToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneInverseGammaToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneInverseGammaToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneInverseGammaToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneInverseGammaToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneBetaToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneBetaToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneBetaToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: args},
		{Func: EnterOneBetaToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: args},
		{Func: EnterOneCategoricalToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsTo},
		{Func: EnterOneCategoricalToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsTo},
		{Func: EnterOneDirichletToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: argsTo},
		{Func: EnterOneDirichletToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: argsTo},
		{Func: EnterOneDirichletToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: argsTo},
		{Func: EnterOneDirichletToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: argsTo},
		{Func: EnterOneMvNormalToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsWork},
		{Func: EnterOneMvNormalToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsWork},
		{Func: EnterOneWishartToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsWork},
		{Func: EnterOneWishartToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: argsWork},
	}
}
