import {
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_TRC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { isHdr, toneMapper } from './tone-mapper.ts'

/** Those that the scaler knows how to leave; what names others, or none, is taken for the usual ones. */
const CONVERTED_COLOURS = new Set<AVColorSpace>([
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_FCC,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
])
/** From here on, frames that do not name their colours mean those of HD. */
const HD_LINES = 720

/** Frames as the scaler can turn them into other colours, and quickly. HDR becomes SDR. */
export function plainFrames() {
  let mapper: ReturnType<typeof toneMapper> | null = null
  return {
    /** The frame itself, or one of the given size that is valid until the next call. */
    async of(frame: Frame, width: number, height: number): Promise<Frame> {
      if (isHdr(frame)) mapper ??= toneMapper()
      const plain = mapper && isHdr(frame) ? await mapper.map(frame, width, height) : frame
      namePlainColours(plain)
      return plain
    },
    close: () => mapper?.close(),
  }
}

function namePlainColours(frame: Frame): void {
  if (!CONVERTED_COLOURS.has(frame.colorSpace)) {
    frame.colorSpace = frame.height >= HD_LINES ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG
  }
  // With these the scaler would first compute tables for the whole gamut, for seconds.
  frame.colorTrc = AVCOL_TRC_UNSPECIFIED
  frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED
}
