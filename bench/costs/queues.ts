/** Lambda asks an empty queue with so many pollers, each for 20 s a call. By what others have measured. A month. */
export const idlePolls = (5 * 30 * 86_400) / 20
