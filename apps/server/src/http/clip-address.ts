import type { Readable } from 'node:stream'
import * as contract from '@kerf/contract/clip-address'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../ports/clips.ts'
import { findAddressedDownload } from '../use-cases/clip-addresses/find-addressed-download.ts'
import { identifyPass, signClipAddress } from '../use-cases/clip-addresses/sign-clip-address.ts'
import { type OpenedClip, openClip } from '../use-cases/downloads/files/open-clip.ts'
import { waitForEnd } from '../use-cases/downloads/files/own-downloads.ts'
import { countedStream } from '../use-cases/shared/counted-stream.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { viewerOf, viewerOnServer } from '../use-cases/shared/viewer.ts'
import { readIpAddress } from './callers/caller.ts'
import { sendFile } from './files/send-file.ts'
import { logRefusedLink } from './logs/refused-link.ts'
import { siteAddressFor } from './routing/request-headers.ts'
import { openToOtherSites } from './routing/response-headers.ts'
import { ANSWERED, route, signedInRoute } from './routing/route.ts'

/** Limit for one IP address. Players read a file in many parts. */
const CLIPS_PER_MINUTE = 240
/** Longest time of one call, in seconds. Reverse proxies close a silent call after a minute. */
const WAIT_SECONDS = 50
/** Maximum number of calls that wait for one clip, one after another. Browsers follow 20 redirects. */
const MAX_TURNS = 18
const RETRY_SECONDS = 10
/** Wait where the signed addresses of an account have used up their bytes. */
const USED_UP_SECONDS = 60

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
        signerIpAddress: readIpAddress(request),
        site: siteAddressFor(request),
        signal,
      }),
  )

  route(
    app,
    contract.readClip,
    async ({ query, signal, request, reply }) => {
      const { pass: _pass, wait = WAIT_SECONDS, turn = 1, name: names = deps.fileNames, ...clip } = query
      const waitUntil = performance.now() + wait * 1000
      openToOtherSites(reply)
      const identity = await identify(deps, request, query)
      if (!identity.ok) {
        if (identity.code === 'not_signed_in') reply.header('www-authenticate', 'Bearer')
        return identity
      }
      const { viewer, isByPass, callerIpAddress, checkIdentity } = identity.value
      const { addressBytes } = deps.caches
      if (isByPass && addressBytes.leftOf(viewer.id) <= 0)
        return refused('too_many_requests', { retryAfterSeconds: USED_UP_SECONDS })
      // A HEAD request is often a preview or a check of links, and takes no unit of the quota.
      const mayRequest = request.method !== 'HEAD'
      const lookup = await findAddressedDownload(deps, { clip, viewer, callerIpAddress, mayRequest })
      if (!lookup.ok) return lookup.step ? logRefusedLink(request, lookup) : lookup
      const ownVideo = { id: lookup.value, viewer }
      let file = await openClip(deps, { ...ownVideo, names })
      if (!file.ok && file.code === 'not_ready' && mayRequest) {
        const endWait = request.beginWait(viewer)
        if (!endWait) return refused('too_many_requests', { retryAfterSeconds: RETRY_SECONDS })
        const seconds = Math.max(0, (waitUntil - performance.now()) / 1000)
        const mayWait = async () => (await checkIdentity()).ok
        await waitForEnd(deps, { ...ownVideo, seconds, mayWait, signal }).finally(endWait)
        const currentIdentity = await checkIdentity()
        if (!currentIdentity.ok) return currentIdentity
        file = await openClip(deps, { ...ownVideo, names })
        if (!file.ok && file.code === 'not_ready' && turn < MAX_TURNS) return redirectToTurn(request, reply, turn + 1)
      }
      if (!file.ok) return file.code === 'not_ready' ? { ...file, retryAfterSeconds: RETRY_SECONDS } : file
      const countBytes = isByPass ? (sentBytes: number) => addressBytes.spend(viewer.id, sentBytes) : null
      return sendClip(request, reply, file.value, countBytes)
    },
    { callsPerMinute: CLIPS_PER_MINUTE, acceptsAnyText: true },
  )
}

/** Sends a clip to be played in place, and reports the sent bytes. */
function sendClip(
  request: FastifyRequest,
  reply: FastifyReply,
  { container, fileName, open, ...storedFile }: OpenedClip,
  countBytes: ((bytes: number) => void) | null,
): Promise<typeof ANSWERED> {
  return sendFile(request, reply, {
    ...storedFile,
    mediaType: mediaTypeOf(container),
    showAs: fileName,
    cacheControl: 'private, no-store',
    async open(range) {
      const bytes = await open(range)
      return bytes && countBytes ? countedStream(bytes as Readable, countBytes) : bytes
    },
  })
}

interface Identity {
  viewer: ViewerRecord
  /** Whether the address is signed. If not, the call has an API key. */
  isByPass: boolean
  /** IP address that counts against the quota of an account whose email is not confirmed: the signer's for a pass. */
  callerIpAddress: string
  /** Checks the key again, because it may be revoked while a call waits. */
  checkIdentity(): Promise<Outcome<unknown>>
}

/**
 * Identifies the viewer by an API key or a signed address. Cookies do not count: otherwise any page could show a clip,
 * and use up the quota of its visitors.
 */
async function identify(
  deps: Deps,
  request: FastifyRequest,
  { pass = '', wait: _wait, turn: _turn, name: _name, ...clip }: ClipQuery,
): Promise<Outcome<Identity>> {
  const { viewer, checkKey } = request
  if (viewer && checkKey)
    return done({ viewer, isByPass: false, callerIpAddress: readIpAddress(request), checkIdentity: checkKey })
  const checkIdentity = () => identifyPass(deps, { pass, clip })
  const identity = await checkIdentity()
  if (!identity.ok) return identity
  const { account, signerIpAddress: callerIpAddress } = identity.value
  const signer = await viewerOnServer(deps, viewerOf(account, deps.clock.now()))
  return done({ viewer: signer, isByPass: true, callerIpAddress, checkIdentity })
}

/**
 * Redirects a call to the same address, so that it continues to wait. The new address is relative, so that it stays on
 * this host.
 */
function redirectToTurn(request: FastifyRequest, reply: FastifyReply, turn: number): typeof ANSWERED {
  const query = new URLSearchParams(request.query as Record<string, string>)
  query.set('turn', String(turn))
  reply.code(307).header('location', `?${query}`).header('cache-control', 'no-store').send()
  return ANSWERED
}
