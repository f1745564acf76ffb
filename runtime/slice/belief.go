package slice

import (
	"iter"
	"slices"
	"sort"

	"github.com/grantgen/grantgen/runtime/assembly"
	"github.com/grantgen/grantgen/runtime/belief"
	"github.com/grantgen/grantgen/runtime/timeline"
	"github.com/grantgen/grantgen/runtime/wire"
)

// Belief is what a view of a belief is made from.
type Belief struct {
	Predicate string
	members   *wire.Members
}

// ValueOf decodes a belief's value.
func ValueOf[T any](b *Belief) T { return wire.Member[T](b.members, "value") }

// AboutOf decodes one subject of a belief.
func AboutOf[T any](b *Belief, name string) T { return wire.Within[T](b.members, "about", name) }

// Held yields the beliefs of one predicate that are held in one scope of a slice, in the order in which they were learnt; an empty
// predicate stands for all of the slice's. scope is the slice's name for it, or the scope itself.
//
//go:noinline
func Held[R, V any](s *Session, spec *Beliefs, scope, predicate string, read func(assembly.Source[R], *Belief) V) iter.Seq[V] {
	return func(yield func(V) bool) {
		s.eachHeld(spec, scope, predicate, func(h assembly.Handle, b *Belief) bool {
			v := read(assembly.SourceOf[R](h), b)
			return b.members.Err() == nil && yield(v)
		})
	}
}

// eachHeld hands out what is held in one scope, of one predicate or of all.
func (c *Session) eachHeld(spec *Beliefs, scope, predicate string, see func(assembly.Handle, *Belief) bool) {
	at, ok := c.enter(spec, scope)
	if !ok {
		return
	}
	bound, ok := c.scope(spec, scope)
	if !ok {
		c.log.Fail(&assembly.NotGranted{Scope: scope})
		return
	}
	item, predicates := bound+".*", spec.Predicates
	if predicate != "" {
		item, predicates = bound+"."+predicate, []string{predicate}
	}
	pass := c.log.Pass(spec.Name, item)
	states, err := c.held(spec, bound, predicates, at)
	if err != nil {
		c.log.Fail(err)
		return
	}
	for _, st := range states {
		c.log.Alive()
		handle := pass.HandOut(assembly.StateRef{State: st.ID, Scope: st.Scope, Event: st.Event.ID.String()}, false, envelope(st.Event))
		c.stamp(handle, assembly.Meta{Source: st.Scope, At: st.Event.At})
		if _, err := c.store.Registry().Current(st.Event); err != nil {
			c.log.Fail(err)
			return
		}
		name, _ := st.Event.Attributes.Get("predicate").AsText()
		b := &Belief{Predicate: name, members: wire.ReadMembers(st.Event.Payload)}
		more := see(handle, b)
		if err := b.members.Err(); err != nil {
			c.log.Fail(&timeline.Undecodable{Seq: st.Event.Seq, Key: st.Event.Key, Version: st.Event.Version, Why: err.Error()})
			return
		}
		if !more {
			return
		}
	}
	pass.End()
}

// scope finds a scope of the slice by its name or by itself.
func (c *Session) scope(spec *Beliefs, name string) (string, bool) {
	for _, sc := range spec.Scopes {
		if bound := c.call.bind(sc.Pattern); sc.Name == name || bound == name {
			return bound, true
		}
	}
	return "", false
}

func (c *Session) held(spec *Beliefs, scope string, predicates []string, at timeline.Position) ([]belief.State, error) {
	fold := c.store.Beliefs()
	if err := c.fresh(fold, at); err != nil {
		return nil, err
	}
	var out []belief.State
	for _, p := range predicates {
		if !slices.Contains(spec.Predicates, p) {
			return nil, &assembly.NotGranted{Scope: scope + "." + p}
		}
		states, err := fold.Held(c.ctx, spec.Namespace, scope, p, at)
		if err != nil {
			return nil, err
		}
		out = append(out, states...)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Event.Seq < out[j].Event.Seq })
	return out, nil
}
