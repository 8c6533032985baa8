package operators

import "slices"

// Table returns all operators in a fixed order. It is a function, not a
// variable: a program that calls one operator links that one alone.
func Table() []*Op {
	return slices.Concat(
		normalVarianceOps(), tmpVMPOps(),
		normalLinearOps(),
		normalPrecisionKnownOps(),
		normalPrecisionOps(),
		gammaOps(),
		inverseGammaOps(),
		expOps(),
		expNormalOps(),
		logOps(),
		productOps(),
		productGammaOps(),
		ratioOps(),
		truncatedNormalOps(),
		uniformOps(),
		linearOps(),
		scaleOps(),
		sumOfOps(),
		dotOps(),
		copyOps(),
		givenOps(),
		equalOps(),
		equalPositiveOps(),
		greaterThanOps(),
		maxOps(),
		minOps(),
		bernoulliProbitOps(),
		andOps(),
		allOps(),
		anyOps(),
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
		betweenRandomOps(),
		countOps(),
		logisticOps(),
	)
}
