import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import { AccountHolder } from '../../../tests/journeys/src/harness/account-holder.ts'
import { type RunningKerf, startKerf } from '../../../tests/journeys/src/harness/start-kerf.ts'
import type { Visitor } from '../../../tests/journeys/src/harness/visitor.ts'
import { type MediaServer, startMediaServer } from '../media-server.ts'
import { type CostFilm, type CostFilmName, costFilm } from './cost-films.ts'

export const ROUND_TRIP_MILLISECONDS = 50
/** A media process ends, and is counted, a moment after its clip is there. */
const SETTLED_MILLISECONDS = 400
const POLL_MILLISECONDS = 100

/** What is asked of one video. */
export interface CostWish {
  quality: string
  format?: string
}

export interface CostServer {
  kerf: RunningKerf
  media: MediaServer
  /** Somebody whose downloads nobody counts. */
  admin: Visitor
  filmOf(name: CostFilmName): CostFilm
  linkOf(name: CostFilmName): string
  settle(): Promise<void>
  dispose(): Promise<void>
}

/** The real server, and films on loopback with a round trip as distant ones have. */
export async function startCostServer(
  names: readonly CostFilmName[],
  environment: Record<string, string> = {},
): Promise<CostServer> {
  const films = new Map<CostFilmName, CostFilm>()
  for (const name of names) films.set(name, await costFilm(name))
  const sources = [...films.values()].map(
    ({ path, seconds }) => ({ layout: 'plain', seconds, videoPath: path, audioPath: null }) as const,
  )
  const media = await startMediaServer(sources, ROUND_TRIP_MILLISECONDS)
  const filmOf = (name: CostFilmName): CostFilm => {
    const film = films.get(name)
    if (!film) throw new Error(`The film ${name} was not asked for.`)
    return film
  }
  const linkOf = (name: CostFilmName): string => media.urlOf(filmOf(name).path)
  const account = { email: 'operator@example.org', password: randomBytes(12).toString('hex') }
  const kerf = await startKerf({
    environment: {
      ...{ SOURCES: 'media', OUTBOUND_ALLOW: new URL(linkOf(names[0]!)).host },
      ...{ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
      ...environment,
    },
  })
  const admin = new AccountHolder(kerf.url, account)
  const { status } = await admin.signIn()
  if (status !== 200) throw new Error(`Signing in answered ${status}.`)
  return {
    ...{ kerf, media, admin, filmOf, linkOf },
    settle: () => wait(SETTLED_MILLISECONDS),
    async dispose() {
      await kerf.dispose()
      media.close()
    },
  }
}

export async function ask(someone: Visitor, video: Video, wish: CostWish): Promise<Download> {
  const { status, body } = await someone.call<Download>('POST', `/api/video/${video.id}/download`, wish)
  if (status !== 202) throw new Error(`download answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Looks until it is there. @throws Error when it became anything else */
export async function finished(someone: Visitor, download: Download): Promise<Download> {
  for (;;) {
    const { body } = await someone.status(download)
    if (body.status === 'completed') return body
    if (body.status !== 'processing') throw new Error(`A clip became ${body.status}: ${body.code} ${body.error}`)
    await wait(POLL_MILLISECONDS)
  }
}
