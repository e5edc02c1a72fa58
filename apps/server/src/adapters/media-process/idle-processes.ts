import type { MediaSource } from '../../ports/sources.ts'
import { hasEnded, type MediaProcess } from './media-process.ts'

/** Maximum number of idle processes. Each holds about 100 MB. */
const MAX_IDLE_PROCESSES = 2
const IDLE_TTL_MILLISECONDS = 15_000

interface IdleProcess {
  source: MediaSource
  media: MediaProcess
  timer: NodeJS.Timeout
}

/** Holds processes that have opened a file and wait for the next request about it. They open no other file. */
export function createIdleProcesses(maxProcesses = MAX_IDLE_PROCESSES, milliseconds = IDLE_TTL_MILLISECONDS) {
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
      const expire = (): void => void remove(entry).kill()
      const entry: IdleProcess = { source, media, timer: setTimeout(expire, milliseconds).unref() }
      entries.add(entry)
      const [oldestEntry] = entries
      if (oldestEntry && entries.size > maxProcesses) await remove(oldestEntry).kill()
    },
    async close(): Promise<void> {
      await Promise.all([...entries].map((entry) => remove(entry).kill()))
    },
  }
}
