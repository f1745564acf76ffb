// Package arms splits a query into arms that no event belongs to twice, for engines that merge them in order.
//
// Each arm is the events of one stored type name, in the order of an index that ends in seq, so that a database merges arms row by row
// and stops at the limit. One condition with OR would make it fetch and sort all that is admitted, for each page.
package arms
