import { decideTrim, type TrimRange } from '@kerf/domain/trim-range'

const keyOf = (videoId: string): string => `kerf:range:${videoId}`

/** The range on the strip survives a reload, applied or not. Nothing is kept beyond this tab. */
export function keepRange(videoId: string, range: TrimRange): void {
  try {
    sessionStorage.setItem(keyOf(videoId), JSON.stringify([range.startSeconds, range.endSeconds]))
  } catch {
    // Storage is closed or full: a reload then brings the applied range.
  }
}

export function keptRange(videoId: string, durationSeconds: number): TrimRange | null {
  try {
    const [start, end] = JSON.parse(sessionStorage.getItem(keyOf(videoId)) ?? '[]') as unknown[]
    const decision = decideTrim(Number(start ?? Number.NaN), Number(end ?? Number.NaN), durationSeconds)
    return decision.allowed ? decision.range : null
  } catch {
    return null
  }
}
