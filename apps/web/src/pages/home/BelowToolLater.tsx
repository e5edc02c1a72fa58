import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { lazy, memo, Suspense, useEffect } from 'react'
import { scrollToSection } from '../../browser/scroll-to-section.ts'
import type { ProcessLink } from '../../features/open-link/use-process-link.ts'

/** A failure leaves the HTML that was built beforehand: its texts can be read and its links followed without this code. */
const BelowTool = lazy(() =>
  import('./below/BelowTool.tsx').then(
    ({ BelowTool: component }) => ({ default: component }),
    () => new Promise<never>(() => {}),
  ),
)

/**
 * Everything below the tool. Its HTML was built beforehand; its code comes after the page's own. Without `memo` a change above it
 * would replace that HTML by the fallback until the code is there; `start` is the same function each time.
 */
export const BelowToolLater = memo(function BelowToolLater({ start }: Pick<ProcessLink, 'start'>) {
  return (
    <Suspense fallback={<Awaited />}>
      <BelowTool onSample={(part) => start(SAMPLE_LINK, { part })} />
    </Suspense>
  )
})

/** The place of what is not there yet, where somebody comes from another page. The section that they came for is scrolled to later. */
function Awaited() {
  useEffect(() => () => void requestAnimationFrame(() => scrollToSection(location.hash.slice(1))), [])
  return <div className="min-h-screen" />
}
