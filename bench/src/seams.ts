import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CutPlan, cut, fileSink, fileSource, open, plan } from '@kerf/cutter'
import { decodeFrames, type FrameStream } from '@kerf/cutter/codec/decode-video'
import type { H264EncoderConfig } from '@kerf/cutter/codec/video-codecs'
import type { VideoFrame } from '@kerf/cutter/codec/video-frame'
import type { LoadedPacket } from '@kerf/cutter/io/packet-ref'
import type { SpliceVideoTask } from '@kerf/cutter/plan/plan-video'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { benchSources, FRAME_RATE, GOP_SECONDS } from './bench-sources.ts'
import { numberIn, readArguments } from './read-arguments.ts'

const USAGE = `npm run bench:seams -- [CUTS]
Cuts ten seconds of 1080p from random starts, and compares each with one x264 pass over the re-encoded frames. Ten
cuts by default.`
const [cuts = '10'] = readArguments(USAGE, { allowPositionals: true }).positionals
const CUT_COUNT = numberIn(cuts, USAGE)
const VERYFAST: Omit<H264EncoderConfig, 'timescale' | 'frameRate'> = {
  preset: 'veryfast',
  tune: null,
  rate: { crf: 23 },
  maxBitrate: null,
  gopFrames: 250,
  bFrames: 3,
  lookaheadFrames: 10,
  profile: 'high',
  threads: 3,
}
const folder = await mkdtemp(join(tmpdir(), 'kerf-seams-'))
const random = seededRandom(20_261_122)
const [source] = await benchSources([{ layout: 'plain', seconds: 60 }])
const file = await fileSource(source!.videoPath)
try {
  const media = await open(file)
  const totalSeconds = { cut: 0, pass: 0 }
  for (let count = 0; count < CUT_COUNT; count++) {
    const phase = ((count + random()) / CUT_COUNT) * GOP_SECONDS
    const startTime = Math.floor(random() * 9) * GOP_SECONDS + phase
    const begin = performance.now()
    const cutPlan = await plan(media, { startTime, endTime: startTime + 10 }, { kind: 'video', height: null })
    const { framesReencoded } = await cut(cutPlan, fileSink(join(folder, 'clip.mp4')))
    const cutSeconds = secondsSince(begin)
    const pass = await veryfastSeconds(cutPlan)
    totalSeconds.cut += cutSeconds
    totalSeconds.pass += pass
    console.log(
      `${startTime.toFixed(2)} s: ${framesReencoded} frames, cut ${cutSeconds.toFixed(2)} s, pass ${pass.toFixed(2)} s`,
    )
  }
  const ratio = (totalSeconds.cut - 0.3 * CUT_COUNT) / totalSeconds.pass
  console.log(
    `wall: cuts ${totalSeconds.cut.toFixed(2)} s, veryfast passes ${totalSeconds.pass.toFixed(2)} s; without 0.3 s a cut ${ratio.toFixed(2)} times a pass (goal 1.2)`,
  )
} finally {
  await file.close()
  await rm(folder, { recursive: true, force: true })
}

/** Seconds of one veryfast pass over the frames of the seams. Decoding is not measured. */
async function veryfastSeconds({ task }: CutPlan): Promise<number> {
  const [part] = (task.video?.kind === 'splice' ? task.video.parts : []) as [SpliceVideoTask]
  const { opened, window } = part
  const stream: FrameStream = { ...opened.description, timescale: window.timescale }
  const frames: VideoFrame[] = []
  for (const seam of [part.plan.head, part.plan.tail].filter((seamOrNull) => seamOrNull !== null)) {
    const loaded: LoadedPacket[] = []
    for (const packet of part.packets.slice(seam.decodeFrom, seam.decodeTo))
      loaded.push({ ...packet, data: await file.read(packet.offset, packet.offset + packet.sizeBytes) })
    for await (const frame of decodeFrames(task.media.codecs, stream, loaded, undefined)) {
      const isShown = frame.timestamp >= seam.fromTick && frame.timestamp < seam.toTick
      if (isShown) frames.push(frame.clone())
    }
  }
  const encoder = task.media.codecs.h264Encoder({ ...VERYFAST, timescale: window.timescale, frameRate: FRAME_RATE })
  const begin = performance.now()
  for (const frame of frames) await encoder.encode(frame)
  await encoder.flush()
  const seconds = secondsSince(begin)
  encoder.close()
  for (const frame of frames) frame.close()
  return seconds
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000
}
