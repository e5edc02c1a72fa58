/** So many streams of a file are looked at; those behind them are as if they were not there. */
export const MOST_STREAMS = 8

/** A picture of more pixels is refused before it is decoded: memory is what it would cost (8K is 33 million). */
export const MOST_PIXELS = 36_000_000
