// What the log of a service says of its nights.

/** How many messages of companies were worked off. */
export function countWorked({ logs }: { logs: string[] }): number {
  return logs.join().match(/nightly work of a company/g)?.length ?? 0
}

/** How many the nights that have begun have queued. */
export function countQueued({ logs }: { logs: string[] }): number {
  const nights = logs.join().matchAll(/"a night begins".*?"companies":(\d+)/g)
  return [...nights].reduce((sum, [, queued]) => sum + Number(queued), 0)
}
