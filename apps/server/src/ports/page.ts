/** A type of the contract whose `Times` fields are dates instead of text. */
export type Dated<Shape, Times extends keyof Shape> = Omit<Shape, Times> & {
  [Time in Times]: Date | Extract<Shape[Time], null>
}

/** Position and size of a page of a list. */
export interface PageRequest {
  /** Number of rows before the page. */
  offset: number
  limit: number
}

export interface RowPage<Row> {
  rows: Row[]
  /** Number of rows in the whole list. */
  total: number
}
