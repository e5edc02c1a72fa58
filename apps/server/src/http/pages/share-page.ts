import { createHash } from 'node:crypto'
import { clipContainer, clipLabel, isAudio, isSilent, mediaTypeOf } from '@kerf/domain/formats/clip-format'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { nameOfSource } from '@kerf/domain/links/source-ids'
import { hullOf } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { sharePath } from '@kerf/domain/site/share-path'
import { posterSize } from '@kerf/domain/sizes/poster-size'
import type { Language } from '@kerf/messages/languages'
import { SHARE_PAGE_SENTENCES } from '@kerf/messages/share-page-sentences'
import type { ShareWithClip } from '../../ports/clips.ts'
import { type Html, html, raw } from './html.ts'
import { metaTags, previewTags, sizeTags, type Tags } from './meta-tags.ts'

const PAGE_STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f3f2ee,#131210);--ink:light-dark(#191713,#f0ede5);--ink-2:light-dark(#4f4b42,#bcb6a9);--line:light-dark(#8a8578,#79736a);--accent:light-dark(#cf3507,#ff6238);--on-accent:light-dark(#fff,#190b05)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 ui-sans-serif,system-ui,"Segoe UI",sans-serif}
header,main{max-width:960px;margin:0 auto;padding:0 clamp(16px,5vw,40px)}
header{display:flex;align-items:center;min-height:64px}
main{padding-bottom:40px}
a{color:inherit;text-underline-offset:.22em}
header a{display:inline-flex;align-items:center;gap:10px;min-height:44px;font-weight:600;text-decoration:none}
video,.image{display:block;width:100%;height:auto;max-height:70vh;background:#12110e;object-fit:contain}
audio{display:block;width:100%}
h1{margin:20px 0 4px;font-size:clamp(1.375rem,1.1rem + 1.5vw,2rem);line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
p{margin:0 0 4px}
.soft{color:var(--ink-2);overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;margin:20px 0}
nav a{display:inline-flex;align-items:center;min-height:48px}
.primary{padding:0 20px;border-radius:3px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
details{margin:0 0 20px}
summary{min-height:44px;padding:10px 0;cursor:pointer}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 20px;margin:8px 0 0}
dt{color:var(--ink-2)}
dd{margin:0;font-variant-numeric:tabular-nums}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

const EMBED_STYLE = `html,body{height:100%;margin:0;background:#12110e}
body{display:flex;align-items:center;justify-content:center}
video,img{width:100%;height:100%;object-fit:contain}
audio{width:100%}`

/** Gives the player the media fragment of the page's address, such as `#t=62.5,71.2`. */
const PLAYER_SCRIPT = `const player=document.querySelector('video,audio');
function seek(){const part=/[#&](t=[\\w:.,]+)/.exec(location.hash);if(player&&part)player.src=player.src.split('#')[0]+'#'+part[1]}
seek();addEventListener('hashchange',seek)`

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface SharePageOptions {
  /** Address of this site, without a slash at its end. */
  site: string
  /** Path of this site, such as `/kerf`; empty for a site with a host of its own. */
  basePath: string
  language: Language
  now: Date
}

/** Content security policy of a public page, or of its embed, which any page may frame. */
export function sharePolicy(page: 'page' | 'embed', filesOrigin: string | null): string {
  const files = filesOrigin ? ` ${filesOrigin}` : ''
  return [
    "default-src 'none'",
    `style-src ${hashSource(PAGE_STYLE)} ${hashSource(EMBED_STYLE)}`,
    `script-src ${hashSource(PLAYER_SCRIPT)}`,
    `media-src 'self'${files}`,
    `img-src 'self'${files}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${page === 'page' ? "'none'" : '*'}`,
  ].join('; ')
}

/** Size in pixels of a player without frames. */
export const AUDIO_PLAYER = { width: 640, height: 80 }

type ShareFacts = ReturnType<typeof describeShare>

/** Facts of a shared clip that pages, tags and oEmbed show. */
export function describeShare({ clip, video, share }: ShareWithClip, { site, language }: SharePageOptions) {
  const { page } = SHARE_PAGE_SENTENCES[language]
  const { ranges, format, receipt } = clip
  const rangeTimes = ranges.map(({ startTime, endTime }) =>
    page.range(shortTimecode(startTime), shortTimecode(endTime)),
  )
  const times = rangeTimes.length === 1 ? String(rangeTimes[0]) : page.joined(ranges.length)
  const address = site + sharePath(share.token)
  const kind = isAudio(format) ? 'audio' : isSilent(format) ? 'image' : 'video'
  const size = receipt?.size ?? null
  const fileAddress = `${address}/file`
  return {
    kind,
    title: video.details.title,
    times,
    rangeTimes,
    address,
    fileAddress,
    /** null where there is none: for audio, or for a clip of unknown size. */
    image: chooseImage(kind, size, { fileAddress, posterAddress: `${address}/poster.jpg` }),
    embedAddress: `${address}/embed`,
    mediaType: mediaTypeOf(clipContainer(format, receipt?.container)),
    size,
  } as const
}

function chooseImage(
  kind: 'audio' | 'image' | 'video',
  size: { width: number; height: number } | null,
  { fileAddress, posterAddress }: { fileAddress: string; posterAddress: string },
) {
  if (kind === 'image') return { address: fileAddress, size }
  return kind === 'video' && size ? { address: posterAddress, size: posterSize(size) } : null
}

/** Page of a shared clip. It plays without scripts, and loads nothing from other sites. */
export function sharePage(details: ShareWithClip, options: SharePageOptions): string {
  const { clip, video, share } = details
  const { basePath, language, now } = options
  const { page, receipt, exactness } = SHARE_PAGE_SENTENCES[language]
  const facts = describeShare(details, options)
  const { title, times, rangeTimes } = facts
  const path = basePath + sharePath(share.token)
  const source = describeSource(video)
  const trim = source.link && `${basePath}/?${trimQuery(source.link, clip.ranges)}`
  const form = [times, clipLabel(clip), sizeText(clip.sizeBytes ?? 0, language)]
  return siteDocument(options, {
    title: `${isolateDirection(title)}, ${times} | ${PRODUCT_NAME}`,
    head: renderTags(facts, options),
    body: html`${renderPlayer(details, path)}
<h1 dir="auto">${title}</h1>
<p class="soft">${form.join(' · ')} · <bdi>${source.name}</bdi></p>
${rangeTimes.length > 1 ? html`<p class="soft">${rangeTimes.join(' · ')}</p>` : null}
<nav><a class="primary" href="${path}/file?save=1">${page.save}</a>${trim && html`<a href="${trim}">${page.cutOwn}</a>`}</nav>
<details><summary>${exactness}</summary>${renderReceipt(details, receipt, language)}</details>
<p class="soft">${page.ends(remainingTime(clip.expiresAt ?? now, now, language))}</p>
<script>${raw(PLAYER_SCRIPT)}</script>`,
  })
}

/** The bare player, for a frame in another page. */
export function embedPage(details: ShareWithClip, options: SharePageOptions): string {
  const { share, video } = details
  const path = options.basePath + sharePath(share.token)
  return renderDocument(options.language, {
    title: video.details.title,
    head: html`<style>${raw(EMBED_STYLE)}</style>`,
    body: html`${renderPlayer(details, path)}<script>${raw(PLAYER_SCRIPT)}</script>`,
  })
}

/** Page for a share that is gone, or whose daily byte limit is used up. */
export function shareRefusalPage(reason: 'gone' | 'rests', options: SharePageOptions): string {
  const { page } = SHARE_PAGE_SENTENCES[options.language]
  return siteDocument(options, {
    title: `${page[reason]} | ${PRODUCT_NAME}`,
    head: null,
    body: html`<h1>${page[reason]}</h1>
<p class="soft">${page[`${reason}Text`]}</p>
<nav><a class="primary" href="${options.basePath}/">${page.home}</a></nav>`,
  })
}

/** A document with the site's header, and a link to the home page. */
const siteDocument = (
  { basePath, language }: SharePageOptions,
  { title, head, body }: { title: string; head: Html | null; body: Html },
): string =>
  renderDocument(language, {
    title,
    head: html`<base target="_top">
<link rel="icon" href="${basePath}/favicon.svg">
${head}<style>${raw(PAGE_STYLE)}</style>`,
    body: html`<header><a href="${basePath}/"><img src="${basePath}/favicon.svg" width="28" height="28" alt="">${PRODUCT_NAME}</a></header>
<main>
${body}
</main>`,
  })

const renderDocument = (language: Language, { title, head, body }: { title: string; head: Html; body: Html }): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.html

const OG_TYPES = { video: 'video.other', audio: 'music.song', image: 'website' } as const

/** Open Graph and Twitter tags, and the link to oEmbed. */
function renderTags(facts: ShareFacts, { site, language }: SharePageOptions): Html {
  const { kind, title, times, address, image } = facts
  const description = SHARE_PAGE_SENTENCES[language].page.description(times)
  const card = kind === 'image' ? 'summary_large_image' : 'player'
  const tags: Tags = [
    ['description', description],
    ...previewTags({ address, type: OG_TYPES[kind], card, title, description, image }),
    ...(kind === 'image' ? [] : playerTags(kind, facts)),
  ]
  return html`${metaTags(tags)}<link rel="alternate" type="application/json+oembed" href="${site}/oembed?url=${encodeURIComponent(address)}" title="${title}">
`
}

/** Tags of the file, and of its player. */
const playerTags = (kind: 'video' | 'audio', { fileAddress, embedAddress, mediaType, size }: ShareFacts): Tags => [
  [`og:${kind}`, fileAddress],
  ...(fileAddress.startsWith('https:') ? ([[`og:${kind}:secure_url`, fileAddress]] as const) : []),
  [`og:${kind}:type`, mediaType],
  ...sizeTags('og:video', kind === 'video' ? size : null),
  ['twitter:player', embedAddress],
  ...sizeTags('twitter:player', size ?? AUDIO_PLAYER),
  ['twitter:player:stream', fileAddress],
  ['twitter:player:stream:content_type', mediaType],
]

function renderPlayer({ clip, video }: ShareWithClip, path: string): Html {
  const { title } = video.details
  if (isSilent(clip.format)) return html`<img class="image" src="${path}/file" alt="${title}">`
  if (isAudio(clip.format)) return html`<audio controls preload="metadata" src="${path}/file"></audio>`
  const size = clip.receipt?.size
  const shape = size && html` poster="${path}/poster.jpg" width="${size.width}" height="${size.height}"`
  return html`<video controls playsinline preload="metadata" src="${path}/file"${shape ?? null}></video>`
}

function renderReceipt(
  { clip: { receipt } }: ShareWithClip,
  words: (typeof SHARE_PAGE_SENTENCES)[Language]['receipt'],
  language: Language,
): Html | null {
  if (!receipt) return null
  const number = new Intl.NumberFormat(language)
  const time = (seconds: number | null): string | null => (seconds === null ? null : shortTimecode(seconds))
  const isMoving = receipt.frames > 0 && receipt.way !== 'still'
  const lines: [string, string | null][] = [
    [words.frames, receipt.frames > 0 ? number.format(receipt.frames) : null],
    [words.firstFrame, time(receipt.firstFrameSeconds)],
    [words.lastFrame, isMoving ? time(receipt.lastFrameSeconds) : null],
    [words.length, receipt.way === 'still' ? null : time(receipt.durationSeconds)],
    [words.copied, isMoving ? number.format(receipt.framesCopied) : null],
    [words.encoded, isMoving ? number.format(receipt.framesReencoded) : null],
    [
      words.audio,
      receipt.soundOffsetMilliseconds === null ? null : offsetText(receipt.soundOffsetMilliseconds, language),
    ],
  ]
  // A clip may have been transcoded for several reasons.
  const sentence = receipt.isAudioCopied
    ? words.audioCopied
    : receipt.way === 'transcoded'
      ? null
      : words.ways[receipt.way]
  return html`${sentence && html`<p>${sentence}</p>`}<dl>${lines.map(([term, value]) => value && html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`
}

const offsetText = (milliseconds: number, language: Language): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(milliseconds)} ms`

const sizeText = (bytes: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    Math.max(0.1, bytes / 1e6),
  )

/** Keeps a title from right to left apart from the text around it. */
const isolateDirection = (text: string): string => `\u2068${text}\u2069`

const HOUR_MILLISECONDS = 3_600_000

function remainingTime(until: Date, now: Date, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language)
  const milliseconds = Math.max(0, until.getTime() - now.getTime())
  return milliseconds < HOUR_MILLISECONDS
    ? format.format(Math.ceil(milliseconds / 60_000), 'minute')
    : format.format(Math.floor(milliseconds / HOUR_MILLISECONDS), 'hour')
}

/**
 * Name of a video's source, and the link that its page may publish. The address of a media file may contain a secret in
 * its query, so such a link is not published.
 */
function describeSource({ source, reference, details }: ShareWithClip['video']): { name: string; link: string | null } {
  if (source === 'youtube')
    return {
      name: details.channel ? `YouTube, ${details.channel}` : 'YouTube',
      link: `https://www.youtube.com/watch?v=${reference}`,
    }
  if (source === 'sample') return { name: PRODUCT_NAME, link: SAMPLE_LINK }
  const site = nameOfSource(source)
  if (site) return { name: details.channel ? `${site}, ${details.channel}` : site, link: reference }
  const url = URL.parse(reference)
  return { name: url?.hostname ?? '', link: url && url.search === '' ? reference : null }
}

/** Query of the tool with this link and these ranges, as the web app reads it. */
function trimQuery(link: string, ranges: ShareWithClip['clip']['ranges']): string {
  const { startTime, endTime } = hullOf(ranges)
  const url = encodeURIComponent(link === SAMPLE_LINK ? 'sample' : link)
  const list = ranges.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(',')
  return `url=${url}&start=${startTime}&end=${endTime}${ranges.length > 1 ? `&ranges=${list}` : ''}`
}
