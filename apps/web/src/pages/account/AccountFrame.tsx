import { buttonClass } from '@kerf/ui/Button'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'
import '../../data/forms/forms.css'
import './account.css'

interface AccountFrameProps {
  title: string
  lead?: string
  /** Where one can go from here, the next step first. */
  ways?: ReactNode
  children?: ReactNode
}

/** A narrow column at the left edge, and on a wide screen a column of frames that has been cut once. */
export function AccountFrame({ title, lead, ways, children }: AccountFrameProps) {
  return (
    <div className="page grid grid-cols-1 max-desk:pt-[clamp(28px,5vh,48px)] desk:grid-cols-[minmax(0,1fr)_240px]">
      <section className="account-column w-[min(100%,440px)] pb-6 desk:pt-[clamp(40px,14vh,150px)]">
        {/* Reachable for scripts, so that a view that takes another's place can be begun at its top. */}
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

/** A way on from here; the first one is the next step. */
export function Way({ to, quiet = false, children }: { to: PageId; quiet?: boolean; children: string }) {
  return (
    <Link href={PAGES[to].path} className={buttonClass({ variant: quiet ? 'quiet' : 'primary' })}>
      {children}
    </Link>
  )
}

/** Enough for a tall screen; the last ones are seldom seen. */
const SHOTS = ['road', 'boat', 'ridges', 'hills', 'forest', 'tent'] as const
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
