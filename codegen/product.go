package codegen

import (
	"mpc/factor"
	"mpc/factor/families"
)

// familyType is the Go type of a family's messages.
func familyType(fam factor.Family) string { return messageType(fam.Row()) }

func messageType(fam *families.Family) string { return "dist." + fam.Go() }

func uniform(fam factor.Family) string { return familyType(fam) + "Uniform()" }
