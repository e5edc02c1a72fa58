import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'

/** Sentences by reason. They replace the sentence of the code. */
export const reasonSentences: Readonly<Record<RefusalReason, (detail: string) => string>> = {
  dns: (host) =>
    `No public address was found for ${host} (DNS). Please check the link, and the network of this server.`,
  network: (host) => `This server has no way to ${host}. Please check its network.`,
  proxy: (host) => `The proxy of this server did not connect to ${host}.`,
  refused: (host) => `${host} refused the connection. Please try again later.`,
  tls: (host) => `There is no secure connection to ${host}: its certificate or its TLS is not accepted.`,
  broken: (host) => `The connection to ${host} was broken off. Please try again.`,
  status: (status) => `The source answered with HTTP status ${status} instead of the video.`,
  not_allowed: (target) =>
    `Only public addresses on ports 80 and 443 are read. To allow this one, set OUTBOUND_ALLOW=${target}.`,
  starts_at: (time) => `This video begins on ${time}. It can be cut once it is published.`,
  restricted_mode: () => "The network of this server does not show this video: it enforces YouTube's Restricted Mode.",
  begins_at: (seconds) => `Nothing can be shown in this range: the first frame that can be shown is at ${seconds} s.`,
  other_site: (site) => `Links to ${site} are not supported.`,
  sign_in: (site) => `${site || 'YouTube'} shows this video only to signed-in viewers.`,
  content_warning: () => 'YouTube shows this video only to signed-in viewers who have confirmed its content warning.',
  site_refuses: (site) =>
    `${site} does not let this server read this video. Please try again later, or try a different one.`,
  site_limits: (site) => `${site} is limiting requests from this server. Please try again later.`,
  site_unopened: (site) => `This server cannot open links to ${site} yet: its downloader is missing.`,
  only_preview: (site) => `${site} plays only a preview of this to people without a subscription.`,
  password: () => 'This video is protected by a password.',
  embed_only: () => 'This video can only be played on the pages that embed it.',
  drm: () => 'This video is encrypted (DRM), so it cannot be cut.',
  adults: () => 'This video is marked as for adults. Such videos are not opened here.',
  several_videos: () => 'This link leads to several videos. Please paste the link of one of them.',
  accepts: (sites) => `Please enter the link of a video on ${sites}.`,
}
