import { captionsFile } from './captions/caption-files.ts'
import { type CaptionsClaim, readCaptionsUrl } from './captions/captions-urls.ts'
import type { ClientSwitch } from './client-behaviour.ts'
import { type Exchange, send } from './exchange.ts'
import type { StandinVideo } from './videos.ts'

/** Answers `/api/timedtext`. Captions that YouTube withholds get status 200 and no content. */
export function serveCaptions(
  exchange: Exchange,
  video: StandinVideo | null,
  seconds: number,
  clients: ClientSwitch,
): void {
  const claim = readCaptionsUrl(exchange.url.searchParams, Date.now() / 1000)
  if (claim && clients.behaviourFor(claim.requester).captions === 'hang') return
  const {
    status,
    mediaType = 'text/html',
    text = '',
  } = claim && video ? answerFor(exchange, claim, video, seconds, clients) : NOT_FOUND
  send(exchange, status, mediaType, text)
}

interface CaptionsAnswer {
  status: number
  mediaType?: string
  text?: string
}

const NOT_FOUND: CaptionsAnswer = { status: 404 }

function answerFor(
  { url, from }: Exchange,
  { requester, language, isAutomatic }: CaptionsClaim,
  video: StandinVideo,
  seconds: number,
  clients: ClientSwitch,
): CaptionsAnswer {
  const { captions: captionsBehaviour, addressesFor } = clients.behaviourFor(requester)
  const isElsewhere = addressesFor === 'requester' && requester.from !== from
  if (captionsBehaviour === 'forbidden' || isElsewhere) return { status: 403 }
  const captions = video.captions.find((track) => track.language === language && track.isAutomatic === isAutomatic)
  // The stand-in has no translations.
  if (!captions || url.searchParams.has('tlang')) return NOT_FOUND
  if (captionsBehaviour === 'empty' || captions.isWithheld) return { status: 200 }
  const file = captionsFile(captions, video.statedSeconds ?? seconds, url.searchParams.get('fmt'))
  return file ? { status: 200, ...file } : NOT_FOUND
}
