import { fitInShort as words } from '#messages/clips/fit.ts'
import { withFewestDecimals, withMinusSign } from '../formatting/numbers.ts'
import { sizeLimit } from '../formatting/size.ts'
import { type Fit, shapeOf } from './fit.ts'

export const lufs = (loudness: number): string => words.lufs(withMinusSign(withFewestDecimals(loudness)))

/** Summary of a fit: `9:16 · 10 MB · −14 LUFS`; empty where it changes nothing. */
export function fitSummary({ crop, maxBytes, loudness, fade, animation }: Fit, aspect: number): string {
  return [
    crop === undefined ? null : (shapeOf(crop, aspect) ?? words.cropped),
    maxBytes === undefined ? null : sizeLimit(maxBytes),
    loudness === undefined ? null : lufs(loudness),
    fade ? words.fades : null,
    animation ? words.sized(String(animation.width), withFewestDecimals(animation.frameRate)) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
