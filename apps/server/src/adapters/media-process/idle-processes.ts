import type { MediaSource } from '../../ports/sources.ts'
import { hasEnded, type MediaProcess } from './media-process.ts'

/** Most idle processes. Each holds about 100 MB. */
const MOST_IDLE = 2
const IDLE_MILLISECONDS = 15_000

interface IdleProcess {
  source: MediaSource
  media: MediaProcess
  timer: NodeJS.Timeout
}

/** Holds processes that have opened a file and wait for the next request about it. They open no other file. */
export function createIdleProcesses(maxProcesses = MOST_IDLE, milliseconds = IDLE_MILLISECONDS) {
  /** Idle processes, the longest waiting first. */
  const entries = new Set<IdleProcess>()

  function remove(entry: IdleProcess): MediaProcess {
    clearTimeout(entry.timer)
    entries.delete(entry)
    return entry.media
  }

  return {
    take(source: MediaSource): MediaProcess | null {
      for (const entry of entries) {
        if (entry.source !== source) continue
        const media = remove(entry)
        if (!hasEnded(media)) return media
      }
      return null
    },
    async add(source: MediaSource, media: MediaProcess): Promise<void> {
      const end = (): void => void remove(entry).kill()
      const entry: IdleProcess = { source, media, timer: setTimeout(end, milliseconds).unref() }
      entries.add(entry)
      const [oldest] = entries
      if (oldest && entries.size > maxProcesses) await remove(oldest).kill()
    },
    async close(): Promise<void> {
      await Promise.all([...entries].map((entry) => remove(entry).kill()))
    },
  }
}
