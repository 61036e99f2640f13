import './scan.css'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import Lens from 'lucide-react/icons/camera'
import Volume from 'lucide-react/icons/volume-2'
import Silence from 'lucide-react/icons/volume-x'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { giveScan } from '../scanner/scans'
import { openSound, sound, switchSound } from '../scanner/signal'
import { CameraError, type CameraProblem, nameProblem, showCamera } from './camera'
import { openDetector, readCodes } from './detector'
import type { Detector } from './formats'
import { nothingHeld, takeCode } from './held'
import { texts } from './texts'
import { Toggle } from './toggle'

/** The camera, which somebody starts, since the browser asks for leave then. It stops with the page. */
export function CameraPanel({ paused }: { paused: boolean }) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const { take, forget } = useTaking()
  const turn = (why: CameraProblem | null) => {
    forget()
    if (sound.get()) openSound()
    setProblem(why)
    setOn(why === null && !isOn)
  }
  return (
    <Stack component="section" gap="xs" aria-label={texts.camera}>
      {problem !== null && <Alert color="red" role="alert" title={texts.problems[problem]} />}
      <div className="picture">
        {isOn ? (
          <Viewfinder paused={paused} onCodes={take} onProblem={turn} />
        ) : (
          <div className="viewfinder">
            <Lens size={40} aria-hidden />
            {texts.cameraHint}
          </div>
        )}
      </div>
      <Group gap="xs">
        {/* One button, which keeps the focus. */}
        <Button variant={isOn ? 'default' : 'filled'} onClick={() => turn(null)}>
          {isOn ? texts.stop : texts.start}
        </Button>
        {isOn && (
          <Button variant="default" onClick={forget}>
            {texts.again}
          </Button>
        )}
        <SoundToggle />
      </Group>
    </Stack>
  )
}

function SoundToggle() {
  const isOn = sound.use()
  return <Toggle isOn={isOn} icon={isOn ? Volume : Silence} label={texts.sound} onChange={switchSound} />
}

/** Each code is taken once while it is in the picture, or again when what was taken is forgotten. */
function useTaking() {
  const held = useRef(nothingHeld)
  const take = (codes: string[]) => {
    const next = takeCode(held.current, codes, performance.now())
    held.current = next.held
    if (next.taken === null) return
    giveScan(next.taken)
  }
  const forget = () => {
    held.current = nothingHeld
  }
  return { take, forget }
}

/** What the camera sees. */
function Viewfinder(options: CameraOptions) {
  const { video, isReading } = useCamera(options)
  const state = options.paused ? texts.paused : texts.ready
  return (
    <>
      <video ref={video} muted playsInline aria-label={texts.picture} className="viewfinder" />
      <Text size="sm" className="of-picture">
        {isReading ? state : texts.opening}
      </Text>
    </>
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
