// Package text prints functions of package code as Go. It decides nothing that is computed: which
// values are written where they are read, and which get a name, is all that it chooses.
package text
