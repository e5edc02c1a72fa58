import { buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'

/** A way on from here; the first one is the next step. */
export function Way({ to, quiet = false, children }: { to: PageId; quiet?: boolean; children: string }) {
  return (
    <Link href={PAGES[to].path} className={buttonClass({ variant: quiet ? 'quiet' : 'blade' })}>
      {children}
    </Link>
  )
}
