import { createHash } from 'node:crypto'

/** A row as text, column by column: what PostgreSQL writes for each value, and what it reads back to the same value. */
export type TextRow = (string | null)[]

const MODULUS = 1n << 256n

/**
 * Of a table's rows in whatever order they come: the sum of their hashes. Two databases sort texts differently, and to sort a large table
 * only to compare it would take its space once more. It tells accidents, not attacks.
 */
export class RowChecksum {
  #sum = 0n
  rows = 0

  add(row: TextRow): void {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS
    this.rows += 1
  }

  get hex(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
