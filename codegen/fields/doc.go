// Package fields says which types a generated package has beside its functions: their fields, of which types of Go, and in which
// of them the tables of its code stand.
package fields
