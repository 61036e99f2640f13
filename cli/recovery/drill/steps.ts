import { onAws } from './aws-commands'

export type Tell = (text: string) => void
export type Step = { title: string; aws: keyof typeof onAws }

/** Runs the steps of a drill, and tells each with its time and with what it is on AWS. */
export class DrillSteps {
  readonly seconds: { title: string; seconds: number }[] = []

  constructor(private readonly tell: Tell) {}

  /** `work` tells what it has done. */
  async run<Result>({ title, aws }: Step, work: (tell: Tell) => Promise<Result>): Promise<Result> {
    this.tell(`\n${this.seconds.length + 1}. ${title}`)
    this.tell(onAws[aws].map((command, index) => `${index === 0 ? '   on AWS: ' : '           '}${command}`).join('\n'))
    const since = performance.now()
    try {
      return await work((text) => this.tell(text.trimEnd().replace(/^/gm, '   ')))
    } finally {
      const seconds = (performance.now() - since) / 1_000
      this.seconds.push({ title, seconds })
      this.tell(`   ${seconds.toFixed(1)} s`)
    }
  }
}
