import { cutClip } from '@kerf/cutter/cut-clip'
import type { OpenedMedia } from '@kerf/cutter/demux/common/opened-media'
import { fileSink } from '@kerf/cutter/io/file-sink'
import { openMedia } from '@kerf/cutter/open-media'
import { planCut } from '@kerf/cutter/plan-cut'
import type { CutAnswer, CutTask } from './cut-task.ts'
import { openHttpByteSource } from './http-byte-source.ts'

/** A cut for the process in which the engine is measured. */
export interface KerfTask extends CutTask {
  /** Whether the index is remembered for the cuts to come. */
  isRemembered?: boolean
}

const known = new Map<string, OpenedMedia>()

async function open({ videoUrl, audioUrl, isRemembered }: KerfTask): Promise<OpenedMedia> {
  const cached = known.get(videoUrl)
  if (cached) return cached
  const video = await openHttpByteSource(videoUrl)
  const media = await openMedia({ video, audio: audioUrl ? await openHttpByteSource(audioUrl) : video })
  if (isRemembered) known.set(videoUrl, media)
  return media
}

async function cut(task: KerfTask): Promise<CutAnswer> {
  const before = process.cpuUsage()
  const plan = await planCut(await open(task), task, { kind: 'video', height: null })
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
