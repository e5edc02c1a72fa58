import { delimiter, isAbsolute, join } from 'node:path'
import type { FetchedYtdlp } from './fetch-ytdlp.ts'
import { isKnownBroken, type YtdlpFacts, type YtdlpInspector } from './ytdlp-facts.ts'
import { isExecutableFile } from './ytdlp-folder.ts'

export interface FoundYtdlp {
  path: string
  /** Origin of the program: named by the operator, found on the PATH, or fetched by the app itself. */
  origin: 'configured' | 'path' | 'fetched'
}

export interface YtdlpFinder {
  find(): Promise<FoundYtdlp | null>
}

export interface YtdlpFinderOptions {
  /** YTDLP_PATH. If it is set, no other path is tried, so that a typo becomes visible. */
  configuredPath: string | null
  searchPath: string | null
  inspector: YtdlpInspector
  /** The app's own copy, which is used only if no other program works. */
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
    const ownPath = (await fetched?.currentPath()) ?? null
    return ownPath === null ? null : { path: ownPath, origin: 'fetched' }
  }

  return {
    find,
    /** Returns the version on the PATH that is skipped because it is known to be broken, or null. */
    passedOver: async (): Promise<string | null> =>
      configuredPath === null ? ((await lookOnPath())?.broken?.version ?? null) : null,
    /**
     * Replaces the app's own copy if it keeps failing. False for the operator's program, or if there is no other copy.
     */
    takeBack: async (): Promise<boolean> => (await find())?.origin === 'fetched' && (await fetched!.takeBack()),
  }
}

export async function findOnPath(searchPath: string): Promise<string | null> {
  // A relative entry would depend on the working directory, so it is skipped.
  for (const directory of searchPath.split(delimiter).filter(isAbsolute)) {
    const candidate = join(directory, 'yt-dlp')
    if (await isExecutableFile(candidate)) return candidate
  }
  return null
}
