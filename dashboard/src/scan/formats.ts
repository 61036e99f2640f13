import type { SeenCode } from './held'

/** Reads the codes of a picture. */
export type Detector = { detect(picture: HTMLVideoElement | ImageData): Promise<SeenCode[]> }

/** What is on goods, shelves and boxes. */
export const formats = [
  'qr_code',
  'data_matrix',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_128',
  'code_39',
  'code_93',
  'itf',
] as const
