import { type ClipSink, memorySink, privateFileSink } from '@kerf/cutter/browser'

/** Place of a clip while it is made, and until the next one. */
interface ClipStore {
  sink: ClipSink
  /** The finished clip. */
  file: () => Promise<File>
  /** Bytes of the largest clip; absent: as many as the browser grants. */
  maxClipBytes?: number
}

/** Largest clip that is made in memory. */
const MAX_MEMORY_BYTES = 400_000_000

/** Opens a store in the browser's private file system. Windows without one, as private ones, have it in memory. */
export async function openClipStore(): Promise<ClipStore> {
  try {
    await navigator.storage.getDirectory()
  } catch {
    return openMemoryStore()
  }
  const sink = privateFileSink()
  return { sink, file: () => sink.file() }
}

function openMemoryStore(): ClipStore {
  const sink = memorySink()
  return {
    sink,
    file: async () => new File([new Uint8Array(sink.bytes ?? [])], 'clip'),
    maxClipBytes: MAX_MEMORY_BYTES,
  }
}
