// Package mackerel puts the 2026 mackerel talks on a log and gives each of the five parties its prompt.
//
// The log lies in log/events.jsonl: one event a line, with a scope that says who may see it. Here a scope becomes attributes: a
// private event is its party's own, a room is an audience.
package mackerel

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grantgen/grantgen/examples/mackerel/grants"
	"github.com/grantgen/grantgen/runtime/timeline"
)

//go:embed log/events.jsonl
var events []byte

// line is one event of the file.
type line struct {
	Seq     int64           `json:"seq"`
	Type    string          `json:"type"`
	Scope   string          `json:"scope"`
	Payload json.RawMessage `json:"payload"`
}

// payload has the fields of all eight types.
type payload struct {
	Party       grants.Party             `json:"party"`
	To          grants.Party             `json:"to"`
	Parties     []grants.Party           `json:"parties"`
	Round       int64                    `json:"round"`
	Stock       string                   `json:"stock"`
	Year        int64                    `json:"year"`
	TAC         int64                    `json:"tac_tonnes"`
	Advice      int64                    `json:"advice_tonnes"`
	TotalTonnes int64                    `json:"total_tonnes"`
	Shares      map[grants.Party]float64 `json:"shares"`
	Predicate   string                   `json:"predicate"`
	Value       string                   `json:"value"`
	AboutSeq    int64                    `json:"about_seq"`
	Text        string                   `json:"text"`
}

// Load appends the talks to tl. A second time it appends nothing.
func Load(ctx context.Context, tl *grants.Timeline) error {
	var batch []grants.Event
	lines := bufio.NewScanner(bytes.NewReader(events))
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return fmt.Errorf("read event %d: %w", len(batch)+1, err)
		}
		e, err := event(l)
		if err != nil {
			return fmt.Errorf("read event %d: %w", l.Seq, err)
		}
		batch = append(batch, grants.WithID(timeline.DeriveID("examples/mackerel", fmt.Sprint(l.Seq)), e))
	}
	_, err := tl.Append(ctx, batch...)
	return err
}

func event(l line) (grants.Event, error) {
	var p payload
	if err := json.Unmarshal(l.Payload, &p); err != nil {
		return nil, err
	}
	switch l.Type {
	case "FactTabled":
		return grants.FactTabled{Stock: p.Stock, Year: p.Year, TacTonnes: p.TAC, Text: p.Text}, nil
	case "AdviceTabled":
		return grants.AdviceTabled{Stock: p.Stock, Year: p.Year, AdviceTonnes: p.Advice, Text: p.Text}, nil
	case "OfferMade":
		return grants.OfferMade{Party: p.Party, Round: p.Round, Text: p.Text, TotalTonnes: p.TotalTonnes}, nil
	case "SideOffer":
		audience, err := room(l.Scope)
		return grants.SideOffer{Party: p.Party, To: p.To, Audience: audience, Round: p.Round, Text: p.Text}, err
	case "PositionHeld":
		return grants.PositionHeld{Party: p.Party, Predicate: p.Predicate, Value: p.Value, Text: p.Text}, nil
	case "BeliefHeld":
		return grants.BeliefHeld{Party: p.Party, Predicate: p.Predicate, Value: p.Value, Text: p.Text}, nil
	case "NoteKept":
		return grants.NoteKept{Party: p.Party, AboutSeq: p.AboutSeq, Text: p.Text}, nil
	case "DealSigned":
		deal := grants.DealSigned{Parties: grants.PartySetOf(p.Parties...), TotalTonnes: p.TotalTonnes, Text: p.Text}
		for _, party := range deal.Parties.Values() {
			deal.Shares = append(deal.Shares, grants.Share{Party: party, PerCent: p.Shares[party]})
		}
		return deal, nil
	}
	return nil, fmt.Errorf("the type %s is none of the schema's", l.Type)
}

// room reads room:norway+uk.
func room(scope string) (grants.PartySet, error) {
	var set []grants.Party
	for _, name := range strings.Split(strings.TrimPrefix(scope, "room:"), "+") {
		party := grants.PartyNamed(name)
		if party.IsZero() {
			return grants.PartySet{}, fmt.Errorf("the room %q has a member that is no party", scope)
		}
		set = append(set, party)
	}
	return grants.PartySetOf(set...), nil
}
