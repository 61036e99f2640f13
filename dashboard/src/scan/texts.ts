import { texts as stock } from '../stock/texts'
import type { CameraProblem } from './camera'

const problems: Record<CameraProblem, string> = {
  insecure: 'A browser gives its camera only to a page at https:// or localhost. Open the dashboard there.',
  refused: 'The browser does not let this page use the camera. Allow it beside the address, then start again.',
  none: 'This device has no camera. Type the code, or use a scanner that types it.',
  busy: 'Another program uses the camera. Close it, then start again.',
  ended: 'The camera has stopped.',
  detector: 'What reads the codes could not be loaded. Load this page again.',
  failed: 'The camera cannot be used.',
}

export const texts = {
  title: 'Scan',
  choice: 'When a code is read',
  open: 'Open the item',
  kinds: stock.kinds,
  onlyOpen: 'When a code is read, its item opens.',
  camera: 'Camera',
  cameraHint: 'Hold a barcode or a QR code before the camera of this device. What it sees stays on the device.',
  start: 'Start the camera',
  stop: 'Stop',
  again: 'Scan again',
  opening: 'The camera opens.',
  ready: 'Hold a code in the middle. The same code is read again after 2 seconds out of the picture.',
  paused: 'The camera waits.',
  picture: 'What the camera sees',
  problems,
  byHand: 'Without the camera',
  code: 'Code',
  codeHint: 'A barcode or an SKU. A scanner that types like a keyboard writes here, too.',
  find: 'Find',
  noCode: 'Type a code first.',
  looking: (code: string) => `${code} is looked up.`,
  found: (code: string, name: string) => `${code} is ${name}.`,
  failed: (code: string) => `${code} could not be looked up.`,
  several: (code: string) => `${code} is on more than one item. Choose one.`,
  none: (code: string) => `No item has the code ${code}.`,
  noneHint: 'It is neither the barcode nor the SKU of an item.',
  create: 'New item with this barcode',
  search: 'Search the items',
}
