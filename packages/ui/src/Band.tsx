import type { ReactNode } from 'react'

interface BandProps {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  /** `alert` for urgent messages. */
  role?: 'status' | 'alert'
}

/** A message about the whole page, with an icon and an optional action. */
export function Band({ icon, children, action, role = 'status' }: BandProps) {
  return (
    <div
      className="band flex min-h-15 flex-wrap items-center gap-x-3.5 gap-y-2.5 rounded-bar bg-surface px-4 py-3"
      role={role}
    >
      {icon}
      <p className="flex-[1_1_220px]">{children}</p>
      {action}
    </div>
  )
}
