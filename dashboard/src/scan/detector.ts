import { type Detector, formats } from './formats'

type NativeDetector = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

declare global {
  interface Window {
    BarcodeDetector?: NativeDetector
  }
}

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
