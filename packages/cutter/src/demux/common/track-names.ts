import { plainLine } from './plain-text.ts'

const MAX_NAME_LENGTH = 200
/** Default names that muxers write for tracks without a name. */
const DEFAULT_NAME_PATTERN = /handler|core media|isomedia|gpac|l-smash|mainconcept|mediabunny|produced by google/i

/** The name of a track as plain text; null for an empty or default name. */
export function plainTrackName(text: string | null): string | null {
  const name = text === null ? '' : plainLine(text, MAX_NAME_LENGTH)
  return name === '' || DEFAULT_NAME_PATTERN.test(name) ? null : name
}
