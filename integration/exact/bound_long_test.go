//go:build long

package exact

// share is the part of the random models that are tried: one of so many.
const boundShare = 1
