import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site-settings'
import type { Database } from '../../ports/database.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { type Presets, settingsInForce } from './effective-settings.ts'

export interface SourceDeps {
  database: Database
  /** All there are, be they switched on or not. */
  sources: VideoSources
  presets: Presets
}

/** The sources that videos may come from at this moment. The sample cannot be switched off. */
export function sourcesInForce({ database, sources, presets }: SourceDeps) {
  return async (): Promise<VideoSources> => {
    const { sources: on } = await settingsInForce(database.records, presets)
    const isOn = (id: string) => !isSwitchable(id) || on.includes(id)
    return Object.fromEntries(Object.entries(sources).filter(([id]) => isOn(id)))
  }
}

function isSwitchable(id: string): id is SwitchableSource {
  return (SWITCHABLE_SOURCES as readonly string[]).includes(id)
}
