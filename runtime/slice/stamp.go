package slice

import "github.com/grantgen/grantgen/runtime/assembly"

// stamp says where a thing comes from, for layouts that keep it fresh or write it down. Without a layout nobody asks.
func (c *Session) stamp(h assembly.Handle, m assembly.Meta) {
	if c.call.Role.Layout != nil {
		c.log.Stamp(h, m)
	}
}
