package schema

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/shape"
)

var (
	intRE   = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
	floatRE = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	timeRE  = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$`)
)

// literal reads a value of the field's type (of its members, for a set), exactly: nothing is coerced, rounded or cut.
func (r *resolver) literal(l shape.Literal, f *Field, sc scopeOfWhere) (Literal, bool) {
	n, kind := l.Node(), f.Type.Kind
	if strings.HasPrefix(n.Text, "{self.") || strings.HasPrefix(n.Text, "{other.") {
		return r.place(l, f, sc)
	}
	bad := func(want string) (Literal, bool) {
		r.fail(n.Pos, "literal", "%q is no value of %s, which is %s", cut(n.Text), f.Name, article(f.Type)).Expected = want
		return Literal{}, false
	}
	switch kind {
	case OfRoster, SetOf:
		if f.Type.Roster.Open {
			if !sc.example {
				r.openValue(n.Pos, f.Type.Roster, n.Text)
			} else if n.Text == "" {
				r.fail(n.Pos, "literal", "a value of %s cannot be empty", f.Type.Roster.Name).Expected = "a value, or {self." + f.Type.Roster.Name + "}"
			}
			return Literal{Kind: OfRoster, Text: n.Text}, sc.example && n.Text != ""
		}
		if _, ok := f.Type.Roster.Value(n.Text); !ok {
			r.unknown(n.Pos, "value of "+f.Type.Roster.Name, n.Text, f.Type.Roster.Names())
			return Literal{}, false
		}
		return Literal{Kind: OfRoster, Text: n.Text}, true
	case String:
		return Literal{Kind: String, Text: n.Text}, true
	case ID:
		switch {
		case sc.prefix && !beginsID(n.Text):
			return bad("the beginning of an id in lower case, such as 0190b3c2-")
		case !sc.prefix && (len(n.Text) != len(someID) || !beginsID(n.Text)):
			return bad("an id in lower case, such as " + someID)
		}
		return Literal{Kind: String, Text: n.Text}, true
	case Bool:
		if !n.Plain || n.Text != "true" && n.Text != "false" {
			return bad("true or false")
		}
		return Literal{Kind: Bool, Bool: n.Text == "true"}, true
	case Int:
		i, err := strconv.ParseInt(n.Text, 10, 64)
		if !n.Plain || err != nil || !intRE.MatchString(n.Text) {
			return bad(fmt.Sprintf("a whole number from %d to %d", math.MinInt64, int64(math.MaxInt64)))
		}
		return Literal{Kind: Int, Int: i}, true
	case Float:
		x, err := strconv.ParseFloat(n.Text, 64)
		if !n.Plain || err != nil || !floatRE.MatchString(n.Text) || x == 0 && n.Text[0] == '-' {
			return bad("a decimal number that a float64 can hold, such as 1.5; not -0, NaN or infinite")
		}
		if got := strconv.FormatFloat(x, 'g', -1, 64); digits(got) != digits(n.Text) {
			return bad("a number that a float64 holds as it is written; the nearest is " + got)
		}
		return Literal{Kind: Float, Real: x}, true
	case Time:
		t, err := time.Parse(time.RFC3339Nano, n.Text)
		if err != nil || !timeRE.MatchString(n.Text) {
			return bad("an RFC 3339 time to the microsecond, such as 2026-01-31T12:00:00Z")
		}
		return Literal{Kind: Time, Int: t.UnixMicro()}, true
	}
	return bad("an attribute that can be compared")
}

// digits is a decimal number in one spelling: its digits without zeros around them, and where they stand. A bound that a float64 would
// round (1e-400 to 0, 9007199254740993 to one less) admits what it was written to refuse.
func digits(number string) string {
	number = strings.TrimPrefix(strings.ToLower(number), "-")
	mantissa, power, _ := strings.Cut(number, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	at, _ := strconv.Atoi(power) // one that is too large to count belongs to a number that is no float64
	at += len(all) - len(fraction)
	if all = strings.TrimRight(all, "0"); all == "" {
		return "0"
	}
	return all + "e" + strconv.Itoa(at)
}

// someID is the form in which ids stand on the log. Another form of the same id would match nothing.
const someID = "0190b3c2-7d1f-7000-8000-5a3c1e9b2f40"

// beginsID says whether an id can begin with text.
func beginsID(text string) bool {
	if len(text) > len(someID) {
		return false
	}
	for i, c := range []byte(text) {
		dash, hex := c == '-', c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
		if dash != (someID[i] == '-') || !dash && !hex {
			return false
		}
	}
	return true
}

// openValue refuses a value of an open roster where the schema names what a role may read.
func (r *resolver) openValue(p diag.Pos, roster *Roster, text string) {
	r.fail(p, "open", "the roster %q is open: it has no value %q to name", roster.Name, cut(text)).Expected = "{self." + roster.Name + "}"
}

// place reads {self.party}, and in never: {other.party}.
func (r *resolver) place(l shape.Literal, f *Field, sc scopeOfWhere) (Literal, bool) {
	p, text := l.Pos(), l.Node().Text
	who, name, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}"), ".")
	switch {
	case !strings.HasSuffix(text, "}") || !shape.IsName(name):
		r.fail(p, "place", "%q must stand as a whole value", cut(text)).Expected = "{self.ROSTER}"
		return Literal{}, false
	case f.Type.Roster == nil:
		r.fail(p, "place", "%s stands where a value of a roster can, and %s is %s", text, f.Name, article(f.Type)).Expected = "a value of that type"
		return Literal{}, false
	case f.Type.Roster.Name != name:
		if !r.rosters.known[name] {
			if !r.rosters.misread {
				r.unknown(p, "roster", name, r.rosters.names)
			}
			return Literal{}, false
		}
		r.fail(p, "place", "%s is of the roster %s, and %s is of %s", text, name, f.Name, f.Type.Roster.Name).Expected = "{self." + f.Type.Roster.Name + "}, or a value of " + f.Type.Roster.Name
		return Literal{}, false
	case who == "other" && !sc.never:
		r.fail(p, "place", "{other.%s} has a meaning in never: only", name).Expected = "{self." + name + "}"
		return Literal{}, false
	case who == "other":
		return Literal{Kind: OfRoster, Other: f.Type.Roster}, true
	case sc.never:
		return Literal{Kind: OfRoster, Self: f.Type.Roster}, true
	}
	roster, ok := r.self(p, name, sc.self)
	return Literal{Kind: OfRoster, Self: roster}, ok
}

// String is the literal as the schema writes it.
func (l Literal) String() string {
	switch {
	case l.Self != nil:
		return "{self." + l.Self.Name + "}"
	case l.Other != nil:
		return "{other." + l.Other.Name + "}"
	}
	switch l.Kind {
	case Int:
		return strconv.FormatInt(l.Int, 10)
	case Float:
		return strconv.FormatFloat(l.Real, 'g', -1, 64)
	case Bool:
		return strconv.FormatBool(l.Bool)
	case Time:
		return time.UnixMicro(l.Int).UTC().Format(time.RFC3339Nano)
	case String:
		return strconv.Quote(l.Text)
	}
	return l.Text
}

// compare orders literals of one kind; the member's own value comes last.
func (l Literal) compare(m Literal) int {
	return cmp.Or(cmp.Compare(rosterName(l.Self), rosterName(m.Self)), cmp.Compare(rosterName(l.Other), rosterName(m.Other)),
		cmp.Compare(l.Text, m.Text), cmp.Compare(l.Int, m.Int), cmp.Compare(l.Real, m.Real), cmp.Compare(b2i(l.Bool), b2i(m.Bool)))
}

func rosterName(r *Roster) string {
	if r == nil {
		return ""
	}
	return r.Name
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// article is a type in a sentence.
func article(t Type) string {
	switch t.Kind {
	case OfRoster:
		return "of the roster " + t.Roster.Name
	case SetOf:
		return "a set of " + t.Roster.Name
	case Int, ID:
		return "an " + string(t.Kind)
	case JSON:
		return "json"
	}
	return "a " + strings.TrimSuffix(t.String(), "?")
}

func cut(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// scopeOfWhere says where a where stands: in a role (the family it is of), in never:, or in checks:.
type scopeOfWhere struct {
	self    []*Roster
	never   bool
	prefix  bool // the literal is of {prefix}
	example bool // in checks:, where values of an open roster can be named
}
