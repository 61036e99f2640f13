import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Count from 'lucide-react/icons/clipboard-check'
import Adjust from 'lucide-react/icons/diff'
import Sell from 'lucide-react/icons/package-minus'
import Open from 'lucide-react/icons/package-open'
import Receive from 'lucide-react/icons/package-plus'
import Square from 'lucide-react/icons/square'
import SquareCheck from 'lucide-react/icons/square-check'
import { useEffect } from 'react'
import type { Item } from '../../../client'
import { readCode } from '../../../input/code'
import { account, useRights } from '../api/queries'
import { note } from '../browser/said'
import { Page } from '../parts/page'
import { RowsLoading } from '../parts/rows-loading'
import { signal } from '../scanner/signal'
import { bookOne } from '../stock/book'
import { moveFile } from '../stock/move-file'
import { type MoveKind, moveKinds } from '../stock/move-search'
import { CameraPanel } from './camera-panel'
import { CodeForm } from './code-form'
import { Outcome } from './outcome'
import { ScanList } from './scan-list'
import { findKind, isOneByOne, makeScanSearch, parseScanSearch } from './search'
import { texts } from './texts'
import { Toggle } from './toggle'
import { useLookup } from './use-lookup'

/** A code is read, and its item is opened or moved. On a phone, the page is a scanner. */
export default function Scan() {
  const { then, one, move, code } = useScanSearch()
  const { write } = useRights()
  const { isPending } = useQuery(account)
  const goOn = useGoOn()
  const isMoving = write && move !== undefined
  const onNone = ({ text }: { text: string }) => void (text && note(texts.none(text), undefined, true))
  const lookup = useLookup(goOn, { isBusy: isMoving, onNone })
  const { mutate, reset, data: found } = lookup
  useEffect(() => {
    if (code !== undefined) mutate(readCode(code))
  }, [code, mutate])
  const choose = (item: Item) => {
    reset() // a second press would be another one
    void goOn(item)
  }
  return (
    <div className="scanner">
      <Page title={texts.title}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <CameraPanel paused={lookup.isPending || isMoving} />
          <Stack gap="sm">
            {isPending ? <RowsLoading rows={1} height={64} /> : <Then value={then} isOne={one ?? false} />}
            {found?.length !== 1 && <Outcome lookup={lookup} onChoose={choose} />}
            <CodeForm isPending={lookup.isPending} onCode={lookup.take} />
          </Stack>
        </SimpleGrid>
        <ScanList />
      </Page>
    </div>
  )
}

/**
 * Before the rights are known, the address is believed: the movement opens when they are. It is parsed here: the router
 * gives what its parser has left out, too.
 */
function useScanSearch() {
  const { move, ...given } = useSearch({ from: '/scan' })
  const { then, ...search } = parseScanSearch(given)
  const { write } = useRights()
  const { isPending } = useQuery(account)
  return { move, ...search, ...makeScanSearch(write || isPending ? then : undefined) }
}

/** What is done with the item of a code, by the address. */
function useGoOn() {
  const navigate = useNavigate({ from: '/scan' })
  const { then, one } = useScanSearch()
  return async (item: Item) => {
    const { id, name } = item
    if (one && isOneByOne(then)) return signal((await bookOne(then, item)) ? 'found' : 'refused')
    signal('found')
    if (then !== undefined) return navigate({ search: ({ code: _, ...kept }) => ({ ...kept, move: then, of: id }) })
    note(texts.opened(name))
    return navigate({ to: '/items/$id', params: { id } })
  }
}

const icons = { open: Open, sell: Sell, receive: Receive, count: Count, adjust: Adjust }

type ThenProps = { value: MoveKind | undefined; isOne: boolean }

/** What a scan does. Somebody who may not move stock has no choice. */
function Then({ value, isOne }: ThenProps) {
  const navigate = useNavigate({ from: '/scan' })
  const { write } = useRights()
  usePrefetchQuery(moveFile)
  if (!write) return <Text>{texts.onlyOpen}</Text>
  const choose = (kind: MoveKind | undefined, one = false) =>
    void navigate({
      search: ({ then: _, one: __, code: ___, ...kept }) => ({
        ...kept,
        ...makeScanSearch(kind),
        ...(one && { one: true as const }),
      }),
      replace: true,
    })
  return (
    <>
      <Radio.Group aria-label={texts.choice} value={value ?? 'open'} onChange={(chosen) => choose(findKind(chosen))}>
        <div className="acts">
          {(['open', ...moveKinds] as const).map((act) => {
            const Icon = icons[act]
            return (
              <Radio.Card key={act} value={act} className="act">
                <Icon size={24} aria-hidden />
                {act === 'open' ? texts.open : texts.kinds[act]}
              </Radio.Card>
            )
          })}
        </div>
      </Radio.Group>
      {isOneByOne(value) && (
        <Group gap="xs" wrap="nowrap">
          <Toggle
            isOn={isOne}
            icon={isOne ? SquareCheck : Square}
            label={texts.one}
            onChange={(isOn) => choose(value, isOn)}
          />
          <Text size="sm">{texts.oneHint}</Text>
        </Group>
      )}
    </>
  )
}
