import { useLoaded } from '../../browser/use-loaded.ts'
import type { PresetsProps } from './Presets.tsx'

/** Loads the presets as their own chunk: most clips are made without presets. */
const loadPresets = () => import('./Presets.tsx')

export function PresetsLater(props: PresetsProps) {
  const part = useLoaded(loadPresets, 'presets')
  return part && <part.Presets {...props} />
}
