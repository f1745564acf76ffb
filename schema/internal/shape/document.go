package shape

import (
	"github.com/invopop/jsonschema"

	"github.com/grantgen/grantgen/internal/diag"
	"github.com/grantgen/grantgen/schema/internal/tree"
)

// Document is one file of a schema.
type Document struct {
	At         diag.Pos        `json:"-"`
	Grantgen   Whole           `json:"grantgen" jsonschema:"required" eg:"grantgen: 1" jsonschema_description:"The version of the language: 1."`
	Package    Name            `json:"package" jsonschema_description:"Go package of the generated root. Default: grants."`
	Out        Word            `json:"out" jsonschema_description:"Folder of the generated root, below the schema's. Default: grants."`
	Namespace  Name            `json:"namespace" jsonschema_description:"Namespace of the schema's events on the log. Default: grants."`
	Roster     Dict[Roster]    `json:"roster" jsonschema_description:"Finite sets of names: party: [norway, uk], or with labels party: {uk: UK, eu: EU}."`
	Types      Dict[Record]    `json:"types" jsonschema_description:"Records used as field types."`
	Events     Dict[Event]     `json:"events" jsonschema_description:"Event types. A plain map of fields is all payload."`
	Predicates Dict[Predicate] `json:"predicates" jsonschema_description:"What beliefs may say."`
	Scopes     Dict[Scope]     `json:"scopes" jsonschema_description:"Families of private stores, by kind: held: {beliefs: \"party:{party}:held\"}."`
	Tools      Dict[Tool]      `json:"tools" jsonschema_description:"Tools that roles may call."`
	Layouts    Dict[Layout]    `json:"layouts" jsonschema_description:"Fixed sections in a fixed order, each with a token budget."`
	Roles      Dict[Role]      `json:"roles" jsonschema_description:"The agents, and what each may read."`
	Never      []Never         `json:"never" jsonschema_description:"What must never be readable; generation refuses to break it."`
	Checks     []Check         `json:"checks" jsonschema_description:"Examples of what a role sees and does not see."`
	Declassify []Declassify    `json:"declassify" jsonschema_description:"The only way past never: a scope that roles may read all the same."`
}

// Tool is one of `tools:`.
type Tool struct {
	Doc        Text   `json:"doc" jsonschema_description:"What the tool does."`
	Version    Text   `json:"version" jsonschema_description:"The tool's version."`
	Owner      Text   `json:"owner" jsonschema_description:"Who must acknowledge a widening."`
	Parameters Fields `json:"parameters" jsonschema_description:"The tool's parameters."`
}

// Layout is one of `layouts:`.
type Layout struct {
	Window    Whole     `json:"window" jsonschema_description:"The model's window in tokens. Default: 204000."`
	Reserve   Whole     `json:"reserve" jsonschema_description:"Tokens kept free for the answer. Default: 0."`
	Safety    Number    `json:"safety" jsonschema_description:"The share of the window that may be used. Default: 0.75."`
	Tokenizer Text      `json:"tokenizer" jsonschema_description:"Which counter: o200k_base, cl100k_base."`
	Sections  []Section `json:"sections" jsonschema:"required" eg:"sections: [{name: policy, budget: 800}]" jsonschema_description:"The sections, in this order always."`
}

// Section is one of a layout.
type Section struct {
	Node     *tree.Node       `json:"-"`
	Name     Name             `json:"name" jsonschema:"required" eg:"name: policy" jsonschema_description:"The section's name."`
	Budget   Tokens           `json:"budget" jsonschema:"required" eg:"budget: 800" jsonschema_description:"Its cap in tokens, or rest."`
	Keep     Choice[keep]     `json:"keep" jsonschema_description:"always: never touched."`
	Stable   Flag             `json:"stable" jsonschema_description:"Part of the cached prefix."`
	Owner    Text             `json:"owner" jsonschema_description:"Who answers for it."`
	Fresh    Word             `json:"fresh" jsonschema_description:"release, regenerated, index or Nd (days)."`
	Stamp    Flag             `json:"stamp" jsonschema_description:"Write source, version and date into the text."`
	Stale    Choice[stale]    `json:"stale" jsonschema_description:"What happens to an item past its freshness. Default: flag."`
	Overflow Choice[overflow] `json:"overflow" jsonschema_description:"trim (default) or shed."`
	Grow     Flag             `json:"grow" jsonschema_description:"May use the unused room of others."`
	Step     Whole            `json:"step" jsonschema_description:"Move the cut point only in steps of this many tokens."`
}

// Declassify is one of `declassify:`.
type Declassify struct {
	At    diag.Pos `json:"-"`
	Scope Word     `json:"scope" jsonschema:"required" eg:"scope: \"chronicle:public\"" jsonschema_description:"The scope that may be read."`
	For   []Name   `json:"for" jsonschema:"required" eg:"for: [negotiator]" jsonschema_description:"The roles that may."`
	By    Text     `json:"by" jsonschema:"required" eg:"by: secretariat" jsonschema_description:"Who decided it."`
	Why   Text     `json:"why" jsonschema:"required" eg:"why: \"it is read out in the room\"" jsonschema_description:"The reason."`
}

// Tokens is a number of tokens, or rest.
type Tokens struct{ Word }

// JSONSchema implements the interface of invopop/jsonschema.
func (Tokens) JSONSchema() *jsonschema.Schema {
	return oneOf(&jsonschema.Schema{Type: "integer", Minimum: "1", Maximum: "2147483647"}, &jsonschema.Schema{Type: "string", Pattern: `^(rest|[1-9][0-9]{0,9})$`})
}
