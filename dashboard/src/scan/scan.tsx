import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Item } from '../../../client'
import { readCode } from '../../../input/code'
import { account, useRights } from '../api/queries'
import { Page } from '../parts/page'
import { RowsLoading } from '../parts/rows-loading'
import { moveFile } from '../stock/move-file'
import { type MoveKind, moveKinds } from '../stock/move-search'
import { CameraPanel } from './camera-panel'
import { CodeForm } from './code-form'
import { Outcome } from './outcome'
import { findKind, makeScanSearch } from './search'
import { texts } from './texts'
import { useLookup } from './use-lookup'

/** A code is read, and its item is opened or moved. */
export default function Scan() {
  const search = useSearch({ from: '/scan' })
  const navigate = useNavigate({ from: '/scan' })
  const { write } = useRights()
  const { isPending } = useQuery(account)
  // Before the rights are known, the address is believed: the movement opens when they are.
  const then = write || isPending ? search.then : undefined
  const goOn = ({ id }: Item) =>
    then === undefined
      ? navigate({ to: '/items/$id', params: { id } })
      : navigate({ search: ({ code: _, ...kept }) => ({ ...kept, move: then, of: id }) })
  const isMoving = write && search.move !== undefined
  const lookup = useLookup(goOn, isMoving)
  const { mutate } = lookup
  useEffect(() => {
    if (search.code !== undefined) mutate(readCode(search.code))
  }, [search.code, mutate])
  const choose = (kind: MoveKind | undefined) =>
    void navigate({ search: ({ then: _, ...kept }) => ({ ...kept, ...makeScanSearch(kind) }), replace: true })
  return (
    <Page title={texts.title}>
      {isPending ? <RowsLoading rows={1} height={48} /> : <Then value={then} onChange={choose} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <CameraPanel paused={lookup.isPending || isMoving} />
        <Stack gap={0}>
          <Outcome lookup={lookup} onChoose={goOn} />
          <CodeForm isPending={lookup.isPending} onCode={lookup.take} />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

type ThenProps = { value: MoveKind | undefined; onChange: (kind: MoveKind | undefined) => void }

/** What a scan does. Somebody who may not move stock has no choice. */
function Then({ value, onChange }: ThenProps) {
  const { write } = useRights()
  usePrefetchQuery(moveFile)
  if (!write) return <Text>{texts.onlyOpen}</Text>
  return (
    <Radio.Group label={texts.choice} value={value ?? 'open'} onChange={(chosen) => onChange(findKind(chosen))}>
      <Group gap="lg" mt="xs">
        <Radio value="open" label={texts.open} />
        {moveKinds.map((kind) => (
          <Radio key={kind} value={kind} label={texts.kinds[kind]} />
        ))}
      </Group>
    </Radio.Group>
  )
}
