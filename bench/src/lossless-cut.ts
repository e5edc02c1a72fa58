import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A range of a local file to cut, in seconds. */
export interface DeviceTask {
  path: string
  startTime: number
  endTime: number
  output: string
}

/**
 * LosslessCut is an Electron app that cuts by calls of ffmpeg. These are the calls of its version of 2026, for an MP4
 * with one video and one audio track. The app is not needed to run them.
 */
const MP4_OUTPUT = ['-movflags', '+faststart', '-ignore_unknown']
const COPIED_STREAMS = ['-map', '0:0', '-c:0', 'copy', '-map', '0:1', '-c:1', 'copy']
const KEYFRAME_SEARCH_SECONDS = 10
const MAX_KEYFRAME_OFFSET_SECONDS = 0.01

/** LosslessCut's default: both ends are moved to where a copy is possible. */
export function keyframeCut({ path, startTime, endTime, output }: DeviceTask): Promise<void> {
  return copyRange(path, startTime, endTime, output, ['-avoid_negative_ts', 'make_zero'])
}

/** LosslessCut's experimental cut: encodes up to the next keyframe, copies from there, and joins both parts. */
export async function smartCut({ path, startTime, endTime, output }: DeviceTask): Promise<void> {
  const { time_base: timeBase, bit_rate: bitrate, has_b_frames: bFrames, avg_frame_rate: rate } = await describe(path)
  const nextKeyframe = await keyframeFrom(path, startTime)
  const timescale = ['-video_track_timescale', timeBase.split('/')[1]!]
  if (Math.abs(nextKeyframe - startTime) < MAX_KEYFRAME_OFFSET_SECONDS) {
    await copyRange(path, nextKeyframe, endTime, output, timescale)
    return
  }
  const [encodedPath, copiedPath] = [`${output}.encoded.mp4`, `${output}.copied.mp4`]
  const [numerator, denominator] = rate.split('/').map(Number) as [number, number]
  const encodedEnd = nextKeyframe - denominator / numerator
  const beforeKeyframe = [
    '-ss',
    startTime.toFixed(5),
    '-i',
    path,
    '-ss',
    '0',
    '-t',
    (encodedEnd - startTime).toFixed(5),
  ]
  const encodedVideo = ['-map', '0:0', '-c:0', 'h264', '-b:0', String(Math.floor(Number(bitrate) * 1.2))]
  const otherOptions = ['-map', '0:1', '-c:1', 'copy', '-ignore_unknown', ...timescale, '-bf', String(bFrames)]
  try {
    await copyRange(path, nextKeyframe, endTime, copiedPath, timescale)
    await ffmpeg([...beforeKeyframe, ...encodedVideo, ...otherOptions, '-f', 'mp4', '-y', encodedPath])
    const list = ['-f', 'concat', '-safe', '0', '-protocol_whitelist', 'file,pipe,fd', '-i', '-', '-i', copiedPath]
    await ffmpeg(
      [...list, ...COPIED_STREAMS, '-map_metadata', '1', ...MP4_OUTPUT, ...timescale, '-f', 'mp4', '-y', output],
      [encodedPath, copiedPath].map((part) => `file 'file:${part}'`).join('\n'),
    )
  } finally {
    await rm(encodedPath, { force: true })
    await rm(copiedPath, { force: true })
  }
}

function copyRange(path: string, from: number, to: number, output: string, options: readonly string[]): Promise<void> {
  const range = ['-ss', from.toFixed(5), '-i', path, '-t', (to - from).toFixed(5)]
  return ffmpeg([
    ...range,
    ...options,
    ...COPIED_STREAMS,
    '-map_metadata',
    '0',
    ...MP4_OUTPUT,
    '-f',
    'mp4',
    '-y',
    output,
  ])
}

async function ffmpeg(options: readonly string[], input = ''): Promise<void> {
  const process = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...options], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  process.stdin!.end(input)
  const [code] = await once(process, 'exit')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

interface VideoStream {
  time_base: string
  bit_rate: string
  has_b_frames: number
  avg_frame_rate: string
}

async function describe(path: string): Promise<VideoStream> {
  const { streams } = await ffprobe(['-show_streams', '-select_streams', 'v:0', path])
  return streams![0]!
}

/** Time of the first keyframe at or after a time. */
async function keyframeFrom(path: string, time: number): Promise<number> {
  const interval = `${Math.max(0, time - KEYFRAME_SEARCH_SECONDS)}%${time + KEYFRAME_SEARCH_SECONDS}`
  const entries = ['-show_packets', '-select_streams', 'v:0', '-show_entries', 'packet=pts_time,flags']
  const { packets } = await ffprobe(['-read_intervals', interval, ...entries, path])
  const keyframes = packets!.filter(({ flags }) => flags.startsWith('K')).map(({ pts_time }) => Number(pts_time))
  return Math.min(...keyframes.filter((keyframe) => keyframe > time - MAX_KEYFRAME_OFFSET_SECONDS))
}

async function ffprobe(
  options: readonly string[],
): Promise<{ streams?: VideoStream[]; packets?: { pts_time: string; flags: string }[] }> {
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', ...options])
  return JSON.parse(stdout)
}
