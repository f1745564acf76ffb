package worlds

import (
	"bytes"
	"encoding/json"
	"reflect"
	"time"

	"github.com/grantgen/grantgen/runtime/timeline"
)

// foreign is a value of an application's own Go type as JSON: one that reads back, or the zero one when that does.
func (d *draw) foreign(t reflect.Type) (json.RawMessage, bool) {
	v := reflect.New(t).Elem()
	d.fill(v, 0)
	if raw, ok := readsBack(v); ok {
		return raw, true
	}
	return readsBack(reflect.New(t).Elem())
}

func readsBack(v reflect.Value) (json.RawMessage, bool) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v.Interface()) != nil {
		return nil, false
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if timeline.CheckJSON(raw) != nil || json.Unmarshal(raw, reflect.New(v.Type()).Interface()) != nil {
		return nil, false
	}
	return raw, true
}

// fill sets what of v can be set. It is not deep: types may hold themselves.
func (d *draw) fill(v reflect.Value, depth int) {
	if !v.CanSet() || depth > 4 {
		return
	}
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(d.time()))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.chance(50))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(d.Int64N(100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(d.Uint64N(100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(d.IntN(400)) / 4)
	case reflect.String:
		v.SetString(d.text())
	case reflect.Pointer:
		if d.chance(70) {
			v.Set(reflect.New(v.Type().Elem()))
			d.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		d.fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			d.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		d.fill(key, depth+1)
		d.fill(elem, depth+1)
		v.SetMapIndex(key, elem)
	case reflect.Struct:
		for i := range v.NumField() {
			d.fill(v.Field(i), depth+1)
		}
	case reflect.Interface:
		if s := reflect.ValueOf(d.text()); s.Type().Implements(v.Type()) {
			v.Set(s)
		}
	}
}
