import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline'
import { type Detector, formats } from './formats'

// This file becomes a chunk of its own with the WebAssembly inside, as text: API Gateway serves no binary files, and
// nothing is loaded from elsewhere. The version of zxing-wasm must be the one that barcode-detector is made with.

export async function openZxing(): Promise<Detector> {
  await prepareZXingModule({ overrides: { wasmBinary: decode(wasm) }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}

function decode(dataUrl: string): ArrayBuffer {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
}
