package plots

import (
	"io"
	"math"
	"strconv"

	"mpc/samples"
)

// Shares is how often each chain drew each value of a truth or an index.
type Shares struct {
	// Name is that of the element, such as team[3].
	Name string
	// Labels are the names of the values, their numbers if there are none.
	Labels []string
	// Chains has, for each chain, the part of its draws that are each value, as
	// samples.Indices.Shares returns it.
	Chains [][]float64
	// Summary is what stands in the title.
	Summary samples.Index
}

// WriteShares draws a bar for each value and chain: their height is the part of the
// draws.
func WriteShares(w io.Writer, s Shares) error {
	c := newCanvas(pictureWidth, pictureHeight, s.Name+": how often each value is drawn")
	most := 0
	for k, p := range s.Summary.P {
		if p > s.Summary.P[most] {
			most = k
		}
	}
	labels := s.Labels
	for k := len(labels); k < len(s.Summary.P); k++ {
		labels = append(labels[:k:k], strconv.Itoa(k))
	}
	what := "no draws"
	if len(s.Summary.P) > 0 && !math.IsNaN(s.Summary.P[most]) {
		what = labels[most] + " has probability " + meanText(s.Summary.P[most], s.Summary.MCSE[most]) + ", error " + number(s.Summary.MCSE[most])
	}
	title(c, s.Name, what, s.Summary.RHat, s.Summary.ESSBulk, s.Summary.ESSBulk)
	legend(c, len(s.Chains))
	bars(c, labels, s.Chains, traceLeft, densityRight, s.Name)
	c.close()
	_, err := w.Write(c.Bytes())
	return err
}

// TruthShares makes the shares of a boolean: false and true.
func TruthShares(name string, chains []float64, summary samples.Truth) Shares {
	s := Shares{Name: name, Labels: []string{"false", "true"}}
	for _, p := range chains {
		s.Chains = append(s.Chains, []float64{1 - p, p})
	}
	s.Summary = samples.Index{P: []float64{1 - summary.P, summary.P}, MCSE: []float64{summary.MCSE, summary.MCSE}, ESSBulk: summary.ESSBulk, RHat: summary.RHat}
	return s
}

// bars draws, for each value, the bars of the chains beside each other.
func bars(c *canvas, labels []string, chains [][]float64, left, right float64, name string) {
	highest := 0.0
	for _, shares := range chains {
		for _, p := range shares {
			if p > highest {
				highest = p
			}
		}
	}
	if highest == 0 {
		highest = 1
	}
	y := newAxis(0, 1.05*highest, panelBottom, panelTop, 5)
	y.beside(c, left, right)
	slot := (right - left) / float64(max(len(labels), 1))
	thick := 0.8 * slot / float64(max(len(chains), 1))
	for chain, shares := range chains {
		for k, p := range shares {
			if top := y.at(p); top < panelBottom {
				c.rect(left+(float64(k)+0.1)*slot+float64(chain)*thick, top, math.Max(thick-0.2, 0.2), panelBottom-top, colorOf(chain))
			}
		}
	}
	// Labels that would run into each other are left out.
	widest := 1
	for _, label := range labels {
		widest = max(widest, len([]rune(label)))
	}
	step := max(1, int(math.Ceil((7*float64(widest)+6)/slot)))
	for k := 0; k < len(labels); k += step {
		c.text(left+(float64(k)+0.5)*slot, panelBottom+17, "middle", ink, "", labels[k])
	}
	c.line(left, panelBottom, right, panelBottom, ink, "")
	c.text(0.5*(left+right), panelBottom+34, "middle", ink, "", name)
}

func labelsOf(values []float64) []string {
	var labels []string
	for _, x := range values {
		labels = append(labels, strconv.Itoa(int(x)))
	}
	return labels
}
