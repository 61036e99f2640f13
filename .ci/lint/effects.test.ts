import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Of what comes in by stdin, biome does not print what a plugin says.
const folder = mkdtempSync(join(tmpdir(), 'inventory-effects-'))
writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: [resolve('.ci/effects.grit')] }))

afterAll(() => rmSync(folder, { recursive: true }))

/** What biome says of a file with this text. */
function lint(text: string): string {
  writeFileSync(join(folder, 'sample.tsx'), text)
  const options = ['lint', `--config-path=${folder}`, join(folder, 'sample.tsx')]
  const { stdout, stderr } = spawnSync('node_modules/.bin/biome', options, { encoding: 'utf8' })
  return stdout + stderr
}

const refusal = 'An effect returns nothing or a function'

test.each([
  `useEffect(() => place.current?.scrollIntoView(), [])`,
  `useLayoutEffect(() => place.current?.scrollIntoView(), [])`,
  `useDidUpdate(() => place.current?.scrollIntoView(), [])`,
  `React.useEffect(() => place.current?.scrollIntoView())`,
  `useEffect(() => { if (isShown) return place.current?.scrollIntoView() }, [])`,
  `useEffect(() => { if (!isShown) return; return place.current?.scrollIntoView() }, [])`,
  `useEffect(() => (isShown ? scroll() : undefined), [])`,
  `useEffect(() => void scroll(), [])`,
  `useEffect(scroll, [])`,
])('an effect that may return something else is refused: %s', (text) => {
  expect(lint(text)).toContain(refusal)
})

test.each([
  `useEffect(() => { place.current?.scrollIntoView() }, [])`,
  `useEffect(() => () => clearTimeout(timer), [])`,
  `useEffect(() => { if (!isShown) return; return () => clearTimeout(timer) }, [])`,
  `useEffect(() => {
    if (!isShown) return
    // It ends with the page.
    return () => {
      return close()
    }
  }, [])`,
  `useEffect(() => {
    const find = () => { return place.current }
    function read() { return place.current }
    show(find() ?? read())
  }, [])`,
  `const onShow = useEffectEvent(() => scroll())`,
])('an effect that returns nothing or a function passes: %s', (text) => {
  const said = lint(text)
  expect(said).toContain('Checked 1 file')
  expect(said).not.toContain(refusal)
})
