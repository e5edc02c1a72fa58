import type { ReactNode } from 'react'

interface BandProps {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  /** `alert` for messages that cannot wait. */
  role?: 'status' | 'alert'
}

/** A message about the whole page: an icon, a sentence, and perhaps an action. */
export function Band({ icon, children, action, role = 'status' }: BandProps) {
  return (
    <div className="band" role={role}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
