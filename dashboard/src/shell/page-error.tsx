import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeError } from '../api/errors'
import { tabStorage } from '../parts/storage'
import { dashboardUrl } from '../session/address'
import { texts } from './texts'

/** The file of a page, or its styles, did not come: there is no network, or a release has removed it. */
class MissingPage extends Error {}

/** Loads the file of a page. The router would answer the browser's own error by a reload, which needs a network. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load()
  } catch (cause) {
    throw new MissingPage(texts.pageMissing, { cause })
  }
}

/** Stands in the place of a page that failed, beside the menu. One that did not come is tried again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isMissing = error instanceof MissingPage
  const retry = () => void router.invalidate().then(reset)
  useEffect(() => {
    if (!isMissing) return
    const again = () => void router.invalidate().then(reset)
    void reloadOnce()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isMissing, router, reset])
  return (
    <Alert color="red" role="alert" title={isMissing ? texts.pageMissing : texts.pageFailed}>
      <Stack gap="xs" align="start">
        <Text size="sm">{isMissing ? texts.pageMissingHint : describeError(error).message}</Text>
        <Button variant="default" size="xs" onClick={retry}>
          {texts.retry}
        </Button>
      </Stack>
    </Alert>
  )
}

const place = 'reload for a page'
/** A page that stays missing is not loaded again within this time, in milliseconds. */
const pauseMs = 60_000

/** Where the service answers, the file is gone with a release: the release of now has another. */
async function reloadOnce(): Promise<void> {
  const isThere = await fetch(dashboardUrl, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere || Date.now() - Number(tabStorage.getItem(place) ?? 0) < pauseMs) return
  tabStorage.setItem(place, String(Date.now()))
  location.reload()
}
