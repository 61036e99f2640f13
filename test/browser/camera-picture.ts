import { readFileSync, writeFileSync } from 'node:fs'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

type Format = 'QRCode' | 'EAN13' | 'UPCA' | 'Code128'

const width = 640
const height = 480
const frames = 5
const white = 235
const black = 16

/**
 * Writes what Chromium takes for its camera with `--use-file-for-fake-video-capture=FILE.y4m`: a code on white, some
 * pictures long. Chromium begins again at the end.
 */
export async function writeCameraPicture(file: string, text: string, format: Format): Promise<void> {
  const picture = drawInMiddle(await makePattern(text, format))
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture])
  writeFileSync(file, Buffer.concat([header, ...Array.from({ length: frames }, () => frame)]))
}

/** One byte for each module of the code: 0 is black. */
type Pattern = { data: Uint8ClampedArray; width: number; height: number }

async function makePattern(text: string, format: Format): Promise<Pattern> {
  const wasm = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const { symbol, error } = await writeBarcode(text, { format })
  if (error !== '') throw new Error(`${format} ${text}: ${error}`)
  return symbol
}

/** The planes of I420: brightness, then colours, which are grey. The code has a tenth of the height around it. */
function drawInMiddle(pattern: Pattern): Buffer {
  const scale = Math.floor(Math.min((width * 0.8) / pattern.width, (height * 0.8) / pattern.height))
  const left = Math.floor((width - pattern.width * scale) / 2)
  const top = Math.floor((height - pattern.height * scale) / 2)
  const picture = Buffer.alloc((width * height * 3) / 2, 128).fill(white, 0, width * height)
  for (let y = 0; y < pattern.height * scale; y++)
    for (let x = 0; x < pattern.width * scale; x++) {
      const module = Math.floor(y / scale) * pattern.width + Math.floor(x / scale)
      if (pattern.data[module] === 0) picture[(top + y) * width + left + x] = black
    }
  return picture
}
