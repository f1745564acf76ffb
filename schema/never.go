package schema

func (r *resolver) proveNever() []*Never { return nil }

func (r *resolver) runChecks() []*Check { return nil }
