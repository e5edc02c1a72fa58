import type { ByteSource } from '@kerf/cutter'
import type { FromMediaProcess, PartName, PartSizes, ToMediaProcess } from './messages.ts'

interface WaitingRead {
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

/** The source's files as the media process sees them: every read is a question to the server. */
export function remoteParts(say: (message: FromMediaProcess) => void) {
  const waiting = new Map<number, WaitingRead>()
  let lastRead = 0

  function part(name: PartName, sizeBytes: number): ByteSource {
    return {
      sizeBytes,
      read: (start, end, signal) =>
        new Promise((resolve, reject) => {
          signal?.throwIfAborted()
          lastRead += 1
          waiting.set(lastRead, { resolve, reject })
          say({ kind: 'read', read: lastRead, part: name, start, end })
        }),
    }
  }

  return {
    open(sizes: PartSizes): { video: ByteSource | null; audio: ByteSource | null } {
      const video = sizes.video === null ? null : part('video', sizes.video)
      if (sizes.muxed) return { video, audio: video }
      return { video, audio: sizes.audio === null ? null : part('audio', sizes.audio) }
    },
    deliver(message: Extract<ToMediaProcess, { kind: 'bytes' | 'no-bytes' }>): void {
      const read = waiting.get(message.read)
      waiting.delete(message.read)
      if (message.kind === 'bytes') read?.resolve(message.bytes)
      else read?.reject(new Error(message.message))
    },
  }
}
