package worlds

import (
	"strings"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// fieldType is a field type taken apart.
type fieldType struct {
	kind     string // string, int … ; roster, set, record, list
	name     string // of the roster or record
	elem     *fieldType
	optional bool
}

// typeOf reads a field type as the schema writes it.
func (v *Vocabulary) typeOf(text string) fieldType {
	text, optional := strings.CutSuffix(text, "?")
	t := fieldType{kind: text, optional: optional}
	if rest, ok := strings.CutPrefix(text, "list "); ok {
		elem := v.typeOf(rest)
		t.kind, t.elem = "list", &elem
	} else if rest, ok := strings.CutPrefix(text, "set "); ok {
		t.kind, t.name = "set", rest
	} else if _, ok := v.roster(text); ok {
		t.kind, t.name = "roster", text
	} else if _, ok := v.record(text); ok {
		t.kind, t.name = "record", text
	}
	return t
}

// attributeKind is what an attribute of the type holds in the envelope.
func (t fieldType) attributeKind() timeline.Kind {
	switch t.kind {
	case "int", "time", "duration":
		return timeline.KindInt
	case "float":
		return timeline.KindFloat
	case "bool":
		return timeline.KindBool
	case "set":
		return timeline.KindSet
	}
	return timeline.KindText
}

// types are the event types as a timeline of the schema is opened with.
func (v *Vocabulary) types() []timeline.Type {
	out := make([]timeline.Type, len(v.Events))
	for i, e := range v.Events {
		out[i] = timeline.Type{Key: timeline.Key{Namespace: v.Namespace, Type: e.Name}, Version: e.Version, Was: e.Was}
		for _, a := range e.Attributes {
			out[i].Attributes = append(out[i].Attributes, timeline.AttributeDecl{Name: a.Name, Kind: v.typeOf(a.Type).attributeKind()})
		}
	}
	return out
}
