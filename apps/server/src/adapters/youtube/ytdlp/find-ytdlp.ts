import { delimiter, isAbsolute, join } from 'node:path'
import type { FetchedYtdlp } from './fetch-ytdlp.ts'
import { isKnownBroken, type YtdlpFacts, type YtdlpInspector } from './ytdlp-facts.ts'
import { isExecutableFile } from './ytdlp-folder.ts'

export interface FoundYtdlp {
  path: string
  /** Named by the operator, found on the PATH, or fetched by the app itself. */
  origin: 'configured' | 'path' | 'fetched'
}

export interface YtdlpFinder {
  find(): Promise<FoundYtdlp | null>
}

export interface YtdlpFinderOptions {
  /** YTDLP_PATH. When it is given nothing else is tried: a typo should show, not be papered over. */
  configuredPath: string | null
  searchPath: string | null
  inspector: YtdlpInspector
  /** The app's own copy, which is asked for only when there is nothing else that works. */
  fetched: FetchedYtdlp | null
}

export function createYtdlpFinder({ configuredPath, searchPath, inspector, fetched }: YtdlpFinderOptions) {
  async function lookOnPath(): Promise<{ path: string; broken: YtdlpFacts | null } | null> {
    const path = await findOnPath(searchPath ?? '')
    const facts = path && (await inspector.inspect(path))
    return path === null ? null : { path, broken: facts && isKnownBroken(facts) ? facts : null }
  }

  async function find(): Promise<FoundYtdlp | null> {
    if (configuredPath !== null) {
      return (await isExecutableFile(configuredPath)) ? { path: configuredPath, origin: 'configured' } : null
    }
    const onPath = await lookOnPath()
    if (onPath?.broken === null) return { path: onPath.path, origin: 'path' }
    const own = (await fetched?.currentPath()) ?? null
    return own === null ? null : { path: own, origin: 'fetched' }
  }

  return {
    find,
    /** The version on the PATH that is not used because it is known to be broken, or null. */
    passedOver: async (): Promise<string | null> =>
      configuredPath === null ? ((await lookOnPath())?.broken?.version ?? null) : null,
    /** For when the app's own copy keeps failing; any other is the operator's. False if there is nothing else to use. */
    takeBack: async (): Promise<boolean> => (await find())?.origin === 'fetched' && (await fetched!.takeBack()),
  }
}

export async function findOnPath(searchPath: string): Promise<string | null> {
  // A relative entry would depend on the working directory.
  for (const directory of searchPath.split(delimiter).filter(isAbsolute)) {
    const candidate = join(directory, 'yt-dlp')
    if (await isExecutableFile(candidate)) return candidate
  }
  return null
}
