import type { ReactNode } from 'react'

interface BandProps {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  /** `alert` for what somebody has to know at once. */
  role?: 'status' | 'alert'
}

/** News about the page as a whole: an icon, a sentence, and perhaps a way on. */
export function Band({ icon, children, action, role = 'status' }: BandProps) {
  return (
    <div className="band" role={role}>
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
