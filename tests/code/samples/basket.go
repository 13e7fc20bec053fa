// Package shop sells things.
package shop

import "fmt"

const Limit = 10

const (
	Red Colour = iota
	Green
)

var basket, total = newBasket(), 0

type Colour int

type Stack[T any] struct {
	items []T
}

type Shape interface {
	Area() float64
	fmt.Stringer
}

type (
	ID = string
	Handler func(w int) error
)

// Push adds one.
func (s *Stack[T]) Push(item T) {
	helper := func() { fmt.Println(item) }
	helper()
	s.items = append(s.items, item)
}

func (Colour) String() string { return "c" }

func Map[T, U any](in []T, f func(T) U) []U {
	return nil
}

var handler = func() int { return 1 }
