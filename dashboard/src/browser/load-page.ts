/** The file of a page, or its styles, did not come: there is no network, or a release has removed it. */
export class MissingPage extends Error {}

/** Loads the file of a page. The router would answer the browser's own error by a reload, which needs a network. */
export async function loadPage<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load()
  } catch (cause) {
    throw new MissingPage('This page could not be loaded.', { cause })
  }
}
