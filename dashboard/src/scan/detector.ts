import { type Detector, formats } from './formats'
import { sortByMiddle } from './held'

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

/** A picture is looked at as often as this, in milliseconds, */
const everyMs = 200
/** and on a slow telephone, there is a pause between two. */
const pauseMs = 50

/** Looks at one picture after another until the signal. */
export async function readCodes(
  video: HTMLVideoElement,
  detector: Detector,
  { signal, onCodes }: { signal: AbortSignal; onCodes: (codes: string[]) => void },
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now()
    if (video.readyState >= video.HAVE_CURRENT_DATA) {
      const codes = await detector.detect(video)
      if (signal.aborted) return
      onCodes(sortByMiddle(codes, { width: video.videoWidth, height: video.videoHeight }))
    }
    const restMs = everyMs - (performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, restMs)))
  }
}
