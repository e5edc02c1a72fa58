import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { CutOrder, CutProgress, MediaFacts, PlannedCut, PreviewSpec } from '../../ports/media.ts'

/** What the server and a media process say to each other. Bytes travel as they are: the channel clones buffers. */
export type PartName = 'video' | 'audio'

export interface PartSizes {
  /** null: there is no such part. */
  video: number | null
  audio: number | null
  /** Both parts are one file. */
  muxed: boolean
}

export type ToMediaProcess =
  | { kind: 'inspect'; sizes: PartSizes }
  | {
      kind: 'cut'
      sizes: PartSizes
      ranges: TimeRange[]
      request: CutOrder['request']
      filePath: string
      maxClipBytes: number
    }
  | { kind: 'plan'; sizes: PartSizes; ranges: TimeRange[]; request: CutOrder['request'] }
  | { kind: 'video'; sizes: PartSizes; request: PreviewSpec; filePath: string }
  | { kind: 'version' }
  | { kind: 'bytes'; read: number; bytes: Uint8Array }
  | { kind: 'no-bytes'; read: number; message: string }
  | { kind: 'cancel' }

export type MediaOrder = Extract<ToMediaProcess, { kind: 'inspect' | 'plan' | 'cut' | 'video' | 'version' }>

export type FromMediaProcess =
  | { kind: 'ready' }
  | { kind: 'opened' }
  | { kind: 'read'; read: number; part: PartName; start: number; end: number }
  | { kind: 'progress'; progress: CutProgress }
  | { kind: 'facts'; facts: MediaFacts }
  | { kind: 'plan'; plan: PlannedCut }
  | { kind: 'receipt'; receipt: Receipt }
  | { kind: 'video' }
  | { kind: 'version'; version: string }
  /** `causes`: what the error names as its own, a line each. */
  | { kind: 'failed'; code: ErrorCode; message: string; causes: string }
