// Package foreign stands for an application's own Go types, which were there before the schema. It imports the standard library.
package foreign

import "time"

// Money is a record of the application's own.
type Money struct {
	Units    int64  `json:"units"`
	Currency string `json:"currency"`
	secret   string
}

// Kind and Flag are basic types under names of the application's own.
type (
	Kind string
	Flag bool
)

// Sale is an event of the application's own.
type Sale struct {
	Text    string         `json:"text"`
	Amount  int64          `json:"amount"`
	Took    time.Duration  `json:"took"`
	Price   Money          `json:"price"`
	Kind    Kind           `json:"kind,omitempty"`
	Crates  uint16         `json:"crates,omitempty"`
	Weight  float32        `json:"weight,omitempty"`
	Landed  *Flag          `json:"landed,omitempty"`
	Buyer   string         `json:"buyer,omitempty"` // which no slice shows
	Details map[string]any `json:"details,omitempty"`
}

// Hidden is what JSON does not have.
func (m Money) Hidden() string { return m.secret }
