import { Box, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { roundUp } from './bar-scale'
import { formatNumber } from './format'

/** Where a chart draws, in pixels. `y`: of a value. */
export type Place = { left: number; width: number; floor: number; y: (value: number) => number }

type ChartFrameProps = {
  /** Says in words what the chart shows: it is read out in place of it. */
  label: string
  /** The highest value. The lowest is zero. */
  most: number
  /** The texts below: at the left, in the middle, and at the right. */
  ends: string[]
  /** What is there, at a place of the width: from 0 to 1. */
  describe: (at: number) => string
  children: (place: Place) => ReactNode
}

const height = 180
/** Above what is drawn, and below it for the texts. */
const [above, below] = [10, 22]
const letterWidth = 7
const anchors = ['start', 'middle', 'end'] as const

/** Lines with their numbers, from zero up, and a cursor that says what is there: below, so that no finger hides it. */
export function ChartFrame({ label, most, ends, describe, children }: ChartFrameProps) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const top = roundUp(most)
  const left = formatNumber(top).length * letterWidth + 8
  const floor = height - below
  const y = (value: number) => floor - (value / top) * (floor - above)
  const point = ({ nativeEvent }: PointerEvent) =>
    setAt(Math.min(1, Math.max(0, (nativeEvent.offsetX - left) / Math.max(1, width - left))))
  const x = left + (at ?? 0) * (width - left)
  return (
    <div>
      <Box ref={ref} h={height}>
        <svg
          width="100%"
          height={height}
          viewBox={`0 0 ${Math.max(1, width)} ${height}`}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
        >
          {[0, top / 2, top].map((value) => (
            <Line key={value} value={value} y={y(value)} left={left} width={width} />
          ))}
          {width > 0 && children({ left, width, floor, y })}
          {ends.map((text, index) => (
            <text
              key={anchors[index]}
              x={left + (index / 2) * (width - left)}
              y={height - 4}
              textAnchor={anchors[index]}
              className="axis"
            >
              {text}
            </text>
          ))}
          {at !== null && <line x1={x} x2={x} y1={above} y2={floor} stroke="var(--mantine-color-text)" />}
        </svg>
      </Box>
      <Text size="sm" h={22} truncate aria-hidden>
        {at !== null && describe(at)}
      </Text>
    </div>
  )
}

function Line({ value, y, left, width }: { value: number; y: number; left: number; width: number }) {
  return (
    <>
      <line x1={left} x2={width} y1={y} y2={y} stroke="var(--mantine-color-default-border)" />
      <text x={left - 6} y={y + 4} textAnchor="end" className="axis">
        {formatNumber(value)}
      </text>
    </>
  )
}
