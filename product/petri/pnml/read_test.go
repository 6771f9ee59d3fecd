package pnml

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// document wraps the content of a net.
func document(content string) string {
	return `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">` + content + `</net></pnml>`
}

const small = `<place id="p"><name><text>in &amp; out</text></name><initialMarking><text> 3 </text></initialMarking></place>
<place id="q"/><transition id="t"><name><text>go</text></name></transition>`

func parse(t testing.TB, text string) *petri.Net {
	t.Helper()
	n, err := Read(strings.NewReader(text), "net.pnml")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func arcs(as ...petri.Arc) []petri.Arc { return as }

// TestRead: nested pages, references, weights, and parts of other tools in one document.
func TestRead(t *testing.T) {
	n := parse(t, document(`<page id="a">`+small+`<page id="b"><referencePlace id="rp" ref="q"/>
		<arc id="1" source="p" target="t"><inscription><text>2</text></inscription></arc></page></page>
		<arc id="2" source="t" target="rp"/><arc id="3" source="p" target="t"/>
		<toolspecific tool="x"><place id="no"/></toolspecific>`))
	if n.Name != "n" || len(n.Places) != 2 || n.Places[0].Name != "in & out" || n.Initial()[0] != 3 || n.Transitions[0].Name != "go" {
		t.Errorf("%+v", n)
	}
	tr := n.Transitions[0]
	if !reflect.DeepEqual(tr.Pre, arcs(petri.Arc{Index: 0, Weight: 3})) || !reflect.DeepEqual(tr.Post, arcs(petri.Arc{Index: 1, Weight: 1})) {
		t.Errorf("%+v", tr)
	}
}

// TestDialects: other tools' ways to write arcs, markings and encodings.
func TestDialects(t *testing.T) {
	inhibitor := func(n *petri.Net) bool {
		return reflect.DeepEqual(n.Transitions[0].Inhibitors, arcs(petri.Arc{Index: 0, Weight: 2})) && len(n.Transitions[0].Pre) == 0
	}
	two := `<inscription><text>2</text></inscription>`
	for name, c := range map[string]struct {
		text string
		ok   func(n *petri.Net) bool
	}{
		"TAPAAL inhibitor":      {document(small + `<arc id="1" source="p" target="t" type="inhibitor">` + two + `</arc>`), inhibitor},
		"PetriDotNet inhibitor": {document(small + `<arc id="1" source="p" target="t"><type><text>inhibitor</text></type>` + two + `</arc>`), inhibitor},
		"PIPE inhibitor":        {document(small + `<arc id="1" source="p" target="t">` + two + `<type value="inhibitor"/></arc>`), inhibitor},
		"PIPE value":            {document(small + `<arc id="1" source="p" target="t" type="inhibitor"><inscription><value>Default,2</value></inscription></arc>`), inhibitor},
		"PetriDotNet weight":    {document(small + `<arc id="1" source="p" target="t" type="inhibitor"><toolspecific tool="Petri.NET"><weight>2</weight></toolspecific></arc>`), inhibitor},
		"larger weight counts":  {document(small + `<arc id="1" source="p" target="t" type="inhibitor">` + two + `<toolspecific tool="Petri.NET"><weight>1</weight></toolspecific></arc>`), inhibitor},
		"read arc": {document(small + `<arc id="1" source="p" target="t" type="test"/>`), func(n *petri.Net) bool {
			return len(n.Transitions[0].Pre) == 1 && len(n.Transitions[0].Post) == 1 && len(n.Transitions[0].Effect) == 0
		}},
		"byte order mark":    {"\ufeff" + document(small), func(n *petri.Net) bool { return len(n.Places) == 2 }},
		"no namespace":       {`<pnml><net id="n" type="P/T net">` + small + `</net></pnml>`, func(n *petri.Net) bool { return len(n.Places) == 2 }},
		"latin 1":            {"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>" + document("<place id=\"\xe9\"/>"), func(n *petri.Net) bool { _, ok := n.PlaceByID("é"); return ok }},
		"unlimited capacity": {document(`<place id="p"><toolspecific tool="x"><capacity>Unlimited</capacity></toolspecific></place><place id="r"><capacity><value>0</value></capacity></place>`), func(n *petri.Net) bool { return len(n.Places) == 2 }},
		"empty marking":      {document(`<place id="p"><initialMarking><text/></initialMarking></place>`), func(n *petri.Net) bool { return n.Initial()[0] == 0 }},
	} {
		if n := parse(t, c.text); !c.ok(n) {
			t.Errorf("%s: %+v", name, n.Transitions)
		}
	}
}

// TestReadErrors: mistakes have a position and advice.
func TestReadErrors(t *testing.T) {
	for want, text := range map[string]string{
		"n:1:1: the file is empty":                               "",
		"n:1:1: text before":                                     "hello",
		"n:1:1: the document is a <html>":                        "<html></html>",
		"n:1:7: the document holds no <net>":                     "<pnml></pnml>",
		"n:2:5: not well-formed XML: element <a>":                "<pnml><a>\n</b></pnml>",
		"n:1:10: not well-formed XML: unexpected EOF":            "<pnml><a>",
		"n:1:7: a coloured net (type \"http://x/symmetricnet\")": `<pnml><net type="http://x/symmetricnet"></net></pnml>`,
		"n:1:7: a timed net":                                     `<pnml><net type="http://x/timednet"></net></pnml>`,
		"n:1:20: a second <net>":                                 `<pnml><net id="a"/><net id="b"/></pnml>`,
		"n:2:1: <place> has no id":                               "<pnml><net>\n<place/></net></pnml>",
		"n:3:1: identifier \"x\" is used twice":                  "<pnml><net>\n<place id='x'/>\n<transition id='x'/></net></pnml>",
		"n:2:31: initial marking \"many\"":                       "<pnml><net>\n<place id='x'><initialMarking><text>many</text></initialMarking></place></net></pnml>",
		"n:2:31: initial marking \"-1\"":                         "<pnml><net>\n<place id='x'><initialMarking><text>-1</text></initialMarking></place></net></pnml>",
		"n:2:31: initial marking \"A,1,B,2\" has several":        "<pnml><net>\n<place id='x'><initialMarking><text>A,1,B,2</text></initialMarking></place></net></pnml>",
		"n:2:15: a coloured initial marking":                     "<pnml><net>\n<place id='x'><hlinitialMarking/></place></net></pnml>",
		"n:2:25: place capacity \"3\" is not supported":          "<pnml><net>\n<place id='x'><capacity><text>3</text></capacity></place></net></pnml>",
		"n:2:1: the arc has no source":                           "<pnml><net>\n<arc id='a' target='t'/></net></pnml>",
		"n:2:1: no place or transition has the id \"p\"":         "<pnml><net>\n<arc id='a' source='p' target='t'/></net></pnml>",
		"n:2:1: the arc from \"p\" to \"q\" joins two":           "<pnml><net>\n<arc source='p' target='q'/><place id='p'/><place id='q'/></net></pnml>",
		"n:2:1: the inhibitor arc":                               "<pnml><net>\n<arc source='t' target='q' type='inhibitor'/><transition id='t'/><place id='q'/></net></pnml>",
		"n:2:1: arcs of type \"reset\"":                          "<pnml><net>\n<arc source='t' target='q' type='reset'/></net></pnml>",
		"n:2:41: arc weight 0":                                   "<pnml><net>\n<arc source='t' target='q'><inscription><text>0</text></inscription></arc></net></pnml>",
		"n:2:28: a coloured arc":                                 "<pnml><net>\n<arc source='t' target='q'><hlinscription/></arc></net></pnml>",
		"n:2:1: <referencePlace> \"r\" has no ref":               "<pnml><net>\n<referencePlace id='r'/></net></pnml>",
		"n:2:1: reference nodes refer to each other":             "<pnml><net>\n<referencePlace id='r' ref='s'/>\n<referencePlace id='s' ref='r'/><arc source='r' target='t'/></net></pnml>",
		"unsupported encoding \"klingon\"":                       `<?xml version="1.0" encoding="klingon"?><pnml/>`,
		"pages are nested deeper":                                "<pnml><net>" + strings.Repeat("<page>", 70),
	} {
		_, err := Read(strings.NewReader(text), "n")
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.80s\n got %v\nwant %s", text, err, want)
		}
	}
}

// TestRoundTrip: what Write writes, Read reads back.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		n, _ := petritest.Net(rng, petritest.Small())
		roundTrip(t, n)
	}
	b := petri.NewBuilder(`<n> "&"`)
	p := b.AddPlace("a\"<b\n", petri.MaxWeight)
	b.NamePlace(p, "name > & name")
	x := b.AddTransition("t'")
	b.NameTransition(x, "]]>")
	b.AddInput(p, x, petri.MaxWeight)
	b.AddOutput(p, x, 7)
	b.AddInhibitor(p, x, 2)
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, n)
}

func roundTrip(t *testing.T, n *petri.Net) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, n); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&b, "again")
	if err != nil {
		t.Fatal(err)
	}
	trim := func(n *petri.Net) (places []petri.Place, transitions []petri.Transition) {
		for _, p := range n.Places {
			p.ID = strings.TrimSpace(p.ID) // the reader trims attributes
			places = append(places, p)
		}
		return places, n.Transitions
	}
	p1, t1 := trim(n)
	p2, t2 := trim(again)
	if !reflect.DeepEqual(p1, p2) || !reflect.DeepEqual(t1, t2) || !reflect.DeepEqual(n.Initial(), again.Initial()) || n.Name != again.Name {
		t.Fatalf("%+v\nbecame\n%+v", n, again)
	}
}

// TestSamples reads the files of other tools in testdata.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.pnml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Read(bytes.NewReader(data), f)
		if err != nil {
			t.Error(err)
			continue
		}
		if !n.HasInhibitors() {
			t.Errorf("%s: the inhibitor arcs are lost", f)
		}
	}
}

// FuzzRead: no input makes the reader of nets panic.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		document(small), document(small + `<arc source="p" target="t" type="inhibitor"><inscription><text>2</text></inscription></arc>`),
		"\ufeff<pnml><net><page><referencePlace id='r' ref='r'/></page></net></pnml>", "<pnml><net><place id='", "<?xml encoding='latin1'?><pnml>\xff",
		document(`<place id="p"><initialMarking><value>Default,1</value></initialMarking></place>`),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var b bytes.Buffer
		if err := Write(&b, n); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "again")
		if err != nil || again.String() != n.String() {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
