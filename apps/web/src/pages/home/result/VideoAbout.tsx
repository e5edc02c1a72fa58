import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { toolWords } from '#messages/tool.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { metaParts, videoBadges } from './video-facts.ts'

const words = toolWords.result

export function VideoAbout({ video }: { video: Video }) {
  return (
    <div className="about">
      <h1 tabIndex={-1} dir="auto">
        {video.title}
      </h1>
      <p className="about-meta">
        {metaParts(video, new Date(), LOCALE).map((part) => (
          <span key={part}>
            <bdi>{part}</bdi>
          </span>
        ))}
      </p>
    </div>
  )
}

interface VideoAsideProps {
  video: Video
  range: TimeRange
  previewOpen: boolean
  signedOut: boolean
}

/** What the video offers, what stands in its way, and what an account would change. */
export function VideoAside({ video, range, previewOpen, signedOut }: VideoAsideProps) {
  return (
    <div className="aside">
      <p className="can">
        {videoBadges(video).map((badge) => (
          <span key={badge}>{badge}</span>
        ))}
      </p>
      {previewOpen && (
        <p className="aside-note" role="status">
          <span className="time">{formatTimecode(range.startTime, 3)}</span> {toolWords.preview.to}{' '}
          <span className="time">{formatTimecode(range.endTime, 3)}</span>. {toolWords.preview.note}
        </p>
      )}
      {video.source === 'youtube' && (
        <p className="notice">
          <b>{words.noticeTitle}</b> {words.notice}
        </p>
      )}
      {signedOut && (
        <section className="system-demo" aria-labelledby="system-demo">
          <div>
            <h2 id="system-demo">{words.demoTitle}</h2>
            <p>{words.demo}</p>
          </div>
          <div className="joined">
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
