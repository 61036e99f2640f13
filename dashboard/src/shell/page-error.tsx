import { Alert, Button, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeError } from '../api/errors'
import { MissingPage } from '../browser/load-page'
import { tabStorage } from '../browser/storage'
import { dashboardUrl } from '../session/address'
import { texts } from './texts'

/** Stands in the place of a page that failed, beside the menu. One that did not come is tried again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = error instanceof MissingPage
  const retry = () => void (isMissing ? reload() : router.invalidate().then(reset))
  useEffect(() => {
    if (isMissing) void reloadOnce()
  }, [isMissing])
  useWindowEvent('online', () => void (isMissing && reloadOnce()))
  return (
    <Alert color="red" role="alert" title={isMissing ? error.message : texts.pageFailed}>
      <Stack gap="xs" align="start">
        <Text size="sm">{isMissing ? texts.pageMissingHint : describeError(error).message}</Text>
        <Button variant="default" size="xs" onClick={retry}>
          {texts.retry}
        </Button>
      </Stack>
    </Alert>
  )
}

/** A page that stays missing is not loaded again by itself within this time, in milliseconds. */
const pauseMs = 60_000

async function reloadOnce(): Promise<void> {
  const place = `reload for ${location.pathname}`
  if (Date.now() - Number(tabStorage.getItem(place) ?? 0) > pauseMs)
    await reload(() => tabStorage.setItem(place, String(Date.now())))
}

/**
 * Loads the dashboard anew, where the service answers. The file of a page that is gone with a release has another name
 * there; and a browser may keep in mind, as long as the document lives, that a file did not come.
 */
async function reload(note = () => {}): Promise<void> {
  const isThere = await fetch(dashboardUrl, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  note()
  location.reload()
}
