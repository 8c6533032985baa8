// Package loops turns a schedule into a small program of loops over typed
// operations: where each message is stored, which tables an update reads and
// writes, which plates share a loop, what runs once. Code generation prints it;
// it is the place where operators can be fused and stored messages removed.
//
// # What is stored
//
// A total is a running product from which each message can be taken out again, so
// that a variable with n uses stays linear in n.
//
// Where nothing reads the messages of a plate one by one, as in VMP, where posteriors
// are what is read, only their product is there: a sum, which is cleared before the
// plate runs and into which each message is multiplied. What the loops around repeat
// must then have all messages to the elements that it clears; where a posterior is
// computed between them they are stored (sum.go).
//
// A message of VMP to an element of a sum, as to a weight of a regression, reads the
// other elements through their sum alone (Running of its operator). Where a loop
// changes one element after the other the sum of each row is kept, so that a pass over
// the elements is linear in their number (running.go).
//
// Messages that read nothing of the element that they go to, such as those of a prior
// of constants, are computed and stored once (same.go). What is written and read in one
// pass of a loop is a local variable, or one element (local.go). Moments of posteriors
// that several messages read have a table beside theirs (moments.go), and of posteriors
// whose moments alone are read these alone are stored (unread.go). Messages that depend on
// the value of an observed index alone are stored once for each value (valued.go), and
// messages about whole numbers of one size without a slice for each (packed.go).
//
// # Which loops are one
//
// In an iteration updates that do not depend on each other change places where they can
// then share the loop over their outermost plate (nest.go). Two loops over one range in
// opposite directions that share nothing they write, as those of a chain do, run as one,
// pass beside pass, as each alone would wait for its own last message (beside.go).
package loops
