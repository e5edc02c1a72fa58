import type { ClipSpec } from '@kerf/cutter'
import type { BenchSource } from './bench-sources.ts'
import type { Judgement } from './judge-clip.ts'

export interface CutTask {
  videoUrl: string
  /** URL of a separate audio file; null if the audio is in the video's file. */
  audioUrl: string | null
  /** URL for methods that take only one URL. It leads to the file, or to a manifest with both files. */
  singleUrl: string
  startTime: number
  endTime: number
  output: string
  /** Spec for Kerf; absent: an MP4 with H.264. */
  request?: ClipSpec
}

export interface CutAnswer {
  /** User and system time of all processes of the cut. */
  cpuSeconds: number
  /** Bytes of the packets that the range needs; null if the tool does not report them. */
  coveredBytes: number | null
}

export interface Method {
  name: string
  /**
   * `warm`: Kerf with a known index. `keyframe`: the same, from a keyframe. `cold`: Kerf without an index. `rival`:
   * another tool. `yardstick`: the tool that ratios refer to.
   */
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
