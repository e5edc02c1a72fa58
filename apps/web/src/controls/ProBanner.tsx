import { useLoaded } from '../browser/use-loaded.ts'
import { sellsPlans } from '../data/sells-plans.ts'

const loadLine = () => import('./ProLine.tsx')

/** Space for the line about Pro. It is reserved for everybody, so the page does not shift once the session is known. */
export function ProBanner() {
  const isSelling = sellsPlans()
  const lineModule = useLoaded(loadLine, isSelling ? 'always' : null)
  if (!isSelling) return null
  return (
    // The height is that of two lines on a phone, and of one line on wider screens.
    <div className="mt-10 min-h-11 text-small/[1.43] text-ink-2 max-bar:min-h-[66px]">
      {lineModule && <lineModule.ProLine />}
    </div>
  )
}
