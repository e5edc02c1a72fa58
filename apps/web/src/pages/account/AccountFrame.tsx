import type { ReactNode } from 'react'
import '../../data/forms/forms.css'
import './account.css'

interface AccountFrameProps {
  title: string
  lead?: string
  children: ReactNode
}

/** A narrow column at the left edge, and on a wide screen a strip of film that hangs from the top and has been cut once. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  return (
    <div className="account-page page">
      <section className="account-column">
        {/* Reachable for scripts, so that a view that takes another's place can be begun at its top. */}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="mt-3.5 text-ink-2">{lead}</p>}
        {children}
      </section>
      <HangingStrip />
    </div>
  )
}

/** Enough for a tall screen; the last ones are seldom seen. */
const SHOTS = ['road', 'boat', 'ridges', 'hills', 'forest', 'tent'] as const
const FILM = [...SHOTS, ...SHOTS, ...SHOTS].map((shot, place) => ({ shot, place }))

function HangingStrip() {
  return (
    <div className="hanging-strip" aria-hidden="true">
      <div className="hanging-kept">
        <Film />
      </div>
      <div className="hanging-cut" />
      <div className="hanging-fallen">
        <Film />
      </div>
    </div>
  )
}

function Film() {
  return (
    <div>
      {FILM.map(({ shot, place }) => (
        <i key={place} data-shot={shot} />
      ))}
    </div>
  )
}
