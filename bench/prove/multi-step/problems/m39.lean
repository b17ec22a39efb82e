-- tags: nat

/-- The Fibonacci numbers. -/
def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib n + fib (n + 1)

/-- Computes Fibonacci numbers in a loop, from two that follow each other. -/
def loop : Nat → Nat → Nat → Nat
  | 0, a, b => a
  | n + 1, a, b => loop n b (a + b)

/-- The loop computes the Fibonacci numbers. -/
theorem m39 (n : Nat) : loop n 0 1 = fib n := by
  sorry
