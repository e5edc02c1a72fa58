import { createHmac, randomBytes } from 'node:crypto'
import type { Requester, RequestingProgram } from '../client-behaviour.ts'
import type { StandinCaptions, StandinVideo } from '../videos.ts'

export const CAPTIONS_PATH = '/api/timedtext'
const SIGNED_PARAMETERS = ['v', 'ip', 'expire', 'c', 'program', 'lang', 'kind'] as const
const SIGNATURE_KEY = randomBytes(32)

/** A captions URL as YouTube issues it to a requester. Clients may add a format (`fmt`) and a translation (`tlang`). */
export function makeCaptionsUrl(
  video: StandinVideo,
  { language, isAutomatic }: StandinCaptions,
  requester: Requester,
): string {
  const expire = Math.floor(Date.now() / 1000) + video.urlSeconds
  const { client, program, from } = requester
  const query = new URLSearchParams({
    v: video.id,
    caps: 'asr',
    ip: from,
    ipbits: '0',
    expire: String(expire),
    c: client,
    program,
    ...(isAutomatic ? { kind: 'asr' } : {}),
    lang: language,
  })
  query.set('signature', signQuery(query))
  return `https://www.youtube.com${CAPTIONS_PATH}?${query}`
}

export interface CaptionsClaim {
  language: string
  isAutomatic: boolean
  requester: Requester
}

/** Reads a captions URL; null: the stand-in has not signed it, or it has expired at `nowSeconds`. */
export function readCaptionsUrl(query: URLSearchParams, nowSeconds: number): CaptionsClaim | null {
  if (query.get('signature') !== signQuery(query) || Number(query.get('expire')) <= nowSeconds) return null
  return {
    language: query.get('lang')!,
    isAutomatic: query.get('kind') === 'asr',
    requester: { client: query.get('c')!, program: query.get('program') as RequestingProgram, from: query.get('ip')! },
  }
}

function signQuery(query: URLSearchParams): string {
  const terms = SIGNED_PARAMETERS.map((name) => `${name}=${query.get(name)}`).join('&')
  return createHmac('sha256', SIGNATURE_KEY).update(terms).digest('hex')
}
