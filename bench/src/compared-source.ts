import type { Layout } from './bench-sources.ts'
import type { Judgement } from './judge-clip.ts'
import type { Traffic } from './media-server.ts'

export interface Run {
  wallSeconds: number
  cpuSeconds: number
  coveredBytes: number | null
  traffic: Traffic
  clipBytes: number
  judgement: Judgement
}

export interface MethodRuns {
  name: string
  role: 'warm' | 'keyframe' | 'cold' | 'rival' | 'yardstick'
  runs: Run[]
}

export interface ComparedSource {
  layout: Layout
  seconds: number
  methods: MethodRuns[]
}

export function lengthWords(seconds: number): string {
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}
