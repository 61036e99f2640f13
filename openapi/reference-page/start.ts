import type { ApiReferenceConfiguration } from '@scalar/api-reference'

type Configuration = Partial<ApiReferenceConfiguration> & { url: string; agent: { disabled: boolean } }

declare const document: { querySelector: (selector: string) => { dataset: { document: string } } }
/** Made by Scalar's bundle, which the page loads before this file. */
declare const Scalar: { createApiReference: (selector: string, configuration: Configuration) => unknown }

Scalar.createApiReference('#reference', {
  url: document.querySelector('#reference').dataset.document,
  documentDownloadType: 'direct',
  // Nothing is asked of a third party, and nothing leads there.
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  withDefaultFonts: false,
  theme: 'none',
  // Each operation shows its schemas where it needs them, in the order of the document.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...hideAll(['c', 'clojure', 'dart', 'fsharp', 'http', 'julia', 'kotlin', 'node', 'objc', 'ocaml']),
    ...hideAll(['powershell', 'r', 'ruby', 'rust', 'swift']),
    csharp: ['restsharp'],
    java: ['asynchttp', 'okhttp', 'unirest'],
    js: ['axios', 'ofetch', 'jquery', 'xhr'],
    php: ['guzzle', 'laravel'],
    python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
    shell: ['wget', 'httpie'],
  },
})

function hideAll(languages: string[]): Record<string, true> {
  return Object.fromEntries(languages.map((language) => [language, true]))
}
