import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { lazy, memo, Suspense, useEffect } from 'react'
import { scrollToSection } from '../../browser/scroll-to-section.ts'
import type { ProcessLink } from '../../features/open-link/use-process-link.ts'

/** If this code fails to load, the prerendered HTML stays. Its texts and links work without the code. */
const BelowTool = lazy(() =>
  import('./below/BelowTool.tsx').then(
    ({ BelowTool: component }) => ({ default: component }),
    () => new Promise<never>(() => {}),
  ),
)

/**
 * Everything below the tool. Its HTML is prerendered, and its code loads after the page's own. Without `memo`, a change
 * above it would replace the HTML with the fallback until the code has loaded. `start` is the same function in each
 * render.
 */
export const LazyBelowTool = memo(function LazyBelowTool({ start }: Pick<ProcessLink, 'start'>) {
  return (
    <Suspense fallback={<Placeholder />}>
      <BelowTool onSample={(part) => start(SAMPLE_LINK, { part })} />
    </Suspense>
  )
})

/**
 * Placeholder after a navigation from another page. When the content has loaded, the section in the address is
 * scrolled to.
 */
function Placeholder() {
  useEffect(() => () => void requestAnimationFrame(() => scrollToSection(location.hash.slice(1))), [])
  return <div className="min-h-screen" />
}
