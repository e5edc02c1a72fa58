/** A time within half a millisecond of a frame means that frame, as in the cutter. Times are typed in milliseconds. */
export const TYPED_TIME_TOLERANCE_SECONDS = 0.000501
