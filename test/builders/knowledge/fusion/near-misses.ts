/** Pairs of different statements that share most of their text, and pairs of the same statement in other words. */

export const NEAR_MISSES: readonly (readonly [one: string, other: string])[] = [
  [
    'Let $f \\colon [a,b] \\to \\mathbb{R}$ be continuous. Then $f$ attains a maximum on $[a,b]$.',
    'Let $f \\colon [a,b] \\to \\mathbb{R}$ be continuous. Then $f$ attains a minimum on $[a,b]$.',
  ],
  [
    'Let $X$ be a metric space. A finite union of closed sets of $X$ is closed.',
    'Let $X$ be a metric space. A finite union of open sets of $X$ is open.',
  ],
  [
    'Let $X$ be a topological space. Any union of open sets of $X$ is open.',
    'Let $X$ be a topological space. Any finite intersection of open sets of $X$ is open.',
  ],
  [
    'Let $a, b$ be real numbers with $a < b$. Then there is a rational number $q$ with $a < q < b$.',
    'Let $a, b$ be real numbers with $a < b$. Then there is an irrational number $q$ with $a < q < b$.',
  ],
  [
    'If $\\{x_n\\}$ is a bounded increasing sequence of real numbers, then it converges to its supremum.',
    'If $\\{x_n\\}$ is a bounded decreasing sequence of real numbers, then it converges to its infimum.',
  ],
  [
    'Let $f$ be a function on an interval $I$. If $f$ is differentiable at $c$, then $f$ is continuous at $c$.',
    'Let $f$ be a function on an interval $I$. If $f$ is continuous at $c$, then $f$ is differentiable at $c$.',
  ],
  [
    'For every $\\epsilon > 0$ there exists $\\delta > 0$ such that $|f(x) - f(y)| < \\epsilon$ whenever $|x - y| < \\delta$.',
    'For every $\\epsilon > 0$ and every $\\delta > 0$ we have $|f(x) - f(y)| < \\epsilon$ whenever $|x - y| < \\delta$.',
  ],
  [
    'Let $x, y \\ge 0$ be real numbers. Show that $\\sqrt{xy} \\le \\frac{x+y}{2}$.',
    'Let $x, y \\ge 0$ be real numbers. Show that $\\sqrt{xy} < \\frac{x+y}{2}$.',
  ],
  [
    'Every finite group of order $p^2$, where $p$ is prime, is abelian.',
    'Not every finite group of order $p^2$, where $p$ is prime, is abelian.',
  ],
  [
    'Suppose the series $\\sum a_n$ converges absolutely. Then every rearrangement of it converges to the same sum.',
    'Suppose the series $\\sum a_n$ converges. Then every rearrangement of it converges to the same sum.',
  ],
  [
    'Let $f_n \\to f$ uniformly on $S$, where each $f_n$ is continuous. Then $f$ is continuous.',
    'Let $f_n \\to f$ pointwise on $S$, where each $f_n$ is continuous. Then $f$ is continuous.',
  ],
  [
    'Let $A$ be a finite set. Then every injective map from $A$ to itself is surjective.',
    'Let $A$ be a finite set. Then every surjective map from $A$ to itself is injective.',
  ],
  [
    'Show that $\\sum_{n=1}^\\infty \\frac{1}{n^2}$ converges by comparing it with an integral.',
    'Show that $\\sum_{n=1}^\\infty \\frac{1}{n}$ diverges by comparing it with an integral.',
  ],
  [
    'Find all integers $x$ with $3x + 5 = 17$, and check your answer.',
    'Find all integers $x$ with $3x + 7 = 19$, and check your answer.',
  ],
  [
    'Let $R$ be a ring. A left ideal of $R$ is a subgroup $I$ with $rx \\in I$ for all $r \\in R$ and $x \\in I$.',
    'Let $R$ be a ring. A right ideal of $R$ is a subgroup $I$ with $xr \\in I$ for all $r \\in R$ and $x \\in I$.',
  ],
  [
    'The union of countably many countable sets is countable.',
    'The union of countably many uncountable sets is uncountable.',
  ],
  [
    'Let $V$ be a vector space of finite dimension. Every linear map $V \\to V$ that is injective is an isomorphism.',
    'Let $V$ be a vector space of infinite dimension. Every linear map $V \\to V$ that is injective is an isomorphism.',
  ],
  [
    'Compute $\\int_0^\\pi \\sin(x) \\, dx$ and explain the sign of the result.',
    'Compute $\\int_0^\\pi \\cos(x) \\, dx$ and explain the sign of the result.',
  ],
  [
    'Let $n$ be an even integer. Then $n^2$ is even, and $n^2$ is divisible by $4$.',
    'Let $n$ be an odd integer. Then $n^2$ is odd, and $n^2 - 1$ is divisible by $8$.',
  ],
  [
    'For sets $A$, $B$ and $C$ we have $A \\cap (B \\cup C) = (A \\cap B) \\cup (A \\cap C)$.',
    'For sets $A$, $B$ and $C$ we have $A \\cup (B \\cap C) = (A \\cup B) \\cap (A \\cup C)$.',
  ],
  [
    'Let $S \\subset \\mathbb{R}$ be nonempty and bounded above. Then $S$ has a unique supremum in $\\mathbb{R}$.',
    'Let $S \\subset \\mathbb{R}$ be nonempty and bounded below. Then $S$ has a unique infimum in $\\mathbb{R}$.',
  ],
  [
    'There exists a solution of the equation $f(x) = 0$ in the interval $(a,b)$.',
    'There exists a unique solution of the equation $f(x) = 0$ in the interval $(a,b)$.',
  ],
  [
    'A matrix $A$ is invertible if its determinant is not zero.',
    'A matrix $A$ is invertible if and only if its determinant is not zero.',
  ],
  [
    'Let $x \\in A$. Then $x \\in A \\cup B$ for every set $B$.',
    'Let $x \\notin A$. Then $x \\in A \\cup B$ for every set $B$.',
  ],
  [
    'Finish the proof of Proposition~\\ref{prop:sums}. That is, prove its second part.',
    'Finish the proof of Proposition~\\ref{prop:products}. That is, prove its second part.',
  ],
  [
    'The polynomial $x^2 + 1$ is irreducible over the real numbers.',
    'The polynomial $x^2 + 1$ is irreducible over the rational numbers.',
  ],
  [
    'The rank of the rows of a matrix is the greatest number of independent rows.',
    'The rank of the columns of a matrix is the greatest number of independent columns.',
  ],
  [
    'Let $f \\colon M \\to N$ be a homomorphism of modules. The kernel of $f$ is a submodule of $M$.',
    'Let $f \\colon M \\to N$ be a homomorphism of modules. The image of $f$ is a submodule of $N$.',
  ],
  [
    'A closed subset of a compact space is compact, with the topology of the subspace.',
    'A connected subset of a compact space is connected, with the topology of the subspace.',
  ],
  [
    'Suppose $\\lim_{n\\to\\infty} a_n = L$ and $L > 0$. Show that $a_n > 0$ for all but finitely many $n$.',
    'Suppose $\\lim_{n\\to\\infty} a_n = L$ and $L \\ge 0$. Show that $a_n \\ge 0$ for all but finitely many $n$.',
  ],
  [
    'Let $G$ be a group. A subgroup of index two of $G$ is normal in $G$.',
    'Let $G$ be a group. A subgroup of index three of $G$ is normal in $G$.',
  ],
  [
    'The sum of two continuous functions on $S$ is continuous on $S$.',
    'The product of two continuous functions on $S$ is continuous on $S$.',
  ],
  [
    'Let $f$ be an increasing function on $[a,b]$. Prove that $f$ is Riemann integrable.',
    'Let $f$ be a continuous function on $[a,b]$. Prove that $f$ is Riemann integrable.',
  ],
  [
    'Every monomorphism in the category of groups is an injective map.',
    'Every epimorphism in the category of groups is a surjective map.',
  ],
  [
    'If $m$ and $n$ are coprime, then $\\gcd(m, n) = 1$ and no prime divides both.',
    'If $m$ and $n$ are not coprime, then $\\gcd(m, n) > 1$ and some prime divides both.',
  ],
  [
    'Define $\\sinh(x) = \\frac{e^x - e^{-x}}{2}$ for all real numbers $x$.',
    'Define $\\cosh(x) = \\frac{e^x + e^{-x}}{2}$ for all real numbers $x$.',
  ],
  [
    'Let $X$ be a scheme and $U \\subset X$ an open subscheme. Then $U$ is quasi-compact.',
    'Let $X$ be a scheme and $U \\subset X$ a closed subscheme. Then $U$ is quasi-compact.',
  ],
  [
    'Let $f$ be nonnegative and measurable, and suppose $\\int f = 0$. Then $f = 0$ everywhere.',
    'Let $f$ be nonnegative and measurable, and suppose $\\int f = 0$. Then $f = 0$ almost everywhere.',
  ],
  [
    'Let $\\lambda$ be an eigenvalue of $A$. Then $\\lambda^2$ is an eigenvalue of $A^2$.',
    'Let $\\lambda$ be an eigenvalue of $A$. Then $\\lambda^3$ is an eigenvalue of $A^3$.',
  ],
  [
    'A sequence of real numbers has a limit if and only if $\\limsup$ and $\\liminf$ of it are equal and finite.',
    'A sequence of real numbers has no limit if and only if $\\limsup$ and $\\liminf$ of it are not equal or not finite.',
  ],
  [
    'Let $f$ be a function with $f(a) < f(b)$ for all $a < b$. Show that $f$ has an inverse.',
    'Let $f$ be a function with $f(a) > f(b)$ for all $a < b$. Show that $f$ has an inverse.',
  ],
  [
    'The category of sets has all limits, and the forgetful functor preserves limits.',
    'The category of sets has all colimits, and the forgetful functor preserves colimits.',
  ],
];

export const SAME_STATEMENTS: readonly (readonly [one: string, other: string])[] = [
  [
    'Let $f \\colon [a,b] \\to \\mathbb{R}$ be continuous. Then $f$ attains a maximum.',
    'Let $g \\colon [c,d] \\to \\mathbb{R}$ be continuous. Then $g$ attains a maximum.',
  ],
  [
    'If $x \\neq 0$, then for every $n \\in \\mathbb{N}$ we have $x^n \\neq 0$.',
    'If $x \\not= 0$, then for each $n \\in \\mathbb{N}$, we have $x^n \\not= 0$.',
  ],
  [
    'Let $\\{ x_n \\}$ be a sequence such that $x_n \\geq 0$ for all $n$. Then its limit, if it exists, is not negative.',
    'Let $\\{ x_n \\}_{n=1}^\\infty$ be a sequence such that $x_n \\ge 0$ for all $n$. Then its limit, if it exists, is not negative.',
  ],
  [
    'Suppose that $A \\subset B$ and that $B$ is finite. Then $A$ is finite too.',
    'Suppose $A \\subset B$ and $B$ is finite. Then $A$ is finite too.',
  ],
  [
    'A set $I$ contains at least two points if it is an interval that is not empty and not a point.',
    'A set $I$ contains at least $2$ points if it is an interval that is not empty and not a point.',
  ],
  [
    'Define $f(x) := \\begin{cases} 1 & \\text{if } x > 0, \\\\ 0 & \\text{if } x \\leq 0. \\end{cases}$ Show that $f$ is not continuous.',
    'Define $f(x) = \\begin{cases} 1 & \\text{if $x > 0$,} \\\\ 0 & \\text{if $x \\le 0$.} \\end{cases}$ Show that $f$ is not continuous.',
  ],
  [
    'Let $G$ be a group whose order is a prime number. Then $G$ is cyclic.',
    'Let $H$ be a group whose order is a prime number. Prove: $H$ is cyclic.',
  ],
];

/** The paper's wrong merge (Table 15): a textbook's theorem into another of an online source. In our words. */
export const MEAN_VALUE = {
  title: 'Mean Value Theorem',
  contents:
    "Let $f \\colon [a,b] \\to \\mathbb{R}$ be continuous and differentiable on $(a,b)$. Then there exists a point $c \\in (a,b)$ such that $f(b) - f(a) = f'(c) (b-a)$.",
};
export const CARATHEODORY = {
  title: "Carathéodory's Theorem (Analysis)",
  contents:
    'Let $f \\colon I \\to \\mathbb{R}$ be a function on an interval $I$, and let $c \\in I$. Then $f$ is differentiable at $c$ if and only if there exists a function $\\varphi \\colon I \\to \\mathbb{R}$ that is continuous at $c$ and satisfies $f(x) - f(c) = \\varphi(x) (x-c)$ for all $x \\in I$.',
};
