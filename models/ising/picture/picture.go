// Package picture reads, spoils and writes black and white pictures.
package picture

import (
	"image"
	"image/color"
	_ "image/jpeg" // so that Read understands them
	"image/png"
	"math/rand/v2"
	"os"
)

// A Picture has its rows from above, true where it is black.
type Picture [][]bool

// Read reads a PNG or a JPEG; what is darker than the middle is black.
func Read(name string) (Picture, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, _, err := image.Decode(f)
	if err != nil {
		return nil, err
	}
	b := m.Bounds()
	p := make(Picture, b.Dy())
	for i := range p {
		p[i] = make([]bool, b.Dx())
		for j := range p[i] {
			gray := color.GrayModel.Convert(m.At(b.Min.X+j, b.Min.Y+i)).(color.Gray)
			p[i][j] = gray.Y < 128
		}
	}
	return p, nil
}

// Write writes a PNG of one bit a pixel.
func (p Picture) Write(name string) error {
	width := 0
	if len(p) > 0 {
		width = len(p[0])
	}
	m := image.NewPaletted(image.Rect(0, 0, width, len(p)), color.Palette{color.White, color.Black})
	for i, row := range p {
		for j, black := range row {
			if black {
				m.SetColorIndex(j, i, 1)
			}
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, m); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// Noisy returns a copy in which each pixel is wrong with this probability.
func (p Picture) Noisy(wrong float64, seed uint64) Picture {
	r := rand.New(rand.NewPCG(seed, 0))
	q := make(Picture, len(p))
	for i, row := range p {
		for _, black := range row {
			q[i] = append(q[i], black != (r.Float64() < wrong))
		}
	}
	return q
}

// Wrong returns the share of the pixels that differ between two pictures of one size.
func (p Picture) Wrong(q Picture) float64 {
	wrong, n := 0, 0
	for i, row := range p {
		for j, black := range row {
			if n++; black != q[i][j] {
				wrong++
			}
		}
	}
	return float64(wrong) / float64(n)
}
