/** Half a millisecond, as in the cutter: a typed time so near to the time of a frame selects that frame. */
export const TYPED_TIME_TOLERANCE_SECONDS = 0.000501
