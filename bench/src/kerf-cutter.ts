import { cutClip } from '@kerf/cutter/cut-clip'
import { fileSink } from '@kerf/cutter/file-sink'
import { type OpenedMedia, openMedia } from '@kerf/cutter/open-media'
import { planCut } from '@kerf/cutter/plan-cut'
import type { CutAnswer, CutTask } from './cut-task.ts'
import { openHttpByteSource } from './http-byte-source.ts'

/** The process in which the engine is measured: one cut after the other, the index of each source kept. */
const opened = new Map<string, Promise<OpenedMedia>>()

async function open({ videoUrl, audioUrl }: CutTask): Promise<OpenedMedia> {
  const video = await openHttpByteSource(videoUrl)
  return openMedia({ video, audio: audioUrl ? await openHttpByteSource(audioUrl) : video })
}

async function cut(task: CutTask): Promise<CutAnswer> {
  const before = process.cpuUsage()
  const media = opened.get(task.videoUrl) ?? open(task)
  opened.set(task.videoUrl, media)
  const plan = await planCut(await media, task, { kind: 'video', height: null })
  const receipt = await cutClip(plan, fileSink(task.output))
  const { user, system } = process.cpuUsage(before)
  return { cpuSeconds: (user + system) / 1e6, coveredBytes: receipt.bytesCovered }
}

process.on('message', (task: CutTask) => {
  cut(task).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
const { user, system } = process.cpuUsage()
process.send?.({ readyAfterCpuSeconds: (user + system) / 1e6 })
