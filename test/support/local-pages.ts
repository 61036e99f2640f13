type Served = { baseUrl: string }
type Schedule = { id: string; expression: string }

/** Asks the local service itself, below `/_local/`. */
export async function askLocal<Body>({ baseUrl }: Served, path: string, method = 'GET') {
  const answer = await fetch(new URL(`/_local/${path}`, baseUrl), { method, headers: { 'X-Local': '1' } })
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** What its queue of failures has. */
export async function listFailures<Failure extends object>(service: Served): Promise<Failure[]> {
  return (await askLocal<{ data: Failure[] }>(service, 'failures')).body.data
}

export async function listSchedules(service: Served): Promise<Schedule[]> {
  return (await askLocal<{ data: Schedule[] }>(service, 'schedules')).body.data
}

/** Runs the schedule whose id has that name, which must have that expression. */
export async function runSchedule(service: Served, name: string, expression: string) {
  const schedule = (await listSchedules(service)).find(({ id }) => id.includes(name))
  expect(schedule?.expression).toBe(expression)
  return askLocal<{ status: string }>(service, `schedules/${schedule?.id}/run`, 'POST')
}
