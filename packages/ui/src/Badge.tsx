import type { ReactNode } from 'react'

export type BadgeLook = 'plain' | 'solid' | 'dashed' | 'fault' | 'good'

export function Badge({ look = 'plain', children }: { look?: BadgeLook; children: ReactNode }) {
  return <span className={look === 'plain' ? 'badge' : `badge badge-${look}`}>{children}</span>
}
