package translate

import (
	"fmt"
	"slices"
	"strings"
)

// Machine is the version of the EVM that runs the contracts, by its place in machines; 0: any. What holds only up to some version is assumed
// only if it is said to be that version or one before.
type Machine int

// machines are the versions in order, as the compiler names them.
var machines = []string{"", "homestead", "tangerineWhistle", "spuriousDragon", "byzantium", "constantinople", "petersburg", "istanbul", "berlin", "london", "paris", "shanghai", "cancun", "prague", "osaka"}

func (m Machine) String() string { return machines[m] }

// ParseMachine parses the name of a version; "": any.
func ParseMachine(s string) (Machine, error) {
	i := slices.Index(machines, s)
	if i < 0 {
		return 0, fmt.Errorf("%q is no version of the EVM; choose one of %s", s, strings.Join(machines[1:], ", "))
	}
	return Machine(i), nil
}

// before reports whether the machine is known to be older than a version.
func (m Machine) before(version string) bool {
	return m > 0 && int(m) < slices.Index(machines, version)
}

// PayerHasNoCode: the account that signs and pays for a transaction, tx.origin, has no code, which it may delegate to since prague (EIP-7702).
func (m Machine) PayerHasNoCode() bool { return m.before("prague") }

// Burns: ether that selfdestruct sends to the contract itself is gone, which it may not be since cancun (EIP-6780).
func (m Machine) Burns() bool { return m.before("cancun") }

// origin is the account that pays for the transaction.
const origin = "tx_origin"
