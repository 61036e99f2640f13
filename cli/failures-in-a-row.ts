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
