package data

import (
	"mpc/lang"
	"mpc/model"
)

// ReadCSV reads a table whose columns are named as the inputs, a row for each
// element. See Read and the documentation of table for its forms.
func ReadCSV(name string, src []byte, m *model.Model, overrides ...Override) (*Set, lang.Diagnostics) {
	return read([]*source{newSource(name, src)}, nil, m, overrides)
}
