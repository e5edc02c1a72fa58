import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CutTask, Method } from './cut-method.ts'

const FFMPEG = [
  ['ffmpeg -c copy', '-c', 'copy'],
  ['ffmpeg, re-encoded (veryfast)', '-c:v', 'libx264', '-preset', 'veryfast'],
] as const

export async function rivalMethods(): Promise<Method[]> {
  const hasFfmpeg = await canRun('ffmpeg', '-version')
  const hasYtdlp = hasFfmpeg && (await canRun('yt-dlp', '--version'))
  if (!hasYtdlp) console.error(`skipped, because it is not installed: ${hasFfmpeg ? '' : 'ffmpeg, '}yt-dlp`)
  const exactOption = '--force-keyframes-at-cuts'
  const ytdlpMethods: Method[] = [
    { name: 'yt-dlp --download-sections', role: 'rival', cut: (task) => cutWithYtdlp(task, []) },
    { name: `yt-dlp ${exactOption}`, role: 'yardstick', cut: (task) => cutWithYtdlp(task, [exactOption]) },
  ]
  const ffmpegMethods = FFMPEG.map(
    ([name, ...codecs]): Method => ({ name, role: 'rival', cut: (task) => ffmpeg(task, codecs) }),
  )
  return [...(hasFfmpeg ? ffmpegMethods : []), ...(hasYtdlp ? ytdlpMethods : [])]
}

async function ffmpeg({ videoUrl, audioUrl, startTime, endTime, output }: CutTask, codecs: string[]) {
  const input = (url: string) => ['-ss', String(startTime), '-to', String(endTime), '-i', url]
  const inputs = audioUrl ? [...input(videoUrl), ...input(audioUrl)] : input(videoUrl)
  const quietOptions = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
  return { cpuSeconds: await runTimed('ffmpeg', [...quietOptions, ...inputs, ...codecs, output]), coveredBytes: null }
}

type YtdlpTask = Pick<CutTask, 'singleUrl' | 'startTime' | 'endTime'> & { output: string | null }

/** @param task if its output is null, the clip is deleted */
export async function cutWithYtdlp(
  { singleUrl, startTime, endTime, output }: YtdlpTask,
  options: readonly string[],
  environment: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-ytdlp-'))
  try {
    const quietOptions = ['--ignore-config', '--no-cache-dir', '--quiet', '--no-warnings', '--no-part']
    const section = ['--download-sections', `*${startTime}-${endTime}`, ...options]
    const file = ['-o', join(folder, 'clip.%(ext)s'), '--', singleUrl]
    const cpuSeconds = await runTimed('yt-dlp', [...quietOptions, ...section, ...file], environment)
    const [fileName] = await readdir(folder)
    if (!fileName) throw new Error('yt-dlp wrote no file.')
    if (output) await copyFile(join(folder, fileName), output)
    return { cpuSeconds, coveredBytes: null }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Shell script that runs a command, and prints the user and system time of the shell and of the command. */
const TIME_SCRIPT = '"$@" >&2 </dev/null; code=$?; times; exit $code'

/** CPU seconds of a command and its children. Throws if it fails. */
export async function runTimed(command: string, args: readonly string[], environment = {}): Promise<number> {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)('sh', ['-c', TIME_SCRIPT, 'sh', command, ...args], { env })
  const times = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}

function canRun(command: string, argument: string): Promise<boolean> {
  return runTimed(command, [argument]).then(
    () => true,
    () => false,
  )
}
