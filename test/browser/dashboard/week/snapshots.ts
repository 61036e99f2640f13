import type { Locator, Page } from 'playwright-core'
import type { Cut } from './model'
import { formatNumber, goTo, type Week } from './pages'

/** Stands on the page of a snapshot in place of a difference. */
const same = 'Nothing has changed since'

/** How many items a page of a difference shows. */
const pageSize = 25

export async function takeSnapshot({ page, model }: Week, name: string): Promise<Cut> {
  await goTo(page, 'Snapshots')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  const form = page.getByRole('dialog', { name: 'Take a snapshot' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Take it' }).click()
  await page.getByText(`${name} is taken.`).waitFor()
  model.note('snapshot manual', 'create')
  await openSnapshot(page, name)
  await page.getByText(same).waitFor()
  console.log(`week: took the snapshot "${name}" of ${formatNumber(model.cut().size)} items`)
  return model.cut()
}

export async function openSnapshot(page: Page, name: string): Promise<void> {
  await goTo(page, 'Snapshots')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

type Changes = { created: number; updated: number; trashed: number }

/** What the page of the snapshot says that has changed since, page by page. Returns the SKUs. */
export async function readDifference(page: Page, expected: Changes): Promise<string[]> {
  await seeCounts(page.getByRole('main'), expected)
  const skus: string[] = []
  const total = expected.created + expected.updated + expected.trashed
  const rows = page.getByRole('rowheader')
  while (skus.length < total) {
    // The rows of the page before stay until those of this one are there.
    const next = rows.first().filter({ hasNotText: skus.at(-pageSize) ?? /^$/ })
    await next.waitFor()
    skus.push(...(await rows.allInnerTexts()))
    if (skus.length < total) await page.getByRole('button', { name: 'Next' }).click()
  }
  return skus.sort()
}

/** The numbers of a difference or a dry run. */
async function seeCounts(place: Locator, { created, updated, trashed }: Changes): Promise<void> {
  const counts = { 'Come back': created, Change: updated, 'Go to the trash': trashed }
  for (const [label, count] of Object.entries(counts)) {
    const pair = place.locator('div').filter({ has: place.page().getByText(label, { exact: true }) })
    await pair.filter({ hasText: new RegExp(`^${formatNumber(count)}${label}$`) }).waitFor()
  }
}

type Restored = { title: string; action: string; type: 'manual' | 'pre_restore' }

/** Restores the snapshot whose page is open, or undoes a restore: first the dry run, then the real one. */
async function restoreOpen({ page, model }: Week, cut: Cut, { title, action, type }: Restored): Promise<void> {
  const counts = model.restore(cut)
  const question = page.getByRole('dialog', { name: title })
  await seeCounts(question, counts)
  await question.getByRole('button', { name: action }).click()
  await page.getByText('The restore is done').waitFor({ timeout: 60_000 })
  const total = counts.created + counts.updated + counts.trashed
  await page.getByText(`${total} of ${total} items done`).waitFor()
  await page.getByText(same).waitFor()
  model.note('snapshot pre_restore', 'create')
  model.note(`snapshot ${type}`, 'restore')
}

export async function restoreSnapshot(week: Week, name: string, cut: Cut): Promise<void> {
  await openSnapshot(week.page, name)
  await week.page.getByRole('button', { name: 'Restore', exact: true }).click()
  await restoreOpen(week, cut, { title: 'Restore this snapshot?', action: 'Restore the snapshot', type: 'manual' })
  console.log(`week: restored "${name}"`)
}

/** Undoes the latest restore of the snapshot, by the list of past restores. */
export async function undoRestore(week: Week, name: string, cut: Cut): Promise<void> {
  await goTo(week.page, 'Snapshots')
  const links = week.page.getByRole('link', { name: `Undo the restore of ${name}` })
  await links.first().click()
  await restoreOpen(week, cut, { title: 'Undo the restore?', action: 'Undo the restore', type: 'pre_restore' })
  console.log('week: undid the restore')
}
