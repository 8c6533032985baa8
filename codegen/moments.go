package codegen

import "mpc/factor"

// The moments of posteriors that messages of VMP read are kept in arrays beside these
// where there are several readers, and computed where they are read elsewhere.

// momentsType is the Go type of the moments of a family's messages.
func momentsType(fam factor.Family) string { return "dist." + fam.Row().Moments.Name() }
