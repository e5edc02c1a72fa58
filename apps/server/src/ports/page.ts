/** What the contract tells as text, with these moments as dates. */
export type Dated<Told, Moments extends keyof Told> = Omit<Told, Moments> & {
  [Moment in Moments]: Date | Extract<Told[Moment], null>
}

/** A part of a list that people leaf through. */
export interface PageRequest {
  /** So many rows are before it. */
  offset: number
  limit: number
}

export interface Page<Row> {
  rows: Row[]
  /** Of the whole list. */
  total: number
}
