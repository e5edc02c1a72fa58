import { encode } from 'uqr'

/** Width of the quiet zone, the bright margin of the code, in modules. Readers need it to find the code. */
const QUIET_ZONE_MODULES = 4
/** Preferred side length. The code may be smaller, because each module has a whole number of pixels. */
const PREFERRED_PIXELS = 224
const MIN_MODULE_PIXELS = 3

export interface QrDrawing {
  /** Number of modules on one side, with the quiet zone. */
  modules: number
  pixels: number
  /** SVG path of all dark modules. Its unit is one module. */
  path: string
}

/** Encodes a text as a QR code, with error correction of level M. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES })
  return {
    modules: size,
    pixels: size * Math.max(MIN_MODULE_PIXELS, Math.floor(PREFERRED_PIXELS / size)),
    path: data.map(rowPath).join(''),
  }
}

/** Path of one row. Neighbouring modules are one rectangle, because a screen could show a bright line between two. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const startX = x
    while (row[x + 1]) x += 1
    const width = x + 1 - startX
    path += `M${startX} ${y}h${width}v1h-${width}z`
  }
  return path
}
