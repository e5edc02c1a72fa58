import { useLoaded } from '../../browser/use-loaded.ts'
import type { PresetsProps } from './Presets.tsx'

/** Loads the presets as their own chunk: most clips are made without presets. */
const loadPresets = () => import('./Presets.tsx')

export function LazyPresets(props: PresetsProps) {
  const presetsModule = useLoaded(loadPresets, 'presets')
  return presetsModule && <presetsModule.Presets {...props} />
}
