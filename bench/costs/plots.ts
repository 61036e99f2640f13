import * as echarts from 'echarts'
import { getMeasured, type Measured, sizes, titleOf } from './measured'
import { computeDollarsPerMillion } from './request-table'
import type { StackParts } from './stack-parts'
import { makeRead } from './usage'

/** SVG: what lists cost, and how long they take, by the number of items. */
export function drawPlots(parts: StackParts): { cost: string; latency: string } {
  const read = (what: string) => sizes.map((size) => getMeasured(titleOf(size), what))
  const [ours, theirs] = [read('warm, first page'), read('tutorial way, first page')]
  const dollars = (lines: Measured[]) =>
    lines.map((line) => Number(computeDollarsPerMillion(makeRead(line), parts).toPrecision(3)))
  const times = (lines: Measured[]) => lines.map(({ ms }) => ms)
  return {
    cost: draw('A million lists of items', 'US dollars', dollars(ours), dollars(theirs)),
    latency: draw('One list of items', 'milliseconds', times(ours), times(theirs)),
  }
}

/** Both axes are logarithmic. */
function draw(title: string, unit: string, ours: number[], theirs: number[]): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 360 })
  const line = (name: string, values: number[]) => ({
    name,
    type: 'line' as const,
    symbolSize: 8,
    data: values.map((value, index) => [sizes[index], value]),
  })
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    legend: { bottom: 0 },
    grid: { left: 70, right: 30, top: 50, bottom: 70 },
    xAxis: { type: 'log', name: 'items stored', nameLocation: 'middle', nameGap: 28 },
    yAxis: { type: 'log', name: unit },
    series: [line('this service, warm', ours), line('the tutorial way', theirs)],
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg.replace('>', `>\n<title>${title}, by the number of items</title>`)
}
