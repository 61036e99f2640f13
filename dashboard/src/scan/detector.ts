import type { SeenCode } from './held'

/** Reads the codes of a picture. */
export type Detector = { detect(picture: HTMLVideoElement | ImageData): Promise<SeenCode[]> }

type NativeDetector = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

declare global {
  interface Window {
    BarcodeDetector?: NativeDetector
  }
}

/** What is on goods, shelves and boxes. */
export const formats = [
  'qr_code',
  'data_matrix',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_128',
  'code_39',
  'code_93',
  'itf',
] as const

/** The browser's own, if it works and reads all of them. Else another, which is loaded now: it is large. */
export async function openDetector(): Promise<Detector> {
  const own = await openNative().catch(() => null)
  return own ?? (await import('./zxing')).openZxing()
}

/** A browser may have one whose service is not there. Only a picture shows that. */
async function openNative(): Promise<Detector | null> {
  const Native = window.BarcodeDetector
  if (!Native) return null
  const supported = await Native.getSupportedFormats()
  if (!formats.every((format) => supported.includes(format))) return null
  const detector = new Native({ formats })
  await detector.detect(new ImageData(64, 64))
  return detector
}
