import { ApiError } from '../../data/queries/calls.ts'

/** The item that a refusal is about, as an index; null where it is about all of them. Its details say `item 3`, or more behind it. */
export function refusedItem(error: unknown): number | null {
  const number = error instanceof ApiError ? /^item (\d+)\b/.exec(error.details ?? '')?.[1] : undefined
  return number === undefined ? null : Number(number) - 1
}
