/** What fills the bars of a series: its colour, with lines or dots in it, so that nobody has to know the colour. */
export function Texture({ id, index, colour }: { id: string; index: number; colour: string }) {
  const Marks = marks[index % marks.length]
  return (
    <pattern id={nameOf(id, index)} width={6} height={6} patternUnits="userSpaceOnUse">
      <rect width={6} height={6} style={{ fill: colour }} />
      {Marks && <g style={{ stroke: 'var(--mantine-color-body)', fill: 'var(--mantine-color-body)' }}>{Marks}</g>}
    </pattern>
  )
}

/** The first series is plain. */
const marks = [
  null,
  <path key="stripes" d="M-1 1L1 -1M0 6L6 0M5 7L7 5" strokeWidth={1.5} />,
  <circle key="dots" cx={3} cy={3} r={1.2} stroke="none" />,
  <path key="lines" d="M0 3H6" strokeWidth={1.5} />,
  <path key="bars" d="M3 0V6" strokeWidth={1.5} />,
]

/** The value of `fill`. `id`: that of the chart, as its textures are named after it. */
export function textureFill(id: string, index: number): string {
  return `url("#${nameOf(id, index)}")`
}

function nameOf(id: string, index: number): string {
  return `${id.replace(/\W/g, '')}-${index}`
}
