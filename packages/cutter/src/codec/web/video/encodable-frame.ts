import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { isHdrTransfer } from '../../../bitstream/colours.ts'
import { coloursOf } from '../frames/colour-space.ts'
import { PLAIN_FORMATS } from '../frames/plain-formats.ts'
import type { WebFrame } from '../frames/web-frame.ts'

/** @throws CutterError unsupported_media for HDR, more than 8 bits, and other chroma than 4:2:0 */
export function requirePlainFrame({ frame }: WebFrame, codecName: string): void {
  if (isHdrTransfer(coloursOf(frame).transfer)) {
    throw unsupportedMedia(`This browser cannot encode HDR video as ${codecName}.`)
  }
  if (!PLAIN_FORMATS.includes(frame.format)) {
    throw unsupportedMedia(`This browser cannot encode video of the pixel format ${frame.format} as ${codecName}.`)
  }
}
