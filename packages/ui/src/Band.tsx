import type { ReactNode } from 'react'

/** News about the page as a whole: an icon, a sentence, and perhaps a way on. */
export function Band({ icon, children, action }: { icon: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="band" role="status">
      {icon}
      <p>{children}</p>
      {action}
    </div>
  )
}
