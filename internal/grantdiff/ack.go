package grantdiff

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/grantgen/grantgen/gen"
)

// AckFile is where acknowledgements stand, beside the schema.
const AckFile = "grants.ack.yaml"

// Ack says that somebody has seen one widening and why it is right. It holds for that change alone: its hash is over both sides.
type Ack struct {
	Role    string `json:"role"`
	What    string `json:"what"`
	Verdict string `json:"verdict"`
	Hash    string `json:"hash"`
	Owner   string `json:"owner,omitempty"`
	By      string `json:"by"`
	Why     string `json:"why"`
	Date    string `json:"date,omitempty"`
}

func (a *Ack) fields() []struct {
	key   string
	value *string
	needs bool
} {
	return []struct {
		key   string
		value *string
		needs bool
	}{{"role", &a.Role, false}, {"what", &a.What, true}, {"verdict", &a.Verdict, true}, {"hash", &a.Hash, true}, {"owner", &a.Owner, false},
		{"by", &a.By, true}, {"why", &a.Why, true}, {"date", &a.Date, false}}
}

const ackHeader = "# Widenings that somebody acknowledged, one a line; written by grantgen ack. An entry lapses when the grant changes again.\n"

// WriteAcks is the file of acknowledgements, sorted.
func WriteAcks(acks []Ack) []byte {
	acks = slices.Clone(acks)
	slices.SortFunc(acks, func(a, b Ack) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.What, b.What), cmp.Compare(a.Hash, b.Hash))
	})
	var b bytes.Buffer
	b.WriteString(ackHeader + "grantgen: 1\nacknowledged:\n")
	for _, a := range acks {
		var pairs []string
		for _, f := range a.fields() {
			if *f.value != "" || f.needs {
				pairs = append(pairs, f.key, *f.value)
			}
		}
		fmt.Fprintf(&b, "  - %s\n", gen.Fact(pairs...))
	}
	return b.Bytes()
}

// ReadAcks reads the file back, strictly: an entry that is misread would wave through what nobody has seen.
func ReadAcks(name string, b []byte) ([]Ack, error) {
	d, err := parseDocument(name, b, "acknowledged")
	if err != nil {
		return nil, err
	}
	if v, _ := d.top.get("grantgen"); v != "1" || len(d.top) != 1 {
		return nil, fmt.Errorf("%s: \"grantgen: 1\" is expected above the entries, and nothing else", name)
	}
	var out []Ack
	for _, f := range d.facts {
		var a Ack
		known := 0
		for _, field := range a.fields() {
			value, ok := f.get(field.key)
			if ok {
				known++
			}
			if field.needs && value == "" {
				return nil, fmt.Errorf("%s: {%s}: %s is missing", name, clip(f.String()), field.key)
			}
			*field.value = value
		}
		if known != len(f) {
			return nil, fmt.Errorf("%s: {%s}: an entry has role, what, verdict, hash, owner, by, why and date, and nothing else", name, clip(f.String()))
		}
		out = append(out, a)
	}
	return out, nil
}

// Acknowledge marks the findings that acks speak of: of the same role and thing, with the same hash.
func (r *Report) Acknowledge(acks []Ack) {
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, a := range acks {
			if f.Widens && a.Role == f.Role && a.What == f.What && a.Verdict == string(f.Verdict) && a.Hash == f.Hash {
				f.Ack = &a
			}
		}
	}
}

// ack is the acknowledgement of a finding.
func (f Finding) ack(by, why, date string) Ack {
	return Ack{Role: f.Role, What: f.What, Verdict: string(f.Verdict), Hash: f.Hash, Owner: f.Owner, By: by, Why: why, Date: date}
}

// Add acknowledges findings: what stood there for the same thing is replaced, all else stays.
func Add(acks []Ack, findings []Finding, by, why, date string) []Ack {
	for _, f := range findings {
		acks = slices.DeleteFunc(slices.Clone(acks), func(a Ack) bool { return a.Role == f.Role && a.What == f.What })
		acks = append(acks, f.ack(by, why, date))
	}
	return acks
}
