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
  ways?: ReactNode
  children?: ReactNode
}

/** Narrow column at the left edge. On a wide screen, a column of frames with a cut stands beside it. */
export function AccountFrame({ title, lead, ways, children }: AccountFrameProps) {
  return (
    <div className="page grid grid-cols-1 max-desk:pt-[clamp(28px,5vh,48px)] desk:grid-cols-[minmax(0,1fr)_240px]">
      <section className="account-column w-[min(100%,440px)] pb-6 desk:pt-[clamp(40px,14vh,150px)]">
        {/* Scripts can focus the heading, so that a view that replaces another one begins at its top. */}
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {lead && <p className="mt-3.5 text-ink-2">{lead}</p>}
        {ways && <div className="account-ways">{ways}</div>}
        {children}
      </section>
      <HangingFrames />
    </div>
  )
}

/** Link to a further page. A quiet one is not the next step. */
export function Way({ to, quiet = false, children }: { to: PageId; quiet?: boolean; children: string }) {
  return (
    <Link href={PAGES[to].path} className={buttonClass({ variant: quiet ? 'quiet' : 'primary' })}>
      {children}
    </Link>
  )
}

const SHOTS = ['road', 'boat', 'ridges', 'hills', 'forest', 'tent'] as const
/** The shots repeat, so that they fill a tall screen. */
const FRAMES = [...SHOTS, ...SHOTS, ...SHOTS].map((shot, place) => ({ shot, place }))

function HangingFrames() {
  return (
    <div className="hanging-frames" aria-hidden="true">
      <div className="hanging-before top-0 bottom-[calc(100%-var(--cut))]">
        <Frames />
      </div>
      <div className="absolute inset-x-0 top-[calc(var(--cut)+3px)] h-0.5 bg-accent forced-color-adjust-none" />
      <div className="hanging-after">
        <Frames />
      </div>
    </div>
  )
}

function Frames() {
  return (
    <div>
      {FRAMES.map(({ shot, place }) => (
        <i key={place} data-shot={shot} />
      ))}
    </div>
  )
}
