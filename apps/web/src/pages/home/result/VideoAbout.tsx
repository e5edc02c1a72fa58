import type { Video } from '@kerf/contract/video'
import { buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { toolWords } from '#messages/clips/tool.ts'
import { serverDate } from '../../../browser/server-clock.ts'
import { formatAge } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { PAGES } from '../../../data/navigation/pages.ts'

const words = toolWords.result

export function VideoAbout({ video }: { video: Video }) {
  return (
    <div className="about">
      {/* A right-to-left title is aligned to the left, too. The padding has room for descenders, which the clamp would cut. */}
      <h1
        tabIndex={-1}
        className="line-clamp-3 pb-[0.1em] text-left text-[clamp(1.5rem,1.2rem+1.1vw,2rem)]/[1.12] font-[650] tracking-[-0.02em] text-balance wrap-anywhere max-desk:line-clamp-2"
        dir="auto"
      >
        {video.title}
      </h1>
      <p className="about-meta mt-2 text-ink-2 wrap-anywhere max-desk:mt-1 max-desk:text-small">
        {metadataTexts(video, serverDate(), LOCALE).map((part) => (
          <span key={part}>
            <bdi>{part}</bdi>
          </span>
        ))}
        {video.pageUrl && (
          <span>
            <a href={video.pageUrl} className="underline" target="_blank" rel="noreferrer">
              {new URL(video.pageUrl).hostname}
            </a>
          </span>
        )}
      </p>
    </div>
  )
}

interface VideoAsideProps {
  video: Video
  signedOut: boolean
}

/** Badges of the video, notes on its preview and source, and the offer of an account. */
export function VideoAside({ video, signedOut }: VideoAsideProps) {
  const playlistLink = playlistBeside(video)
  return (
    <div className="aside">
      <p className="can mt-3.5 flex flex-wrap text-small font-semibold">
        {videoBadges(video).map((badge) => (
          <span key={badge}>{badge}</span>
        ))}
      </p>
      {/* The note is there without a preview, too, so that opening one moves nothing. */}
      <p className="mt-3.5 text-small text-ink-2">{toolWords.preview.note}</p>
      {video.source === 'youtube' && (
        <p className="mt-5 max-w-[60ch] border-l-3 border-surface-2 py-0.5 pl-4 text-small/[1.45] text-ink-2">
          <b className="text-ink">{words.noticeTitle}</b> {words.notice}
        </p>
      )}
      {playlistLink !== null && (
        <p className="mt-3.5 text-small">
          <Link href={`${PAGES.batch.path}?list=${encodeURIComponent(playlistLink)}`}>{words.playlist}</Link>
        </p>
      )}
      {signedOut && (
        <section
          className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-bar bg-surface px-4.5 py-3.5"
          aria-labelledby="system-demo"
        >
          <div className="flex-[1_1_230px]">
            <h2 id="system-demo" className="text-small/[1.45] font-normal tracking-normal text-ink-2">
              {words.demoTitle}
            </h2>
            <p className="font-semibold leading-[1.3]">{words.demo}</p>
          </div>
          <div className="joined flex-wrap max-desk:*:flex-auto max-phone:*:px-2 max-phone:*:whitespace-normal">
            <Link href="/auth/signup" className={buttonClass({ variant: 'paper' })}>
              {words.signUp}
            </Link>
            <Link href="/auth/signin" className={buttonClass({ variant: 'paper' })}>
              {words.signIn}
            </Link>
          </div>
        </section>
      )}
    </div>
  )
}

/** Channel, views and age, as far as the source has them. */
export function metadataTexts(
  video: Pick<Video, 'channel' | 'views' | 'publishedAt'>,
  now: Date,
  locale: string,
): string[] {
  const views =
    video.views === null ? null : words.views(new Intl.NumberFormat(locale).format(video.views), video.views)
  const age = video.publishedAt === null ? null : formatAge(video.publishedAt, now, locale)
  return [video.channel, views, age].filter((part): part is string => !!part)
}

/** Badges for what the video offers. */
export function videoBadges(video: Pick<Video, 'options'>): string[] {
  const offersHeight = (height: number | null): boolean =>
    video.options.some((option) => option.height === height && option.access !== 'unavailable')
  return [
    offersHeight(2160) ? words.badges.fourK : null,
    offersHeight(null) ? words.badges.mp3 : null,
    words.badges.fast,
  ].filter((badge) => badge !== null)
}

/** A playlist in the link of a video; null for none, and for one that YouTube makes for each viewer. */
export function playlistBeside({ source, url }: Pick<Video, 'source' | 'url'>): string | null {
  const list =
    source === 'youtube' ? /[?&]list=(?!RD|WL\b|LL\b|LM\b|HL\b)([\w-]{2,64})(?![\w-])/.exec(url)?.[1] : undefined
  return list === undefined ? null : `https://www.youtube.com/playlist?list=${list}`
}
