import { Stack, Text } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CameraError, type CameraProblem, nameProblem, showCamera } from './camera'
import { openDetector, readCodes } from './detector'
import type { Detector } from './formats'
import { texts } from './texts'

/** What the camera sees. */
export function Viewfinder(options: CameraOptions) {
  const { video, isReading } = useCamera(options)
  const state = options.paused ? texts.paused : texts.ready
  return (
    <Stack gap="xs">
      <video ref={video} muted playsInline aria-label={texts.picture} className="viewfinder" />
      <Text size="sm">{isReading ? state : texts.opening}</Text>
    </Stack>
  )
}

type CameraOptions = {
  /** Nothing is read meanwhile. The picture goes on. */
  paused: boolean
  /** What is in a picture, that in the middle first. */
  onCodes: (codes: string[]) => void
  onProblem: (problem: CameraProblem) => void
}

type Camera = { video: RefObject<HTMLVideoElement | null>; isReading: boolean }

/** The camera is on while the component is there. */
function useCamera({ paused, onCodes, onProblem }: CameraOptions): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [detector, setDetector] = useState<Detector | null>(null)
  const tellCodes = useEffectEvent(onCodes)
  const tellProblem = useEffectEvent(onProblem)
  useEffect(() => {
    if (!video.current) return
    const closing = new AbortController()
    const failed = (error: unknown) => void (closing.signal.aborted || tellProblem(nameProblem(error)))
    const ended = () => failed(new CameraError('ended'))
    Promise.all([openDetector().catch(failDetector), showCamera(video.current, closing.signal, ended)])
      .then(([opened]) => closing.signal.aborted || setDetector(opened))
      .catch(failed)
    return () => closing.abort()
  }, [])
  useEffect(() => {
    if (!video.current || !detector || paused) return
    const closing = new AbortController()
    const failed = () => void (closing.signal.aborted || tellProblem('detector'))
    readCodes(video.current, detector, { signal: closing.signal, onCodes: tellCodes }).catch(failed)
    return () => closing.abort()
  }, [detector, paused])
  return { video, isReading: detector !== null }
}

function failDetector(): never {
  throw new CameraError('detector')
}
