// Package acl says stores of relation-based and policy-based access control in grantgen's language, and holds its answers against
// theirs. The stores themselves are other people's, and stay outside of the project; without them the schemas' own checks run.
package acl
