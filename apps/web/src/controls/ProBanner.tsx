import { useLoaded } from '../browser/use-loaded.ts'

const loadLine = () => import('./ProLine.tsx')

/** Room for one quiet line for Pro. It is reserved for everybody, so that nothing moves once the line, or who is looking, is known. */
export function ProBanner() {
  const part = useLoaded(loadLine, 'always')
  return (
    // Two lines on a phone, one elsewhere, also while it is empty.
    <div className="of-plans mt-10 min-h-11 text-small/[20px] text-ink-2 max-bar:min-h-[66px]">
      {part && <part.ProLine />}
    </div>
  )
}
