import { AnswerCheck, readProblem } from './answers'
import type { Contract } from './document'
import { Judge, listRows } from './judge'
import type { Read } from './reading'
import { isExcused } from './rules'
import type { Answer } from './sending'
import { tidyAll, tolerate } from './tolerance'

/** A refusal that says: the document forbids this request. */
const invalid = new Set(['invalid_request', 'invalid_json', 'invalid_content_type'])

type RowAnswer = { status: number; error?: { code: string; field?: string } }

/** Compares a request and its answer with the document. */
export class Verdict {
  private readonly judge: Judge
  private readonly answers: AnswerCheck

  constructor(contract: Contract) {
    this.judge = new Judge(contract)
    this.answers = new AnswerCheck(contract)
  }

  /** What of the answer is not as the document says. */
  listFaults(request: Read, answer: Answer): string[] {
    return [
      ...this.answers.listFaults(request.operation, answer),
      ...this.compare(request, answer),
      ...this.compareRows(request, answer),
    ]
  }

  private compare(request: Read, { status, text }: Answer): string[] {
    const { code = '', field = '' } = status === 400 ? readProblem(text) : {}
    const isRefused = invalid.has(code)
    if (!isRefused && status >= 300) return []
    const objections = this.judge.listObjections(request)
    if (isRefused && objections.length === 0 && !isExcused(request, field))
      return [`the document allows it, and it is refused: ${code}, '${field}'`]
    if (isRefused || objections.length === 0 || this.judge.listObjections(tolerate(request)).length === 0) return []
    return [`the document forbids it, and it succeeds: ${objections.join('; ')}`]
  }

  private compareRows(request: Read, { status, text }: Answer): string[] {
    const rows = listRows(request)
    if (rows === null || status >= 300) return []
    const { data } = JSON.parse(text) as { data: RowAnswer[] }
    return rows.flatMap((row, at) => this.compareRow(request, row, data[at]).map((fault) => `row ${at}: ${fault}`))
  }

  private compareRow(request: Read, row: unknown, answer: RowAnswer | undefined): string[] {
    if (!answer) return ['it has no answer']
    if (answer.status >= 500) return [`the service failed: ${JSON.stringify(answer)}`]
    const { code = '', field = '' } = answer.error ?? {}
    const objection = this.judge.objectToRow(request.operation, row)
    const ofRow: Read = { ...request, body: { given: true, value: row } }
    if (invalid.has(code) && objection === null && !isExcused(ofRow, field))
      return [`the document allows it, and it is refused: ${code}, '${field}'`]
    if (answer.error || objection === null) return []
    const tolerated = this.judge.objectToRow(request.operation, tidyAll(row)) === null
    return tolerated ? [] : [`the document forbids it, and it succeeds: ${objection}`]
  }
}
