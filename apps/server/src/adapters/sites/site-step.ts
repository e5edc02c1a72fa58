import { type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import type { Clock } from '../../ports/clock.ts'
import type { Refusal, ResolvedVideo } from '../../ports/sources.ts'
import { type DescribedMedia, describeOffer } from '../remote-media/describe-offer.ts'
import type { RemoteMedia } from '../remote-media/remote-media.ts'
import type { ResolverStep, StepAnswer } from '../resolver-step.ts'
import type { YtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { parseSiteInfo, type SiteAnswer } from './parse-site-info.ts'
import { verdictOfSite } from './site-verdicts.ts'

export interface SiteStepDeps {
  runner: YtdlpRunner
  /** Returns the URL of the loopback proxy for an outgoing address. */
  proxyUrlFor: (egressId: string) => string
  media: RemoteMedia
  clock: Clock
  timeoutMilliseconds: number
}

/** The only step of a site: yt-dlp names the media, and the guarded fetcher opens them. References are URLs. */
export function createSiteStep(id: SiteId, deps: SiteStepDeps): ResolverStep {
  const site = siteOf(id)
  return {
    name: id,
    async resolve(reference, egressId, signal): Promise<StepAnswer> {
      const stepAnswer = await deps.runner.ask(
        {
          url: site.ytdlpUrl?.(reference) ?? reference,
          extractors: Object.values(site.extractors),
          node: null,
          proxyUrl: deps.proxyUrlFor(egressId),
          timeoutMilliseconds: deps.timeoutMilliseconds,
          verdictOf: (stderr) => verdictOfSite(stderr, site),
        },
        signal,
      )
      if (!stepAnswer.ok) return stepAnswer
      const parsedInfo = parseSiteInfo(stepAnswer.json, site, deps.clock.now())
      if (!parsedInfo.ok) return parsedInfo
      const describedMedia = await describeOffer(deps.media, parsedInfo.answer.offer, egressId, signal)
      if (!describedMedia.ok)
        return { ...describedMedia, blame: FAULTS_OF_MEDIA.includes(describedMedia.code) ? 'video' : 'step' }
      return { ok: true, video: videoOf(parsedInfo.answer, describedMedia.described, egressId) }
    },
  }
}

/** Codes of media that yt-dlp found and this server cannot cut. The step itself works. */
const FAULTS_OF_MEDIA: readonly Refusal['code'][] = [
  'video_live',
  'not_media',
  'unsupported_media',
  'no_byte_ranges',
  'broken_media',
  'unfinished_media',
]

function videoOf(
  { facts, thumbnailAddress, captions, addressesExpireAt }: SiteAnswer,
  { captions: captionsInPlaylist, ...described }: DescribedMedia,
  egressId: string,
): ResolvedVideo {
  const withEgress = captions.map((track) => ({ ...track, ...(egressId && { egress: egressId }) }))
  return {
    ...facts,
    ...described,
    thumbnailAddress: thumbnailAddress ?? described.thumbnailAddress,
    captions: captions.length > 0 ? withEgress : captionsInPlaylist,
    addressesExpireAt,
  }
}
