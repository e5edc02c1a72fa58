/** What the picture follows: an end of the range, the playhead as it is dragged, or a step of it. */
export type Shown = 'start' | 'end' | 'playhead' | 'step'
