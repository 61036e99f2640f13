import { promisify } from 'node:util'
import { deflate, gunzip, gzip, inflate } from 'node:zlib'
import * as z from 'zod'
import { readResources, type Stack } from '../template'
import type { Answer, OwnAnswer } from './gateway-responses'

// As API Gateway does it, where the template sets `MinimumCompressionSize`.

/** An answer as it is sent: compressed, or as it was made. */
export type EncodedAnswer = Omit<Answer, 'body'> & { body: string | Buffer }

const codings = new Map([
  ['gzip', { encode: promisify(gzip), decode: promisify(gunzip) }],
  ['deflate', { encode: promisify(deflate), decode: promisify(inflate) }],
])

const ApiProperties = z.object({ MinimumCompressionSize: z.number().optional() })

/** Bytes from which answers are compressed, or null where none is. */
export function readMinimumCompressionSize(stack: Stack): number | null {
  const [properties] = readResources(stack, 'AWS::ApiGateway::RestApi', ApiProperties).values()
  return properties?.MinimumCompressionSize ?? null
}

/** Compresses an answer that is large enough, where the coding that the client likes best is gzip or deflate. */
export async function compress(
  answer: Answer,
  acceptEncoding: string | undefined,
  minimumSize: number | null,
): Promise<EncodedAnswer> {
  const name = chooseCoding(acceptEncoding)
  const coding = codings.get(name)
  const tooSmall = minimumSize === null || Buffer.byteLength(answer.body) < minimumSize
  if (!coding || tooSmall || answer.headers['content-encoding'] !== undefined) return answer
  const body = await coding.encode(answer.body)
  return { ...answer, headers: { ...answer.headers, 'content-encoding': name }, body }
}

/** The coding with the highest weight: the first one, where several have it. */
function chooseCoding(acceptEncoding = ''): string {
  const weighted = acceptEncoding.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const [best] = weighted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return best?.name ?? ''
}

/** The body of a request without its coding, or how a coding is refused that is unknown or not what the body has. */
export async function decompress(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | OwnAnswer> {
  const name = contentEncoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || body.length === 0) return body
  const coding = codings.get(name)
  if (!coding) return 'UNSUPPORTED_MEDIA_TYPE'
  return coding.decode(body, { maxOutputLength: maxBytes }).catch(({ code }: NodeJS.ErrnoException) => {
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE'
  })
}
