package pnml_test

import (
	"fmt"
	"strings"

	"cupel/product/petri/pnml"
)

const buffer = `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="buffer" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
  <place id="free"><initialMarking><text>3</text></initialMarking></place>
  <place id="full"/>
  <transition id="put"/><transition id="get"/>
  <arc id="1" source="free" target="put"/><arc id="2" source="put" target="full"/>
  <arc id="3" source="full" target="get"><inscription><text>2</text></inscription></arc>
  <arc id="4" source="get" target="free"><inscription><text>2</text></inscription></arc>
</page></net></pnml>`

func ExampleRead() {
	n, err := pnml.Read(strings.NewReader(buffer), "buffer.pnml")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n)
	fmt.Println(n.FormatMarking(n.Initial()))
	_, err = pnml.Read(strings.NewReader(strings.Replace(buffer, `"free" target`, `"fre" target`, 1)), "buffer.pnml")
	fmt.Println(err)
	// Output:
	// net "buffer": 2 places, 2 transitions, 4 arcs
	// free=3
	// buffer.pnml:6:3: no place or transition has the id "fre", the arc's source
}

func ExampleReadProperties() {
	n, err := pnml.Read(strings.NewReader(buffer), "buffer.pnml")
	if err != nil {
		fmt.Println(err)
		return
	}
	ps, err := pnml.ReadProperties(strings.NewReader(`<property-set xmlns="http://mcc.lip6.fr/">
<property><id>bounded</id><formula><all-paths><globally>
  <integer-le><tokens-count><place>full</place></tokens-count><integer-constant>3</integer-constant></integer-le>
</globally></all-paths></formula></property>
<property><id>stuck</id><formula><exists-path><finally><deadlock/></finally></exists-path></formula></property>
</property-set>`), "buffer.xml", n)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range ps {
		fmt.Println(p.ID, p.Quantifier, p.Formula.Format(n), "- decided by the reachability of", p.Goal().Format(n))
	}
	// Output:
	// bounded AG full <= 3 - decided by the reachability of !(full <= 3)
	// stuck EF deadlock - decided by the reachability of deadlock
}
