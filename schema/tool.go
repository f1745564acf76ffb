package schema

// readTools is filled by the tools of the schema.
func (r *resolver) readTools() {}
