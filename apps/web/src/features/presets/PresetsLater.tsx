import { useLoaded } from '../../browser/use-loaded.ts'
import type { PresetsProps } from './Presets.tsx'

/** Most clips are made without. */
const loadPresets = () => import('./Presets.tsx')

export function PresetsLater(props: PresetsProps) {
  const part = useLoaded(loadPresets, 'presets')
  return part && <part.Presets {...props} />
}
