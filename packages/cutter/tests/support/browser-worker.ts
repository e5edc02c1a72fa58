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

self.onmessage = async ({ data: [name, ...values] }: MessageEvent<[keyof BrowserCalls, ...never[]]>) => {
  try {
    postMessage({ result: await (calls[name] as (...values: never[]) => Promise<unknown>)(...values) })
  } catch (error) {
    // The stack has no message in WebKit.
    postMessage({ error: `${error}\n${(error as Error).stack}` })
  }
}
postMessage({ result: 'ready' })
