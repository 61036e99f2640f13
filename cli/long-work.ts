const betweenReportsMs = 5_000

/** Tells whether the next report is due. `now`: in milliseconds. */
export function makeReportClock(now = () => performance.now()): () => boolean {
  let told = now()
  return () => {
    if (now() < told + betweenReportsMs) return false
    told = now()
    return true
  }
}

/**
 * Reports how much of the work is done, every five seconds and at its end, and how long the rest will take if it goes
 * on like this. `what`: what is counted, in the plural. `more` is said, too. `now`: in milliseconds.
 */
export function makeProgress(what: string, report: (text: string) => void, now = () => performance.now()) {
  const isDue = makeReportClock(now)
  const begun = now()
  return (done: number, total: number, more = ''): void => {
    if (!isDue() && done < total) return
    const leftMs = ((now() - begun) / done) * (total - done)
    const left = done < total && done > 0 ? `, ${formatDuration(leftMs)} left` : ''
    report(`${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}${left}${more}`)
  }
}

function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${minutes} minute${minutes === 1 ? '' : 's'}`
  return `about ${(minutes / 60).toFixed(1)} hours`
}

/** After so many, one after the other, the next ones would fail, too: such as where credentials have expired. */
const hopelessAfter = 10

/** Of work on one after the other that goes on where one fails. */
export class FailuresInARow {
  private failed = 0

  count(hasFailed: boolean): void {
    this.failed = hasFailed ? this.failed + 1 : 0
  }

  get areHopeless(): boolean {
    return this.failed >= hopelessAfter
  }
}
