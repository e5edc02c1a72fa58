import { buttonClass } from '@kerf/ui/Button'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'
import '../../data/forms/forms.css'
import './account.css'

interface AccountFrameProps {
  title: string
  lead?: string
  /** Links to further pages, the next step first. */
  links?: ReactNode
  children?: ReactNode
}

/**
 * Narrow column at the left edge. A wide screen also has a decorative strip of video frames with a cut, on the right.
 */
export function AccountFrame({ title, lead, links, children }: AccountFrameProps) {
  return (
    <div className="page grid grid-cols-1 max-desk:pt-[clamp(28px,5vh,48px)] desk:grid-cols-[minmax(0,1fr)_240px]">
      <section className="account-column w-[min(100%,440px)] pb-6 desk:pt-[clamp(40px,14vh,150px)]">
        {/* Scripts can focus the heading, so that a view that replaces another one begins at its top. */}
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {lead && <p className="mt-3.5 text-ink-2">{lead}</p>}
        {links && <div className="account-ways">{links}</div>}
        {children}
      </section>
      <FilmStrip />
    </div>
  )
}

/** Link to a further page. The quiet look is for links that are not the next step. */
export function PageLink({ to, quiet = false, children }: { to: PageId; quiet?: boolean; children: string }) {
  return (
    <Link href={PAGES[to].path} className={buttonClass({ variant: quiet ? 'quiet' : 'primary' })}>
      {children}
    </Link>
  )
}

const SHOT_NAMES = ['road', 'boat', 'ridges', 'hills', 'forest', 'tent'] as const
/** The shots repeat, so that they fill a tall screen. */
const STRIP_FRAMES = [...SHOT_NAMES, ...SHOT_NAMES, ...SHOT_NAMES].map((shot, index) => ({ shot, place: index }))

function FilmStrip() {
  return (
    <div className="hanging-frames" aria-hidden="true">
      <div className="hanging-before top-0 bottom-[calc(100%-var(--cut))]">
        <StripFrames />
      </div>
      <div className="absolute inset-x-0 top-[calc(var(--cut)+3px)] h-0.5 bg-accent forced-color-adjust-none" />
      <div className="hanging-after">
        <StripFrames />
      </div>
    </div>
  )
}

function StripFrames() {
  return (
    <div>
      {STRIP_FRAMES.map(({ shot, place }) => (
        <i key={place} data-shot={shot} />
      ))}
    </div>
  )
}
