import type { ClipCost, ClipKind, Line, MeasuredCosts } from '../cost/measured-costs.ts'

/** So much of all wishes are of this kind, and so long on average. */
export interface WishShare {
  kind: ClipKind
  share: number
  meanSeconds: number
}
export type WishMix = readonly WishShare[]

/** What strangers and free accounts may take is 360p: that, sound, and pictures that move. */
export const ORDINARY_MIX: WishMix = [
  { kind: '360p copied, with seams', share: 0.8, meanSeconds: 30 },
  { kind: 'MP3', share: 0.15, meanSeconds: 120 },
  { kind: 'GIF', share: 0.05, meanSeconds: 6 },
]

/** Who pays takes what the site has as H.264 up to 1080p, and has 4K encoded, which no site has as H.264. */
export const PAID_MIX: WishMix = [
  { kind: '1080p copied, with seams', share: 0.55, meanSeconds: 40 },
  { kind: '1080p copied, from a keyframe', share: 0.05, meanSeconds: 40 },
  { kind: '720p encoded from VP9', share: 0.08, meanSeconds: 20 },
  { kind: '1080p encoded from VP9', share: 0.08, meanSeconds: 20 },
  { kind: '2160p encoded from VP9', share: 0.07, meanSeconds: 15 },
  { kind: 'MP3', share: 0.12, meanSeconds: 120 },
  { kind: 'GIF', share: 0.05, meanSeconds: 6 },
]

/** Both together, so much of it paid. */
export function mixOf(paidShare: number): WishMix {
  return [
    ...ORDINARY_MIX.map((wish) => ({ ...wish, share: wish.share * (1 - paidShare) })),
    ...PAID_MIX.map((wish) => ({ ...wish, share: wish.share * paidShare })),
  ]
}

/** What an average clip of a mix takes. */
export interface ClipDemand {
  mediaSeconds: number
  /** Of the server's process: taking, feeding and publishing it; embedded database included. */
  serverSeconds: number
  fetchedBytes: number
  writtenBytes: number
  requests: number
}

export const at = ({ each, aSecond }: Line, seconds: number): number => each + aSecond * seconds

export function clipOf(costs: MeasuredCosts, kind: ClipKind): ClipCost {
  const clip = costs.clips.find((one) => one.kind === kind)
  if (!clip) throw new Error(`"${kind}" was not measured: run npm run bench:cost.`)
  return clip
}

/** @throws RangeError when the shares are not all of it */
export function clipDemand(costs: MeasuredCosts, mix: WishMix): ClipDemand {
  const shares = mix.reduce((sum, { share }) => sum + share, 0)
  if (Math.abs(shares - 1) > 1e-6) throw new RangeError(`The shares of a mix add up to ${shares}.`)
  const mean = (of: (clip: ClipCost) => Line): number =>
    mix.reduce((sum, { kind, share, meanSeconds }) => sum + share * at(of(clipOf(costs, kind)), meanSeconds), 0)
  return {
    mediaSeconds: mean(({ media }) => media),
    serverSeconds: mean(({ server }) => server),
    fetchedBytes: mean(({ fetched }) => fetched),
    writtenBytes: mean(({ written }) => written),
    requests: mean(({ requests }) => requests),
  }
}
