/** A colour space, in the code points of ITU-T H.273, which containers, codecs and FFmpeg share. */
export interface Colours {
  primaries: number
  transfer: number
  matrix: number
  isFullRange: boolean
}

const UNSPECIFIED_CODE = 2

/** H.273 code points by the names of WebCodecs. */
const PRIMARIES = { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020: 9, smpte432: 12 }
const TRANSFERS = { bt709: 1, smpte170m: 6, linear: 8, 'iec61966-2-1': 13, pq: 16, hlg: 18 }
const MATRICES = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6, 'bt2020-ncl': 9 }

interface NamedColours {
  primaries?: string | null
  transfer?: string | null
  matrix?: string | null
  fullRange?: boolean | null
}

/** Converts the colour names of WebCodecs to numbers; null when the container names none. */
export function coloursOfNames({ primaries, transfer, matrix, fullRange }: NamedColours): Colours | null {
  if (!primaries && !transfer && !matrix) return null
  return {
    primaries: codePointOf(PRIMARIES, primaries),
    transfer: codePointOf(TRANSFERS, transfer),
    matrix: codePointOf(MATRICES, matrix),
    isFullRange: fullRange === true,
  }
}

function codePointOf(numbers: Record<string, number>, name: string | null | undefined): number {
  return numbers[name ?? ''] ?? UNSPECIFIED_CODE
}

/** Whether a transfer function is one of HDR: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
export function isHdrTransfer(transfer: number): boolean {
  return transfer === TRANSFERS.pq || transfer === TRANSFERS.hlg
}
