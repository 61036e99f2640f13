import { Stack, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { texts } from './texts'
import { type CameraOptions, useCamera } from './use-camera'

/** Of a fixed form, so that nothing moves when the camera opens. */
const look: CSSProperties = {
  width: '100%',
  aspectRatio: '4 / 3',
  maxHeight: '60vh',
  objectFit: 'cover',
  background: 'black',
}

/** What the camera sees. */
export function Viewfinder(options: CameraOptions) {
  const { video, isReading } = useCamera(options)
  const state = options.paused ? texts.paused : texts.ready
  return (
    <Stack gap="xs">
      <video ref={video} muted playsInline aria-label={texts.picture} style={look} />
      <Text size="sm">{isReading ? state : texts.opening}</Text>
    </Stack>
  )
}
