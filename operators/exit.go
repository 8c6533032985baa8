package operators

// An exit makes a variable that each branch of a gate defines out of those of the
// branches, an enter makes copies for the branches of a variable that is outside
// (Minka and Winn, "Gates", NIPS 2008): to the outside both send the mixture of what
// the branches say, to a branch what is known outside.
func exitOps() []*Op {
	var list []*Op
	for _, factor := range []string{"exit", "enter", "enter_one"} {
		list = append(list,
			&Op{Func: EnterBernoulliToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: []Arg{{"outer", 0}}},
			&Op{Func: EnterNormalToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: []Arg{{"outer", 0}}},
			&Op{Func: EnterGammaToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: []Arg{{"outer", 0}}},
			&Op{Func: EnterBetaToInner, Factor: factor, To: "inner", Algorithm: EP, Safe: true, Args: []Arg{{"outer", 0}}},
		)
	}
	args := []Arg{{"outer", NoInit}, {"selector", Required | Fresh}, {"inner", 0}}
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
			&Op{Func: MixtureBetaToOuter, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureBetaToOuterLog, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
			&Op{Func: MixtureBetaToOuterCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "variance", Args: args},
			&Op{Func: MixtureBetaToOuterLogCategorical, Factor: factor, To: "outer", Algorithm: EP, Variant: "log", Args: args},
		)
	}
	one := []Arg{{"outer", NoInit}, {"selector", Required | Fresh}, {"inner", 0}, {"value", 0}}
	return append(list,
		&Op{Func: EnterOneBernoulliToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: one},
		&Op{Func: EnterOneBernoulliToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: one},
		&Op{Func: EnterOneNormalToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Args: one},
		&Op{Func: EnterOneNormalToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Args: one},
		&Op{Func: EnterOneGammaToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: one},
		&Op{Func: EnterOneGammaToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: one},
		&Op{Func: EnterOneGammaToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: one},
		&Op{Func: EnterOneGammaToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: one},
		&Op{Func: EnterOneBetaToOuter, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: one},
		&Op{Func: EnterOneBetaToOuterLog, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: one},
		&Op{Func: EnterOneBetaToOuterCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "variance", Args: one},
		&Op{Func: EnterOneBetaToOuterLogCategorical, Factor: "enter_one", To: "outer", Algorithm: EP, Variant: "log", Args: one},
	)
}
