import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** What it is about on the left, what can be done about it on the right. */
export function SettingsSection({ title, note, children }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section className="settings-section" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {note && <p className="desk-note mt-1">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
