import { encode } from 'uqr'

/** Without this many bright modules around it a reader does not find the code. */
const QUIET_MODULES = 4
/** Whole pixels for each module keep its edges sharp. */
const WANTED_PIXELS = 224
const LEAST_MODULE_PIXELS = 3

export interface QrDrawing {
  /** Of one side, the quiet edge included. */
  modules: number
  pixels: number
  /** All dark modules as one path, in modules. */
  path: string
}

/** A text as a QR code that still can be read when a part of it is dirty or hidden. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  return {
    modules: size,
    pixels: size * Math.max(LEAST_MODULE_PIXELS, Math.floor(WANTED_PIXELS / size)),
    path: data.map(rowPath).join(''),
  }
}

/** Neighbours are one rectangle: between two of them a screen could show a bright line. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x += 1
    const width = x + 1 - from
    path += `M${from} ${y}h${width}v1h-${width}z`
  }
  return path
}
