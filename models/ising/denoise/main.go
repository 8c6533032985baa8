// Command denoise spoils a black and white picture, restores it with the model ising,
// and writes both.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"path/filepath"
	"time"

	"mpc/models/ising/ising"
	"mpc/models/ising/picture"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("denoise: ")
	name := flag.String("in", "models/ising/picture.png", "the picture, a PNG or a JPEG")
	wrong := flag.Float64("noise", 0.15, "probability that a pixel is spoiled")
	same := flag.Float64("same", 0.8, "how much more neighbours are alike, above 0.5")
	seed := flag.Uint64("seed", 1, "seed of the noise")
	folder := flag.String("o", "models/ising", "folder for noisy.png and restored.png")
	flag.Parse()
	if err := denoise(*name, *folder, *wrong, *same, *seed); err != nil {
		log.Fatal(err)
	}
}

func denoise(name, folder string, wrong, same float64, seed uint64) error {
	p, err := picture.Read(name)
	if err != nil {
		return err
	}
	noisy := p.Noisy(wrong, seed)
	d := ising.Data{Row: len(p), Y: noisy, Right: 1 - wrong, Same: same}
	if d.Row > 0 {
		d.Column = len(p[0])
	}
	inf, err := ising.New(d)
	if err != nil {
		return err
	}
	start := time.Now()
	s, err := inf.Run(context.Background())
	if err != nil {
		return err
	}
	took := time.Since(start)
	restored := make(picture.Picture, len(p))
	for i, row := range inf.X() {
		for _, x := range row {
			restored[i] = append(restored[i], x.P() > 0.5)
		}
	}
	if s.Converged {
		fmt.Printf("converged after %d iterations, %v\n", s.Iterations, took.Round(time.Millisecond))
	} else {
		fmt.Printf("did not converge in %d iterations: probabilities still move by %.2g\n", s.Iterations, s.Change)
	}
	fmt.Printf("log evidence %.2f\n", inf.LogEvidence())
	fmt.Printf("wrong: %.2f%% of the pixels before, %.2f%% after\n", 100*p.Wrong(noisy), 100*p.Wrong(restored))
	if err := noisy.Write(filepath.Join(folder, "noisy.png")); err != nil {
		return err
	}
	return restored.Write(filepath.Join(folder, "restored.png"))
}
