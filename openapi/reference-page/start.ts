// The page can be read without this: it chooses the language of examples, searches, copies and sends requests.

function find<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

const language = find<HTMLSelectElement>('#language')
language.addEventListener('change', () => {
  document.documentElement.dataset.language = language.value
})

const search = find<HTMLInputElement>('#search')
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/)
  for (const row of document.querySelectorAll<HTMLElement>('nav li')) {
    const text = row.dataset.text ?? row.textContent.toLowerCase()
    row.hidden = !words.every((word) => text.includes(word))
  }
})

/** On a phone, the contents would hide the page. */
if (matchMedia('(max-width: 800px)').matches) find<HTMLDetailsElement>('nav details').open = false

/** A link to a part that is folded opens it. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1))
  if (target instanceof HTMLDetailsElement) target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()

document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !target.matches('.copy')) return
  await navigator.clipboard.writeText(target.nextElementSibling?.textContent ?? '')
  target.textContent = 'Copied'
})

document.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target instanceof HTMLFormElement) void send(event.target)
})

async function send(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector('[role=status]')
  const box = form.querySelector<HTMLElement>('.answer')
  if (!status || !box) return
  status.textContent = 'Sending …'
  try {
    const answer = await fetch(...makeRequest(form))
    const text = await answer.text()
    status.textContent = `${answer.status} ${answer.statusText}`
    const code = box.querySelector('code')
    if (code) code.textContent = text === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)
    box.hidden = text === ''
  } catch (error) {
    status.textContent = `There was no answer: ${error}`
  }
}

function makeRequest(form: HTMLFormElement): [string, RequestInit] {
  const { method = 'GET', path = '' } = form.dataset
  const headers = new Headers({ 'Content-Type': 'application/json' })
  const key = find<HTMLInputElement>('#key').value.trim()
  if (key !== '') headers.set('Authorization', `Bearer ${key}`)
  const query = new URLSearchParams()
  let filled = path
  for (const { name, value, dataset } of form.querySelectorAll<HTMLInputElement>('input[data-in]')) {
    if (value === '') continue
    if (dataset.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (dataset.in === 'query') query.set(name, value)
    else headers.set(name, value)
  }
  const body = form.querySelector('textarea')?.value || null
  return [`/v1${filled}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body }]
}
