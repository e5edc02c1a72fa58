import { readFile } from 'node:fs/promises'
import { isNewerVersion, isRelease } from '@kerf/domain/site/version-order'
import { jsonIn } from '@kerf/domain/text/json-in'
import type { Clock } from '../../ports/clock.ts'
import { SourceReadError } from '../../ports/sources.ts'
import { type NewestVersion, UpdatesError } from '../../ports/updates.ts'
import { describeTrouble } from '../outbound/connection-trouble.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'

export interface NewestVersionOptions {
  /** Address of a registry, or path of a file. */
  from: URL | string
  fetcher: Pick<GuardedFetcher, 'get'>
  clock: Clock
}

const SUCCESS_TTL_MILLISECONDS = 3_600_000
const FAILURE_TTL_MILLISECONDS = 60_000
/** Limit of a registry's answer. A long list of releases has some hundred kilobytes. */
const MAX_ANSWER_BYTES = 4_000_000

/** Reads the newest version, and caches it for an hour. A failure is cached for a minute. */
export function createNewestVersion({ from, fetcher, clock }: NewestVersionOptions): NewestVersion {
  let cacheEntry: { answer: Promise<string>; until: number } | null = null
  return () => {
    const now = clock.now().getTime()
    if (cacheEntry && now < cacheEntry.until) return cacheEntry.answer
    const newEntry = { answer: readVersion(), until: now + SUCCESS_TTL_MILLISECONDS }
    cacheEntry = newEntry
    newEntry.answer.catch(() => {
      newEntry.until = now + FAILURE_TTL_MILLISECONDS
    })
    return newEntry.answer
  }

  async function readVersion(): Promise<string> {
    const version = newestVersionIn(from instanceof URL ? await fetchText(from, fetcher) : await readText(from))
    if (version === null) throw new UpdatesError('it names no version')
    return version
  }
}

async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UpdatesError(error.code ?? 'unreadable', { cause: error })
  })
}

async function fetchText({ href }: URL, fetcher: Pick<GuardedFetcher, 'get'>): Promise<string> {
  try {
    const response = await fetcher.get(href, {
      maxBytes: MAX_ANSWER_BYTES,
      headers: { accept: 'application/json, */*' },
    })
    if (response.status === 200) return Buffer.from(await response.bytes()).toString('utf8')
    response.discard()
    throw new UpdatesError(`status ${response.status}`)
  } catch (error) {
    throw error instanceof SourceReadError ? new UpdatesError(describeTrouble(error), { cause: error }) : error
  }
}

/**
 * The newest release in the answer of a package registry (`dist-tags`, `version`), a container registry (`tags`) or a
 * list of releases (`tag_name`), or in a text; null if there is none.
 */
export function newestVersionIn(text: string): string | null {
  const json = jsonIn(text)
  const names = typeof json === 'object' && json !== null ? [json].flat().flatMap(versionsOf) : text.split(/[\s"]+/)
  const releases = names.filter((name): name is string => typeof name === 'string' && isRelease(name))
  const newestRelease = releases.reduce<string | null>(
    (newestName, name) => (newestName && !isNewerVersion(name, newestName) ? newestName : name),
    null,
  )
  return newestRelease?.replace(/^v/, '') ?? null
}

function versionsOf(entry: unknown): unknown[] {
  const { version, tag_name, tags, 'dist-tags': distTags } = Object(entry)
  return [Object(distTags).latest, version, tag_name, ...(Array.isArray(tags) ? tags : [])]
}
