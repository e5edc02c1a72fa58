/** Frames as they were made once. */
export interface Looked {
  bytes: number
  /** The smaller the number, the better they look. */
  quality: number
  /** How near they are to their source, on average. */
  psnr: number
}

interface Fast {
  bytes: number
  quality: number
  /** Null where it was not measured. */
  psnr: number | null
  /** They are so many that each time takes long. */
  isLong?: boolean
}

/** From here on frames cannot be told from their source; a little more, because a quality is a guess. */
export const LEAST_PSNR = 42
const AIMED_PSNR = 42.15
/** What patience leaves of the bytes of a hasty encoder, about. */
const PATIENT_SHARE = 0.72
/** With so much larger a number its frames look as well. */
const PATIENT_STEPS = 2
/** So many steps of quality halve the bytes of most frames; each takes off so much of how they look. What was seen corrects it. */
const STEPS_PER_HALF = { usual: 6, least: 3, most: 16 } as const
const PSNR_BY_STEP = { usual: 0.75, least: 0.35, most: 1.5 } as const
/** Less than usual: to be made a third time takes longer than a few bytes more. */
const SURE_PSNR_BY_STEP = 0.5
const QUALITIES = { finest: 16, coarsest: 36 } as const
/** Smaller by so much than they might be is near enough. */
const NEAR = 0.06
/** So near to what somebody was told: seams are the part of a clip that varies. */
const ESTIMATED_NEAR = 0.12
const MOST_TIMES = 4
const MOST_TIMES_OF_LONG = 3
/** Steps of quality may tell more than usual of how frames look, and cost less; beyond it nobody gets there. */
const HOPEFUL = { perHalf: 9, byStep: 1 } as const
/** A hasty encoder's frames with too few bits look far worse than a patient one's of that size: so much finer is tried at once. */
const MOST_FINER_STEPS = 12
/** No encoder tells finer ones apart. */
const LEAST_STEP = 0.15
const LEAST_FINER_STEP = 0.75
/** Nearer to what must be than that is not worth being made again where it is too large all the same. */
const LITTLE_PSNR = 0.75

interface Limits {
  /** That frames may take. */
  mostBytes: number
  /** Those that somebody was told; null: nobody was. */
  estimatedBytes: number | null
}

/** Limits as they are kept to. */
interface Aim {
  most: number
  told: number | null
}

/** Whether frames are as they should be: no larger than they may be, and like their source as far as anybody knows. */
export function isRight({ bytes, psnr }: { bytes: number; psnr: number | null }, mostBytes: number): boolean {
  return bytes <= mostBytes && looksRight(psnr)
}

/**
 * Whether a hasty encoder has made frames larger than somebody was told, so that a patient one comes nearer to it.
 * @param leastBytes less is not seen in the size of the clip
 */
export function isBeyondEstimated({ bytes }: { bytes: number }, estimatedBytes: number, leastBytes: number): boolean {
  return bytes > (1 + ESTIMATED_NEAR) * estimatedBytes && bytes - estimatedBytes > leastBytes
}

/**
 * Makes frames again, more patiently, until they take no more bytes than they may and look like their source: the first ones that
 * do, or, where somebody was told how large they are, the first that come near to it. Where both cannot be, the smallest that look right and are smaller than they were; else the
 * best-looking of their size.
 * @param first as they were made in a hurry
 * @param limits mostBytes: that they may take; estimatedBytes: those that somebody was told, which they come near to then; null: nobody was
 * @param again makes them in just this quality
 * @returns null: none is better than the first
 */
export async function thriftiest<M extends Looked>(
  first: Fast,
  { mostBytes, estimatedBytes }: Limits,
  again: (quality: number) => Promise<M>,
): Promise<M | null> {
  const most = Math.max(1, mostBytes)
  const told = estimatedBytes === null ? null : Math.min(estimatedBytes, (1 - NEAR / 2) * most)
  const bearable = Math.max(most, first.bytes)
  const made: M[] = []
  let quality = bounded(firstQuality(first, { most, told }))
  for (let time = 1; time <= (first.isLong ? MOST_TIMES_OF_LONG : MOST_TIMES); time++) {
    const latest = await again(quality)
    made.push(latest)
    const { bytes, psnr } = latest
    // Whoever waits would wait for what nobody sees.
    const isThere = isRight(latest, most) && (told === null || Math.abs(bytes / told - 1) < ESTIMATED_NEAR)
    // Those cannot be mended that are larger than they may be and still too unlike their source.
    const isHopeless = hopefulBytes(latest) > bearable && (bytes <= bearable || !looksRight(psnr))
    if (isThere || isHopeless) {
      break
    }
    const { perHalf, byStep } = slopes(made)
    const bySize = quality + perHalf * Math.log2(bytes / (told ?? (1 - NEAR / 2) * most))
    const byLook = quality + (psnr - AIMED_PSNR) / byStep
    const bytesByLook = bytes * 2 ** ((quality - byLook) / perHalf)
    const wanted = bytes <= most ? (told ?? most) : most
    if (looksRight(psnr) && psnr < AIMED_PSNR + LITTLE_PSNR && bytesByLook > wanted) {
      break
    }
    const enough = told !== null ? Math.min(bySize, byLook) : byLook
    // Encoders round: what looks nearly right would come out the same once more.
    const finer = looksRight(psnr) ? enough : Math.min(enough, quality - LEAST_FINER_STEP)
    const next = bounded(bytesByLook > bearable ? bySize : finer)
    if (Math.abs(next - quality) < LEAST_STEP) {
      break
    }
    quality = next
  }
  return bestOf(made, first, { most, told })
}

/** What they would take at least to look right. */
function hopefulBytes({ bytes, psnr }: Looked): number {
  const steps = Math.max(0, AIMED_PSNR - psnr) / HOPEFUL.byStep
  return bytes * 2 ** (steps / HOPEFUL.perHalf)
}

/**
 * What makes them as large as they may be, or, where they are not too large, no larger than they were, unless they need more to look right;
 * where they lack nothing, as small as was told, as far as that looks right.
 */
function firstQuality(first: Fast, { most, told }: Aim): number {
  const { bytes, quality } = first
  const psnr = first.psnr ?? AIMED_PSNR
  const bySize = (wanted: number) => quality + STEPS_PER_HALF.usual * Math.log2((PATIENT_SHARE * bytes) / wanted)
  if (told !== null && isRight(first, most)) {
    const steps = {
      bySize: STEPS_PER_HALF.usual * Math.log2(bytes / told),
      byLook: (psnr - AIMED_PSNR) / PSNR_BY_STEP.usual,
    }
    return quality + Math.min(steps.bySize, steps.byLook + PATIENT_STEPS)
  }
  const byLook = quality - (AIMED_PSNR - psnr) / SURE_PSNR_BY_STEP
  const isDull = !looksRight(psnr)
  return isDull && bytes > most
    ? Math.max(bySize(most) - MOST_FINER_STEPS, byLook)
    : Math.max(bySize(most), Math.min(bySize(bytes), byLook))
}

function bestOf<M extends Looked>(made: readonly M[], first: Fast, { most, told }: Aim): M | null {
  const right = made.filter(({ psnr }) => looksRight(psnr)).sort((a, b) => a.bytes - b.bytes)
  const offBy = ({ bytes }: { bytes: number }) => Math.abs(Math.log(bytes / Math.max(1, told ?? most)))
  const [nearest] = right.filter(({ bytes }) => bytes <= most).sort((a, b) => offBy(a) - offBy(b))
  if (isRight(first, most)) {
    return nearest && offBy(nearest) < offBy(first) ? nearest : null
  }
  const best = nearest ?? right.find(({ bytes }) => bytes < first.bytes)
  if (best || looksRight(first.psnr)) {
    return best ?? null
  }
  const better = made.filter(
    ({ bytes, psnr }) => bytes <= Math.max(most, first.bytes) && psnr > (first.psnr ?? 0),
  )
  return better.sort((a, b) => b.psnr - a.psnr)[0] ?? null
}

const looksRight = (psnr: number | null): boolean => psnr === null || psnr >= LEAST_PSNR

/** How size and look go with quality, by the last two. */
function slopes(made: readonly Looked[]): { perHalf: number; byStep: number } {
  const [one, other] = made.slice(-2)
  if (!one || !other) {
    return { perHalf: STEPS_PER_HALF.usual, byStep: PSNR_BY_STEP.usual }
  }
  const steps = other.quality - one.quality
  const perHalf = steps / Math.log2(one.bytes / other.bytes)
  const byStep = (one.psnr - other.psnr) / steps
  return { perHalf: within(perHalf, STEPS_PER_HALF), byStep: within(byStep, PSNR_BY_STEP) }
}

function within(value: number, { usual, least, most }: { usual: number; least: number; most: number }): number {
  return value > 0 && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
}

function bounded(quality: number): number {
  return Math.min(QUALITIES.coarsest, Math.max(QUALITIES.finest, quality))
}
