import type { Frame, Sample } from './frames'
import { choosePart } from './parts'

type Node = { label: string; frames: Frame[]; ms: number; children: Map<string, Node> }

const width = 1_400
const rowHeight = 17
/** In pixels. What is narrower is left out. */
const narrowest = 0.7
const pixelsPerLetter = 6.2

/** As SVG: a row for each depth of calls, from the thread down. A box is as wide as its time, shown at a hover. */
export function drawFlameGraph(samples: Sample[], requests: number): string {
  const root = makeTree(samples)
  const scale = width / root.ms
  const boxes: string[] = []
  let deepest = 0
  const draw = (node: Node, left: number, depth: number) => {
    if (node.ms * scale < narrowest) return
    deepest = Math.max(deepest, depth)
    boxes.push(drawBox(node, { left, depth, scale, requests }))
    let at = left
    for (const child of [...node.children.values()].sort((a, b) => b.ms - a.ms)) {
      draw(child, at, depth + 1)
      at += child.ms * scale
    }
  }
  draw(root, 0, 0)
  const height = (deepest + 1) * rowHeight
  const style = 'text { font: 11px monospace; pointer-events: none } rect { stroke: white; stroke-width: 0.5 }'
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${style}</style>\n${boxes.join('\n')}\n</svg>\n`
}

function makeTree(samples: Sample[]): Node {
  const root: Node = { label: 'all threads', frames: [], ms: 0, children: new Map() }
  for (const { thread, frames, ms } of samples) {
    root.ms += ms
    let node = descend(root, thread, [], ms)
    const outermostFirst = frames.toReversed()
    for (const [depth, frame] of outermostFirst.entries())
      node = descend(node, formatFrame(frame), outermostFirst.slice(0, depth + 1).toReversed(), ms)
  }
  return root
}

function descend(parent: Node, label: string, frames: Frame[], ms: number): Node {
  const node = parent.children.get(label) ?? { label, frames, ms: 0, children: new Map() }
  node.ms += ms
  parent.children.set(label, node)
  return node
}

function formatFrame({ name, source, line }: Frame): string {
  return source === '' ? name : `${name || 'anonymous'} ${source}:${line}`
}

type Placed = { left: number; depth: number; scale: number; requests: number }

function drawBox({ label, frames, ms }: Node, { left, depth, scale, requests }: Placed): string {
  const [top, wide] = [depth * rowHeight, ms * scale]
  const letters = Math.floor((wide - 4) / pixelsPerLetter)
  const title = `<title>${escapeXml(label)}: ${(ms / requests).toFixed(3)} ms a request</title>`
  const fill = `hsl(${chooseHue(frames)} 60% 78%)`
  const rect = `<rect x="${left.toFixed(1)}" y="${top}" width="${wide.toFixed(1)}" height="${rowHeight}" fill="${fill}">${title}</rect>`
  if (letters < 3) return rect
  return `${rect}<text x="${(left + 2).toFixed(1)}" y="${top + 12}">${escapeXml(label.slice(0, letters))}</text>`
}

/** The same for all of a part. */
function chooseHue(frames: Frame[]): number {
  return [...choosePart(frames)].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 360, 7)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
