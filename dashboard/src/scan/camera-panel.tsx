import { Alert, Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Section } from '../parts/section'
import { giveScan } from '../scanner/scans'
import type { CameraProblem } from './camera'
import { nothingHeld, takeCode } from './held'
import { texts } from './texts'
import { Viewfinder } from './viewfinder'

type CameraPanelProps = { paused: boolean }

/** The camera, which somebody starts, since the browser asks for leave then. It stops with the page. */
export function CameraPanel({ paused }: CameraPanelProps) {
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const { take, forget } = useTaking()
  const turn = (why: CameraProblem | null) => {
    forget()
    setProblem(why)
    setOn(why === null && !isOn)
  }
  return (
    <Section title={texts.camera}>
      {problem !== null && <Alert color="red" role="alert" title={texts.problems[problem]} />}
      {isOn ? <Viewfinder paused={paused} onCodes={take} onProblem={turn} /> : <Text>{texts.cameraHint}</Text>}
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
      </Group>
    </Section>
  )
}

/** Each code is taken once while it is in the picture, or again when what was taken is forgotten. */
function useTaking() {
  const held = useRef(nothingHeld)
  const take = (codes: string[]) => {
    const next = takeCode(held.current, codes, performance.now())
    held.current = next.held
    if (next.taken === null) return
    // Not on every device.
    navigator.vibrate?.(80)
    giveScan(next.taken)
  }
  const forget = () => {
    held.current = nothingHeld
  }
  return { take, forget }
}
