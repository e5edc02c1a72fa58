import { readFile } from 'node:fs/promises'
import { getFFmpegInfo } from 'node-av/lib'

/**
 * The names and versions of the media engine, for example `FFmpeg 8.1, node-av 6.1.1`.
 * @throws Error if the engine cannot be used
 */
export async function engineVersion(): Promise<string> {
  const { version: ffmpeg } = getFFmpegInfo()
  const manifest = new URL('../package.json', import.meta.resolve('node-av'))
  const { version: library } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return `FFmpeg ${ffmpeg}, node-av ${library}`
}
