package gen

import (
	"strconv"
	"strings"
	"time"

	"github.com/grantgen/grantgen/schema"
)

// whereText is a conjunction as people read it, e.g. " where audience has {self.party}".
func whereText(ws []*schema.Where) string {
	if len(ws) == 0 {
		return ""
	}
	parts := make([]string, len(ws))
	for i, w := range ws {
		parts[i] = constraintText(w)
	}
	return " where " + strings.Join(parts, " and ")
}

func constraintText(w *schema.Where) string {
	name := w.Field.Name
	switch w.Op {
	case schema.In:
		vals := make([]string, len(w.Values))
		for i, v := range w.Values {
			vals[i] = literalText(v)
		}
		if len(vals) == 1 {
			return name + " = " + vals[0]
		}
		return name + " in [" + strings.Join(vals, ", ") + "]"
	case schema.Between:
		var out []string
		if w.Lo != nil {
			out = append(out, name+" "+cmpSign(">", w.Lo)+" "+literalText(w.Lo.Value))
		}
		if w.Hi != nil {
			out = append(out, name+" "+cmpSign("<", w.Hi)+" "+literalText(w.Hi.Value))
		}
		return strings.Join(out, " and ")
	case schema.Prefix:
		return name + " begins with " + literalText(w.Values[0])
	case schema.Has, schema.Lacks:
		return name + " " + string(w.Op) + " " + literalText(w.Values[0])
	case schema.Present, schema.Absent:
		return name + " is " + string(w.Op)
	}
	return name + " " + string(w.Op)
}

func cmpSign(sign string, b *schema.Bound) string {
	if b.Open {
		return sign
	}
	return sign + "="
}

func literalText(l schema.Literal) string {
	switch {
	case l.Self != nil:
		return "{self." + l.Self.Name + "}"
	case l.Other != nil:
		return "{other." + l.Other.Name + "}"
	case l.Kind == schema.OfRoster:
		return l.Text
	case l.Kind == schema.Int:
		return strconv.FormatInt(l.Int, 10)
	case l.Kind == schema.Float:
		return strconv.FormatFloat(l.Real, 'g', -1, 64)
	case l.Kind == schema.Bool:
		return strconv.FormatBool(l.Bool)
	case l.Kind == schema.Time:
		return time.UnixMicro(l.Int).UTC().Format(time.RFC3339Nano)
	}
	return strconv.Quote(l.Text)
}

var braces = strings.NewReplacer("{", "{{", "}", "}}")

// templateText writes a template as the schema would.
func templateText(t schema.Template) string {
	var b strings.Builder
	for _, p := range t {
		if p.Place == nil {
			b.WriteString(braces.Replace(p.Literal))
			continue
		}
		name := "value"
		switch {
		case p.Place.Field != nil:
			name = p.Place.Field.Name
		case p.Place.Predicate:
			name = "predicate"
		case p.Place.At:
			name = "at"
		case p.Place.Of != "":
			name = p.Place.Of
		}
		b.WriteString("{" + name)
		if p.Place.Default != nil {
			b.WriteString("|" + *p.Place.Default)
		}
		b.WriteString("}")
	}
	return b.String()
}
