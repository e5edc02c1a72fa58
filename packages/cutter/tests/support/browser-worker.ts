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
  removeLeftFiles,
  type TimeRange,
} from '../../src/browser.ts'
import { missingCodecs, type NeededCodecs } from '../../src/codec/web/missing-codecs.ts'
import { answerCalls } from './browser-calls.ts'
import { describeMedia } from './described-media.ts'

/** A clip that a browser made. The plan is JSON. */
export interface BrowserClip {
  plan: string
  receipt: CutReceipt
  base64: string
}

/** The calls of the engine that a test makes in a worker of a browser. */
const calls = {
  describe: async (file: Blob, ranges: TimeRange[]) => describeMedia(await open(blobSource(file)), ranges),

  /** Cuts into the private file system, one clip after the other with one sink. */
  async store(file: Blob, ranges: TimeRange[], request: ClipSpec) {
    const media = await open(blobSource(file))
    const sink = privateFileSink()
    const clips: BrowserClip[] = []
    for (const range of ranges) {
      const planned = await plan(media, range, request)
      const receipt = await cut(planned, sink)
      const clip = await sink.file()
      await probe(clip)
      const base64 = Buffer.from(await clip.arrayBuffer()).toString('base64')
      clips.push({ plan: JSON.stringify(planned), receipt, base64 })
    }
    await sink.remove()
    return { clips, left: await leftFiles() }
  },

  /** Files before and after the removal of what ended workers have left. An unlocked folder is one of theirs. */
  async removeLeft(_file: Blob) {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('kerf-cutter', { create: true })
    const endedFolder = await folder.getDirectoryHandle('ended', { create: true })
    await endedFolder.getFileHandle('clip', { create: true })
    const sink = privateFileSink()
    await sink.open()
    const before = await leftFiles()
    await removeLeftFiles()
    const after = await leftFiles()
    await sink.discard()
    return { before, after }
  },

  /** Parts of a cut that this browser cannot do. */
  missing: (_file: Blob, needed: NeededCodecs) => missingCodecs(needed),

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
    const base64 = Buffer.from(await (await sink.file()).arrayBuffer()).toString('base64')
    await sink.remove()
    return { receipt, openBytes, cutBytes: reads.bytes - openBytes, base64 }
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
  if (!navigator.storage) return []
  const names: string[] = []
  for await (const handle of (folder ?? (await navigator.storage.getDirectory())).values()) {
    names.push(...(handle.kind === 'file' ? [handle.name] : await leftFiles(handle as FileSystemDirectoryHandle)))
  }
  return names
}

answerCalls(calls)
