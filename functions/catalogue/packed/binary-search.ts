/** How many of the first indexes below `count` pass. `passes` must be true up to some index and false after it. */
export function countPassing(count: number, passes: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) low = middle + 1
    else high = middle
  }
  return low
}
