import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CutTask, Method } from './cut-task.ts'
import { canRun, runCounted } from './run-counted.ts'

const hasFfmpeg = () => canRun('ffmpeg', '-version')
const hasYtdlp = async () => (await hasFfmpeg()) && canRun('yt-dlp', '--version')

export const ffmpegCopy: Method = {
  name: 'ffmpeg -c copy',
  available: hasFfmpeg,
  cut: (task) => ffmpeg(task, ['-c', 'copy']),
}

export const ffmpegEncode: Method = {
  name: 'ffmpeg, re-encoded (veryfast)',
  available: hasFfmpeg,
  cut: (task) => ffmpeg(task, ['-c:v', 'libx264', '-preset', 'veryfast']),
}

export const ytdlpSections: Method = {
  name: 'yt-dlp --download-sections',
  available: hasYtdlp,
  cut: (task) => ytdlp(task, []),
}

export const ytdlpExact: Method = {
  name: 'yt-dlp --force-keyframes-at-cuts',
  available: hasYtdlp,
  cut: (task) => ytdlp(task, ['--force-keyframes-at-cuts']),
}

async function ffmpeg({ videoUrl, audioUrl, startTime, endTime, output }: CutTask, codecs: string[]) {
  const input = (url: string) => ['-ss', String(startTime), '-to', String(endTime), '-i', url]
  const inputs = audioUrl ? [...input(videoUrl), ...input(audioUrl)] : input(videoUrl)
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
  return { cpuSeconds: await runCounted('ffmpeg', [...quiet, ...inputs, ...codecs, output]), coveredBytes: null }
}

async function ytdlp({ oneUrl, startTime, endTime, output }: CutTask, how: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-ytdlp-'))
  try {
    const cpuSeconds = await runCounted('yt-dlp', [
      ...['--ignore-config', '--no-cache-dir', '--quiet', '--no-warnings', '--no-part'],
      ...['--download-sections', `*${startTime}-${endTime}`, ...how],
      ...['-o', join(folder, 'clip.%(ext)s'), '--', oneUrl],
    ])
    const [made] = await readdir(folder)
    await copyFile(join(folder, made ?? 'nothing'), output)
    return { cpuSeconds, coveredBytes: null }
  } finally {
    await rm(folder, { recursive: true })
  }
}
