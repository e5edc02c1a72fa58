import { cutClip } from '@kerf/cutter/cut-clip'
import { fileSink } from '@kerf/cutter/file-sink'
import { type OpenedMedia, openMedia } from '@kerf/cutter/open-media'
import { planCut } from '@kerf/cutter/plan-cut'
import type { CutAnswer, CutTask } from './cut-task.ts'
import { openHttpByteSource } from './http-byte-source.ts'
import { toldPictureBytes } from './told-size.ts'

/** A cut for the process in which the engine is measured. */
export interface KerfTask extends CutTask {
  /** Whether it is remembered for those to come what the index says, and what people would be told by it. */
  isRemembered?: boolean
}

interface Known {
  media: OpenedMedia
  told: Awaited<ReturnType<typeof toldPictureBytes>>
}

const known = new Map<string, Known>()

async function open({ videoUrl, audioUrl }: KerfTask) {
  const video = await openHttpByteSource(videoUrl)
  const audio = audioUrl ? await openHttpByteSource(audioUrl) : null
  const media = await openMedia({ video, audio: audio ?? video })
  const sizes = { video: video.sizeBytes, audio: audio?.sizeBytes ?? null }
  return { media, remember: async () => ({ media, told: await toldPictureBytes(media, sizes) }) }
}

async function knownFrom(task: KerfTask): Promise<{ media: OpenedMedia; pictureBytes?: number }> {
  const kept = known.get(task.videoUrl)
  if (kept) {
    const pictureBytes = kept.told(task)
    return { media: kept.media, ...(pictureBytes !== undefined && { pictureBytes }) }
  }
  const { media, remember } = await open(task)
  if (task.isRemembered) known.set(task.videoUrl, await remember())
  return { media }
}

async function cut(task: KerfTask): Promise<CutAnswer> {
  const before = process.cpuUsage()
  const { media, ...told } = await knownFrom(task)
  const plan = await planCut(
    media,
    { startTime: task.startSeconds, endTime: task.endSeconds },
    { kind: 'video', height: null, ...told },
  )
  const receipt = await cutClip(plan, fileSink(task.output))
  const { user, system } = process.cpuUsage(before)
  return { cpuSeconds: (user + system) / 1e6, coveredBytes: receipt.bytesCovered }
}

process.on('message', (task: KerfTask) => {
  cut(task).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
const { user, system } = process.cpuUsage()
process.send?.({ readyAfterCpuSeconds: (user + system) / 1e6 })
