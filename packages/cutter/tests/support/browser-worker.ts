import {
  blobSource,
  type ClipSpec,
  type CutReceipt,
  CutterError,
  cut,
  open,
  plan,
  privateFileSink,
  probe,
  type TimeRange,
} from '../../src/browser.ts'
import { answerCalls, dataUrlOf } from './browser-calls.ts'
import { describeMedia } from './described-media.ts'

/** The calls of the engine that a test makes in a worker of a browser. */
const calls = {
  describe: async (file: Blob, ranges: TimeRange[]) => describeMedia(await open(blobSource(file)), ranges),

  /** Cuts into the private file system, one clip after the other with one sink. */
  async store(file: Blob, ranges: TimeRange[], request: ClipSpec) {
    const media = await open(blobSource(file))
    const sink = privateFileSink()
    const clips: { receipt: CutReceipt; bytes: number[] }[] = []
    for (const range of ranges) {
      const receipt = await cut(await plan(media, range, request), sink)
      const clip = await sink.file()
      await probe(clip)
      clips.push({ receipt, bytes: [...new Uint8Array(await clip.arrayBuffer())] })
    }
    await sink.remove()
    return { clips, left: await leftFiles() }
  },

  /** Cuts a range, and counts the bytes that are read of the file. */
  async count(file: Blob, range: TimeRange, request: ClipSpec) {
    const reads = { bytes: 0 }
    const source = blobSource(file)
    const media = await open({
      sizeBytes: source.sizeBytes,
      read(start, end, signal) {
        reads.bytes += end - start
        return source.read(start, end, signal)
      },
    })
    const openBytes = reads.bytes
    const sink = privateFileSink()
    const receipt = await cut(await plan(media, range, request), sink)
    const clip = dataUrlOf(await sink.file())
    await sink.remove()
    return { receipt, openBytes, cutBytes: reads.bytes - openBytes, clip }
  },

  /** The code of the error with which opening ends. */
  async failure(file: Blob) {
    const error = await open(blobSource(file)).catch((error: unknown) => error)
    return error instanceof CutterError ? `${error.code}: ${error.message}` : String(error)
  },
}

export type BrowserCalls = typeof calls

/** Names of all files in the private file system. */
async function leftFiles(folder?: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const handle of (folder ?? (await navigator.storage.getDirectory())).values()) {
    names.push(...(handle.kind === 'file' ? [handle.name] : await leftFiles(handle as FileSystemDirectoryHandle)))
  }
  return names
}

answerCalls(calls)
