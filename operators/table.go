package operators

import "slices"

// Table returns all operators in a fixed order. It is a function, not a
// variable: a program that calls one operator links that one alone.
func Table() []*Op {
	return slices.Concat(numberOps(), truthOps(), variationalOps(), wholeOps(), vectorOps(), branchOps())
}

// numberOps are those of EP on numbers.
func numberOps() []*Op {
	return slices.Concat(
		normalVarianceOps(),
		normalVarianceRandomOps(),
		normalVarianceInverseOps(),
		normalLinearOps(),
		normalPrecisionKnownOps(),
		normalPrecisionOps(),
		gammaOps(),
		inverseGammaOps(),
		expOps(),
		expNormalOps(),
		logOps(),
		expVMPOps(),
		logVMPOps(),
		productOps(),
		productGammaOps(),
		ratioOps(),
		truncatedNormalOps(),
		truncatedNormalVMPOps(),
		uniformOps(),
		flatOps(),
		flatVMPOps(),
		linearOps(),
		scaleOps(),
		sumOfOps(),
		dotOps(),
		copyOps(),
		givenOps(),
		equalOps(),
		equalPositiveOps(),
		greaterThanOps(),
		greaterThanVMPOps(),
		argmaxOps(),
		maxOps(),
		minOps(),
	)
}

// truthOps are those of EP on truths, probabilities and counts.
func truthOps() []*Op {
	return slices.Concat(
		bernoulliProbitOps(),
		andOps(),
		allOps(),
		anyOps(),
		tableOps(),
		tableTwoOps(),
		tableVMPOps(),
		tableRandomOps(),
		bernoulliOps(),
		betaOps(),
		binomialOps(),
		equalBoolOps(),
		isTrueOps(),
		notOps(),
		orOps(),
		poissonOps(),
		bernoulliLogitOps(),
		bernoulliLogitVMPOps(),
		betweenOps(),
		betweenVMPOps(),
		betweenRandomOps(),
		countOps(),
		logisticOps(),
	)
}

// variationalOps are those of VMP, but on vectors.
func variationalOps() []*Op {
	return slices.Concat(
		logisticVMPOps(),
		logisticTiltedVMPOps(),
		softmaxVMPOps(),
		normalPrecisionVMPOps(),
		normalVarianceVMPOps(),
		normalLinearVMPOps(),
		gammaVMPOps(),
		gammaShapeVMPOps(),
		givenVMPOps(),
		linearVMPOps(),
		sumOfVMPOps(),
		dotVMPOps(),
		productVMPOps(),
		poissonVMPOps(),
		poissonRandomOps(),
		poissonGammaOps(),
		betaVMPOps(),
		betaMeanVMPOps(),
		bernoulliVMPOps(),
		binomialVMPOps(),
		uniformVMPOps(),
		copyVMPOps(),
		scaleVMPOps(),
		equalVMPOps(),
		inverseGammaVMPOps(),
		productGammaVMPOps(),
		productBetaVMPOps(),
		productBoolVMPOps(),
		ratioVMPOps(),
		sumGammaVMPOps(),
		logicVMPOps(),
		observedVMPOps(),
	)
}

// wholeOps are those on whole numbers, and on the probabilities of their values.
func wholeOps() []*Op {
	return slices.Concat(
		dirichletOps(),
		categoricalOps(),
		multinomialOps(),
		constantOps(),
		discreteUniformOps(),
		sumIntOps(),
		atLeastOps(),
		maxIntOps(),
		countRandomOps(),
		binomialRandomOps(),
		equalIntOps(),
	)
}

// vectorOps are those on vectors and matrices.
func vectorOps() []*Op {
	return slices.Concat(
		givenVectorOps(),
		mvNormalOps(),
		mvNormalVMPOps(),
		wishartOps(),
		wishartVMPOps(),
		dotVectorOps(),
		dotVectorsVMPOps(),
		vectorLinearOps(),
		mvNormalAffineOps(),
		mvNormalAffineVMPOps(),
		productWishartVMPOps(),
		copyVectorOps(),
	)
}

// branchOps are those of gates.
func branchOps() []*Op {
	return slices.Concat(
		gateOps(),
		exitOps(),
		exitVMPOps(),
	)
}
