import type { Readable } from 'node:stream'
import * as contract from '@kerf/contract/clip-address'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../ports/clips.ts'
import { findAddressedDownload, identifyPass, signClipAddress } from '../use-cases/clip-addresses/clip-address.ts'
import { openClip } from '../use-cases/downloads/files/open-clip.ts'
import { waitForEnd } from '../use-cases/downloads/files/own-downloads.ts'
import { countedStream } from '../use-cases/shared/counted-stream.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { viewerOf, viewerOnServer } from '../use-cases/shared/viewer.ts'
import { addressOf } from './callers/caller.ts'
import { sendFile } from './files/send-file.ts'
import { logRefusedLink } from './logs/refused-link.ts'
import { siteAddressFor } from './routing/request-headers.ts'
import { openToOtherSites } from './routing/response-headers.ts'
import { ANSWERED, route, signedInRoute } from './routing/route.ts'

/** Limit for one address. Players read a file in many parts. */
const CLIPS_PER_MINUTE = 240
/** Wait of one call, in seconds. Reverse proxies close a silent call after a minute. */
const WAIT_SECONDS = 50
/** Most calls that wait for one clip, one after another. Browsers follow 20 redirects. */
const MOST_TURNS = 18
const RETRY_SECONDS = 10
/** Wait where the signed addresses of a key have used up their bytes. */
const USED_UP_SECONDS = 3600

type ClipQuery = Parameters<Parameters<typeof route<typeof contract.readClip>>[2]>[0]['query']

/** Clips as URLs: cut with the first call, found again by the later ones. */
export function clipAddressRoutes(app: FastifyInstance, deps: Deps): void {
  signedInRoute(
    app,
    contract.signClipAddress,
    ({ params: { id }, body: { hours, ...clip }, session, request, signal }) =>
      signClipAddress(deps, {
        accountId: session.account.id,
        keyId: id,
        clip,
        hours,
        site: siteAddressFor(request),
        signal,
      }),
  )

  route(
    app,
    contract.readClip,
    async ({ query, signal, request, reply }) => {
      const { pass: _pass, wait = WAIT_SECONDS, turn = 1, name: names = deps.fileNames, ...clip } = query
      openToOtherSites(reply)
      const identity = await identify(deps, request, query)
      if (!identity.ok) return identity
      const { viewer, check, keyId } = identity.value
      const { addressBytes } = deps.caches
      if (keyId !== null && addressBytes.leftOf(keyId) <= 0)
        return refused('too_many_requests', { retryAfterSeconds: USED_UP_SECONDS })
      const lookup = await findAddressedDownload(deps, { clip, viewer, address: addressOf(request), signal })
      if (!lookup.ok) return lookup.step ? logRefusedLink(request, lookup) : lookup
      const own = { id: lookup.value.id, viewer }
      let file = await openClip(deps, { ...own, names })
      if (!file.ok && file.code === 'not_ready') {
        const endWait = request.beginWait()
        if (!endWait) return refused('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
        // The wait checks the key each time it polls, because the key may be revoked meanwhile.
        const mayWait = async () => (await check()).ok
        await waitForEnd(deps, { ...own, seconds: wait, mayWait, signal }).finally(endWait)
        const current = await check()
        if (!current.ok) return current
        file = await openClip(deps, { ...own, names })
      }
      if (!file.ok) {
        if (file.code !== 'not_ready') return file
        if (turn >= MOST_TURNS) return { ...file, retryAfterSeconds: RETRY_SECONDS }
        reply
          .code(307)
          .header('location', nextTurn(request, turn + 1))
          .send()
        return ANSWERED
      }
      const { container, fileName, open, ...storedFile } = file.value
      return sendFile(request, reply, {
        ...storedFile,
        mediaType: mediaTypeOf(container),
        showAs: fileName,
        cacheControl: 'private, no-store',
        async open(range) {
          const bytes = await open(range)
          return bytes && keyId !== null
            ? countedStream(bytes as Readable, (sentBytes) => addressBytes.spend(keyId, sentBytes))
            : bytes
        },
      })
    },
    { callsPerMinute: CLIPS_PER_MINUTE, acceptsAnyText: true },
  )
}

interface Identity {
  viewer: ViewerRecord
  check(): Promise<Outcome<unknown>>
  /** API key of a signed address; null for a call with the key itself. */
  keyId: string | null
}

/**
 * The viewer of an API key or a pass. Cookies do not count: any page could show a clip, and its visitors would pay with
 * their quota.
 */
async function identify(
  deps: Deps,
  request: FastifyRequest,
  { pass = '', wait: _wait, turn: _turn, name: _name, ...clip }: ClipQuery,
): Promise<Outcome<Identity>> {
  const { viewer, checkKey } = request
  if (viewer && checkKey) return done({ viewer, check: checkKey, keyId: null })
  const check = () => identifyPass(deps, { pass, clip })
  const identity = await check()
  if (!identity.ok) return identity
  const { account, key } = identity.value
  return done({ viewer: await viewerOnServer(deps, viewerOf(account, deps.clock.now())), check, keyId: key.id })
}

/** The same address, to go on waiting. */
function nextTurn(request: FastifyRequest, turn: number): string {
  const query = new URLSearchParams(request.query as Record<string, string>)
  query.set('turn', String(turn))
  return `${siteAddressFor(request)}/clip?${query}`
}
