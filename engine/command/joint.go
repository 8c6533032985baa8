package command

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Joint has draws from a joint posterior: columns are elements, rows draws.
type Joint struct {
	Columns []string    `json:"columns"`
	Rows    [][]float64 `json:"rows"`
}

// NewJoint makes a table of so many draws of variables; values gives those of a draw, nested as they are.
func NewJoint(names []string, draws int, values func(draw int) []any) *Joint {
	j := &Joint{Rows: make([][]float64, draws)}
	for i := range draws {
		for k, v := range values(i) {
			j.add(i, names[k], v, nil)
		}
	}
	return j
}

// Square are the rows of a square matrix.
func Square(entries []float64) (rows [][]float64) {
	k := int(math.Round(math.Sqrt(float64(len(entries)))))
	for i := range k {
		rows = append(rows, entries[i*k:(i+1)*k])
	}
	return rows
}

// add adds the numbers of a value to a row.
func (j *Joint) add(row int, name string, value any, index []string) {
	switch v := value.(type) {
	case float64:
		if row == 0 {
			if len(index) > 0 {
				name += "[" + strings.Join(index, ",") + "]"
			}
			j.Columns = append(j.Columns, name)
		}
		j.Rows[row] = append(j.Rows[row], v)
	case int:
		j.add(row, name, float64(v), index)
	case bool:
		x := 0.0
		if v {
			x = 1
		}
		j.add(row, name, x, index)
	case []float64:
		addEach(j, row, name, v, index)
	case []int:
		addEach(j, row, name, v, index)
	case []bool:
		addEach(j, row, name, v, index)
	case [][]float64:
		addEach(j, row, name, v, index)
	case []any:
		addEach(j, row, name, v, index)
	default:
		j.add(row, name, plain(v), index)
	}
}

func addEach[T any](j *Joint, row int, name string, list []T, index []string) {
	for i, x := range list {
		j.add(row, name, x, append(index, strconv.Itoa(i)))
	}
}

// rngOf is the source of random numbers of a seed.
func rngOf(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// SeedOf is what the source of a seed gives first, which a joint posterior is drawn with.
func SeedOf(seed uint64) uint64 { return rngOf(seed).Uint64() }
