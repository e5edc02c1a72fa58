import { useLoaded } from '../browser/use-loaded.ts'

const loadLine = () => import('./ProLine.tsx')

/** Room for one quiet line for Pro. It is reserved for everybody, so that nothing moves once the line, or who is looking, is known. */
export function ProBanner() {
  const part = useLoaded(loadLine, 'always')
  return <div className="pro-note">{part && <part.ProLine />}</div>
}
