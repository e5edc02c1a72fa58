const keyOf = (videoId: string): string => `kerf:batch:${videoId}`

/** The last batch that was made of a video in this tab: a reload brings it back. */
export function keptBatch(videoId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(videoId))
  } catch {
    return null
  }
}

export function keepBatch(videoId: string, batchId: string): void {
  try {
    sessionStorage.setItem(keyOf(videoId), batchId)
  } catch {
    // Storage is closed to us: the batch stays for as long as the page does, and in Downloads.
  }
}
