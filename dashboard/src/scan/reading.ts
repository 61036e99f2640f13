import type { Detector } from './formats'
import { sortByMiddle } from './held'

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
