package plots

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A canvas is an SVG picture that is being drawn.
type canvas struct {
	bytes.Buffer
	width, height float64
}

const (
	ink   = "#222222"
	faint = "#dddddd"
	grey  = "#777777"
	bad   = "#b00020" // what cannot be relied on
)

// newCanvas begins a picture; name is what it says to who cannot see it.
func newCanvas(width, height float64, name string) *canvas {
	c := &canvas{width: width, height: height}
	fmt.Fprintf(c, `<svg xmlns="http://www.w3.org/2000/svg" width="%v" height="%v" viewBox="0 0 %v %v" role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(c, "<title>%s</title>\n", escape(name))
	fmt.Fprintf(c, `<rect width="%v" height="%v" fill="#ffffff"/>`+"\n", width, height)
	return c
}

// close ends the picture.
func (c *canvas) close() { c.WriteString("</svg>\n") }

// escape makes text safe to stand in a picture. Characters that XML has no place for
// become the one that stands for what cannot be shown.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0xfffe || r == 0xffff {
			return '\ufffd'
		}
		return r
	}, s)
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

// text writes at a point; anchor is start, middle or end, and more holds attributes.
func (c *canvas) text(x, y float64, anchor, fill, more, s string) {
	fmt.Fprintf(c, `<text x="%s" y="%s" text-anchor="%s" fill="%s"%s>%s</text>`+"\n", point(x), point(y), anchor, fill, more, escape(s))
}

// line draws one; more holds attributes.
func (c *canvas) line(x1, y1, x2, y2 float64, stroke, more string) {
	fmt.Fprintf(c, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s"%s/>`+"\n", point(x1), point(y1), point(x2), point(y2), stroke, more)
}

// rect draws a filled one.
func (c *canvas) rect(x, y, width, height float64, fill string) {
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", point(x), point(y), point(width), point(height), fill)
}

// curve draws lines from point to point; where one is not finite it is interrupted.
func (c *canvas) curve(xs, ys []float64, stroke, more string) {
	open := false
	for i := range xs {
		if math.IsNaN(xs[i]+ys[i]) || math.IsInf(xs[i]+ys[i], 0) {
			if open {
				fmt.Fprintf(c, `" fill="none" stroke="%s"%s/>`+"\n", stroke, more)
			}
			open = false
			continue
		}
		if !open {
			c.WriteString(`<polyline points="`)
		} else {
			c.WriteByte(' ')
		}
		open = true
		c.WriteString(point(xs[i]))
		c.WriteByte(',')
		c.WriteString(point(ys[i]))
	}
	if open {
		fmt.Fprintf(c, `" fill="none" stroke="%s"%s/>`+"\n", stroke, more)
	}
}

// point is a coordinate, to a tenth.
func point(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
}

// colors are those of the chains, which people who see few colors can tell apart too
// (Okabe and Ito 2008, "Color universal design", without yellow and black).
var colors = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

func colorOf(chain int) string { return colors[chain%len(colors)] }
