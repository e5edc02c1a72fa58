import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cut, fileSink, type Media, open, plan } from '@kerf/cutter'
import { openHttpByteSource } from './http-byte-source.ts'

export interface CutTask {
  videoUrl: string
  /** null: the sound is in the same file. */
  audioUrl: string | null
  startSeconds: number
  endSeconds: number
  output: string
}

export interface Method {
  name: string
  /** Whether it can run on this machine. */
  available(): Promise<boolean>
  /** Whether it takes picture and sound from two files. */
  takesPairs: boolean
  cut(task: CutTask): Promise<void>
}

/** Kerf with the index of the source already read, as it is for the second clip of a video. */
export function warmKerf(): Method {
  const opened = new Map<string, Promise<Media>>()
  return {
    name: 'kerf (index known)',
    available: async () => true,
    takesPairs: true,
    async cut(task) {
      const media = opened.get(task.videoUrl) ?? openTask(task)
      opened.set(task.videoUrl, media)
      await cutWith(await media, task)
    },
  }
}

/** Kerf with nothing known: index and clip. */
export const coldKerf: Method = {
  name: 'kerf (first clip)',
  available: async () => true,
  takesPairs: true,
  cut: async (task) => cutWith(await openTask(task), task),
}

async function openTask(task: CutTask): Promise<Media> {
  const video = await openHttpByteSource(task.videoUrl)
  return open({ video, audio: task.audioUrl ? await openHttpByteSource(task.audioUrl) : video })
}

async function cutWith(media: Media, task: CutTask): Promise<void> {
  await cut(await plan(media, task, { kind: 'video', height: null }), fileSink(task.output))
}

export const ffmpegCopy: Method = {
  name: 'ffmpeg -c copy',
  available: () => runs('ffmpeg', ['-version']),
  takesPairs: true,
  cut: (task) => run('ffmpeg', [...ffmpegInputs(task), '-c', 'copy', task.output]),
}

export const ffmpegEncode: Method = {
  name: 'ffmpeg, re-encoded (veryfast)',
  available: () => runs('ffmpeg', ['-version']),
  takesPairs: true,
  cut: (task) => run('ffmpeg', [...ffmpegInputs(task), '-c:v', 'libx264', '-preset', 'veryfast', task.output]),
}

function ffmpegInputs({ videoUrl, audioUrl, startSeconds, endSeconds }: CutTask): string[] {
  const input = (url: string) => ['-ss', String(startSeconds), '-to', String(endSeconds), '-i', url]
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
  return audioUrl ? [...quiet, ...input(videoUrl), ...input(audioUrl)] : [...quiet, ...input(videoUrl)]
}

/** What people are told to use for exact cuts of a link. */
export const ytdlpExact: Method = {
  name: 'yt-dlp --force-keyframes-at-cuts',
  available: async () => (await runs('yt-dlp', ['--version'])) && (await runs('ffmpeg', ['-version'])),
  takesPairs: false,
  async cut({ videoUrl, startSeconds, endSeconds, output }) {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-ytdlp-'))
    try {
      await run('yt-dlp', [
        ...['--ignore-config', '--no-cache-dir', '--quiet', '--no-warnings', '--no-part'],
        ...['--download-sections', `*${startSeconds}-${endSeconds}`, '--force-keyframes-at-cuts'],
        ...['-o', join(folder, 'clip.%(ext)s'), '--', videoUrl],
      ])
      const [made] = await readdir(folder)
      await copyFile(join(folder, made ?? 'nothing'), output)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

async function runs(command: string, args: string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  )
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2000)
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${words}`))))
  })
}
