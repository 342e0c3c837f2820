/** How many of so many rows each of some people gets, the first one more where they do not come out even. */
export const sharesOf = (count: number, people: number): number[] =>
  Array.from({ length: people }, (_, index) => Math.ceil(Math.max(0, count - index) / people));

/** The person for each row: one after the other, as often as `sharesOf` says. */
export const spreadOver = <P>(rows: readonly number[], people: readonly [P, ...P[]]): ReadonlyMap<number, P> =>
  new Map(rows.map((row, index) => [row, people[index % people.length] ?? people[0]]));
