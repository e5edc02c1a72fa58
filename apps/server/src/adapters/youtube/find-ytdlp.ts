import { delimiter, isAbsolute, join } from 'node:path'
import { type FetchedYtdlp, isExecutableFile } from './fetch-ytdlp.ts'

interface FoundYtdlp {
  path: string
  /** Named by the operator, found on the PATH, or fetched by the app itself. */
  origin: 'configured' | 'path' | 'fetched'
}

export type YtdlpFinder = ReturnType<typeof createYtdlpFinder>

export interface YtdlpFinderOptions {
  /** YTDLP_PATH. When it is given nothing else is tried: a typo should show, not be papered over. */
  configuredPath: string | null
  searchPath: string | null
  /** The app's own copy, which is asked for only when neither of the others exists. */
  fetched: FetchedYtdlp | null
}

export function createYtdlpFinder(options: YtdlpFinderOptions) {
  return {
    async find(): Promise<FoundYtdlp | null> {
      const { configuredPath } = options
      if (configuredPath !== null) {
        return (await isExecutableFile(configuredPath)) ? { path: configuredPath, origin: 'configured' } : null
      }
      const onPath = await findOnPath(options.searchPath ?? '')
      if (onPath !== null) return { path: onPath, origin: 'path' }
      const fetched = (await options.fetched?.currentPath()) ?? null
      return fetched === null ? null : { path: fetched, origin: 'fetched' }
    },
  }
}

async function findOnPath(searchPath: string): Promise<string | null> {
  // A relative entry would depend on the working directory.
  for (const directory of searchPath.split(delimiter).filter(isAbsolute)) {
    const candidate = join(directory, 'yt-dlp')
    if (await isExecutableFile(candidate)) return candidate
  }
  return null
}
