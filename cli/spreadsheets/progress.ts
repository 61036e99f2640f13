import { SingleBar } from 'cli-progress'

const format = '{label} [{bar}] {percentage} % · {value} of {total}{note}'

export type Update = (done: number, total: number) => void

/** A progress bar on stderr. Where that is no terminal, a line every two seconds. */
export class Progress {
  private bar: SingleBar | null = null
  private label: string | null = null

  /** Shows how far the work has come while it runs: how many of how many are done. */
  async show<Result>(label: string, work: (update: Update) => Promise<Result>): Promise<Result> {
    this.begin(label)
    try {
      return await work((done, total) => this.update(done, total))
    } finally {
      this.end()
    }
  }

  /** Ends the bar before. The new one appears with its first update. */
  begin(label: string): void {
    this.end()
    this.label = label
  }

  update(done: number, total: number): void {
    // A request that was under way when the command ended must not open a bar again: it would keep the process.
    if (this.label === null) return
    this.bar ??= this.start(this.label, total)
    this.bar.setTotal(total)
    this.bar.update(done, { note: '' })
  }

  /** Shows why it takes longer, until the next update. */
  note(text: string): void {
    if (this.bar) this.bar.update({ note: ` · ${text}` })
    else console.error(text)
  }

  end(): void {
    this.bar?.stop()
    this.bar = null
    this.label = null
  }

  private start(label: string, total: number): SingleBar {
    const look = { barCompleteChar: '#', barIncompleteChar: '-', barsize: 30 }
    const bar = new SingleBar({ format, ...look, stream: process.stderr, noTTYOutput: true, notTTYSchedule: 2_000 })
    bar.start(total, 0, { label, note: '' })
    return bar
  }
}
