import type { ClipSpec } from '@kerf/cutter'
import type { BenchSource } from './bench-sources.ts'
import type { Judgement } from './judge-clip.ts'

export interface CutTask {
  videoUrl: string
  /** null: the audio is in the same file. */
  audioUrl: string | null
  /** An address for those who take one only: that of the file, or of a manifest that names two. */
  oneUrl: string
  startTime: number
  endTime: number
  output: string
  /** Of Kerf; absent: an MP4 of H.264. */
  request?: ClipSpec
}

export interface CutAnswer {
  /** User and system time of everything that worked on it. */
  cpuSeconds: number
  /** The bytes of the packets that the range needs, where the tool can tell. */
  coveredBytes: number | null
}

export interface Method {
  name: string
  /** Kerf with the index known, the same from a keyframe, Kerf with nothing known; others, and the one that ratios refer to. */
  role: 'warm' | 'keyframe' | 'cold' | 'rival' | 'yardstick'
  cut(task: CutTask): Promise<CutAnswer>
  prepare?(task: CutTask): Promise<void>
  close?(): void
}

export interface Run extends CutAnswer, Judgement {
  source: BenchSource
  method: Method
  wallSeconds: number
  fetchedBytes: number
  requests: number
  clipBytes: number
}
