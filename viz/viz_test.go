package viz_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/viz"
)

var update = flag.Bool("update", false, "rewrite the pictures of testdata and, with Graphviz, those of the docs")

// pictures draws all that there is to draw of a model.
func pictures(t *testing.T, path string) map[string]*viz.Picture {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mpc.Plan(path, src)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*viz.Picture{
		"model":        viz.Model(c.Model, viz.Options{}),
		"factors":      viz.Factors(c.Graph, viz.Options{Joint: c.Program.Gaussian}),
		"dependencies": viz.Dependencies(c.Model, c.Deps, viz.Options{}),
		"schedule":     viz.Schedule(c.Deps, c.Schedule, viz.Options{}),
	}
}

// TestPictures compares the pictures of some models with those that a person
// has looked at, and holds that they are the same each time.
func TestPictures(t *testing.T) {
	models, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(models) < 3 {
		t.Fatalf("models: %v, %v", models, err)
	}
	for _, path := range models {
		again := pictures(t, path)
		for of, p := range pictures(t, path) {
			got := p.Dot()
			if got != again[of].Dot() {
				t.Errorf("%s of %s is another picture the second time", of, path)
			}
			if of == "dependencies" || of == "schedule" {
				continue // they change with the planner, not with the drawing
			}
			name := strings.TrimSuffix(path, ".yaml") + "." + of + ".dot"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; look at it and run the test with -update\n%s", name, got)
			}
		}
	}
}

// TestConvention holds what the convention of factor graphs asks for.
func TestConvention(t *testing.T) {
	text := pictures(t, "testdata/chain.yaml")["factors"].Dot()
	for _, want := range []string{
		`fillcolor="#c9d1d9",fontname="Helvetica",fontsize="11",label="y[t]"`, // observed: shaded
		`label="x[t]",penwidth="2"`, // asked for: a thick line
		`label="t in 1..<T"`, `label="t in T"`, `label="if flood[t]"`,
		`shape="box"`, `shape="ellipse"`, `label="[t - 1]"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	text = pictures(t, "testdata/chain.yaml")["schedule"].Dot()
	for _, want := range []string{"forward along t", "backward along t", `label="once"`, "iterate until converged", `label="1  `, "tooltip="} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

func TestRender(t *testing.T) {
	p := pictures(t, "testdata/trueskill.yaml")
	if _, err := exec.LookPath("dot"); err != nil {
		if _, err := viz.Render(context.Background(), p["factors"], "svg"); !errors.Is(err, viz.ErrNoGraphviz) {
			t.Errorf("without Graphviz the error is %v", err)
		}
		t.Skip("no Graphviz")
	}
	for of, picture := range p {
		svg, err := viz.Render(context.Background(), picture, "svg")
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(bytes.NewReader(svg))
		for err == nil {
			_, err = d.Token()
		}
		if err != io.EOF {
			t.Errorf("%s is no XML: %v", of, err)
		}
		if *update && of == "factors" {
			document(t, "trueskill-"+of, svg)
		}
	}
	svg, err := viz.Render(context.Background(), pictures(t, "testdata/gate.yaml")["factors"], "svg")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		document(t, "gate-factors", svg)
	}
	b, err := viz.Render(context.Background(), p["schedule"], "png")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Error(err)
	}
	if _, err := viz.Render(context.Background(), p["schedule"], "nothing"); err == nil {
		t.Error("a format that dot does not have is no error")
	}
}

// document writes a picture of the docs.
func document(t *testing.T, name string, svg []byte) {
	t.Helper()
	if err := os.WriteFile("../docs/"+name+".svg", svg, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGates holds that the branches of a gate are dashed boxes that it leads to,
// with what lives in them.
func TestGates(t *testing.T) {
	text := pictures(t, "testdata/gate.yaml")["factors"].Dot()
	for _, want := range []string{`label="where effective"`, `label="where not effective"`, `compound="true"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if n := strings.Count(text, `lhead="cluster_`); n != 2 {
		t.Errorf("%d lines from the gate to its branches, not 2", n)
	}
	text = pictures(t, "testdata/mixture.yaml")["factors"].Dot()
	if want := `label="where z[i] is z"`; !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
	text = pictures(t, "testdata/gate.yaml")["model"].Dot()
	if strings.Contains(text, "if (effective)") {
		t.Errorf("the if is drawn as an observation:\n%s", text)
	}
	for _, want := range []string{`label="where effective"`, `label="where not effective"`, `style="rounded,dashed,filled"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the model has no %s in\n%s", want, text)
		}
	}
	if n := strings.Count(text, `lhead="cluster_`); n != 2 {
		t.Errorf("%d lines from the selector to the branches of the model, not 2", n)
	}
}

func TestNoGraphviz(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := viz.Render(context.Background(), pictures(t, "testdata/trueskill.yaml")["factors"], "svg")
	if !errors.Is(err, viz.ErrNoGraphviz) {
		t.Errorf("the error is %v", err)
	}
}
