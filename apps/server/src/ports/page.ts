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
