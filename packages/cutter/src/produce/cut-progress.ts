/** How a cut is getting on. */
export interface CutProgress {
  /** 0..1 over the whole cut, never falling. */
  done: number
  stage: 'reading' | 'encoding' | 'writing'
}
