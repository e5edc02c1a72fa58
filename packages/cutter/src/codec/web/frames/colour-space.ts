import { type Colours, coloursOfNames } from '../../../bitstream/colours.ts'

const UNSPECIFIED_CODE = 2

/** Names of WebCodecs by the code points of ITU-T H.273. */
const PRIMARIES: Record<number, VideoColorPrimaries> = {
  1: 'bt709',
  5: 'bt470bg',
  6: 'smpte170m',
  9: 'bt2020' as VideoColorPrimaries,
  12: 'smpte432' as VideoColorPrimaries,
}
const TRANSFERS: Record<number, VideoTransferCharacteristics> = {
  1: 'bt709',
  6: 'smpte170m',
  8: 'linear' as VideoTransferCharacteristics,
  13: 'iec61966-2-1',
  16: 'pq' as VideoTransferCharacteristics,
  18: 'hlg' as VideoTransferCharacteristics,
}
const MATRICES: Record<number, VideoMatrixCoefficients> = {
  0: 'rgb',
  1: 'bt709',
  5: 'bt470bg',
  6: 'smpte170m',
  9: 'bt2020-ncl' as VideoMatrixCoefficients,
}

/** Converts the colours of a container to the names of WebCodecs. Unspecified ones are left out. */
export function colorSpaceOf({ primaries, transfer, matrix, isFullRange }: Colours): VideoColorSpaceInit {
  return {
    primaries: PRIMARIES[primaries] ?? null,
    transfer: TRANSFERS[transfer] ?? null,
    matrix: MATRICES[matrix] ?? null,
    fullRange: isFullRange,
  }
}

/** The colours of a frame as numbers; unspecified where the browser names none. */
export function coloursOf({ colorSpace }: { colorSpace: VideoColorSpace }): Colours {
  const isFullRange = colorSpace.fullRange === true
  const unspecified = { primaries: UNSPECIFIED_CODE, transfer: UNSPECIFIED_CODE, matrix: UNSPECIFIED_CODE, isFullRange }
  return coloursOfNames(colorSpace) ?? unspecified
}
