import type { MediaSource } from '../../ports/sources.ts'
import { hasEnded, type MediaProcess } from './media-process.ts'

/** Each holds about 100 MB. */
const MOST_IDLE = 2
const IDLE_MILLISECONDS = 15_000

interface IdleProcess {
  source: MediaSource
  media: MediaProcess
  timer: NodeJS.Timeout
}

/** Processes that have read a file and wait for the next request about the same one; no other file is opened by them. */
export function createIdleProcesses(most = MOST_IDLE, milliseconds = IDLE_MILLISECONDS) {
  /** The one that has waited longest is first. */
  const idle = new Set<IdleProcess>()

  function remove(entry: IdleProcess): MediaProcess {
    clearTimeout(entry.timer)
    idle.delete(entry)
    return entry.media
  }

  return {
    take(source: MediaSource): MediaProcess | null {
      for (const entry of idle) {
        if (entry.source !== source) continue
        const media = remove(entry)
        if (!hasEnded(media)) return media
      }
      return null
    },
    async add(source: MediaSource, media: MediaProcess): Promise<void> {
      const end = (): void => void remove(entry).kill()
      const entry: IdleProcess = { source, media, timer: setTimeout(end, milliseconds).unref() }
      idle.add(entry)
      const [longest] = idle
      if (longest && idle.size > most) await remove(longest).kill()
    },
    async close(): Promise<void> {
      await Promise.all([...idle].map((entry) => remove(entry).kill()))
    },
  }
}
