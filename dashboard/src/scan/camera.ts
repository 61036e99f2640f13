/** Why the camera does not read. */
export type CameraProblem = 'insecure' | 'refused' | 'none' | 'busy' | 'ended' | 'detector' | 'failed'

/** As browsers name them. */
const problems: Record<string, CameraProblem> = {
  SecurityError: 'insecure',
  NotAllowedError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem)
  }
}

export function nameProblem(error: unknown): CameraProblem {
  if (error instanceof CameraError) return error.problem
  return (error instanceof Error && problems[error.name]) || 'failed'
}

/** Shows what the camera at the back sees, until the signal. */
export async function showCamera(video: HTMLVideoElement, signal: AbortSignal, onEnded: () => void): Promise<void> {
  // A page that came over plain HTTP has no cameras.
  if (!isSecureContext || !navigator.mediaDevices) throw new CameraError('insecure')
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', ...size } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnded, { signal })
  video.srcObject = stream
  await video.play()
}
