export interface CutTask {
  videoUrl: string
  /** null: the audio is in the same file. */
  audioUrl: string | null
  /** An address for those who take one only: that of the file, or of a manifest that names two. */
  oneUrl: string
  startTime: number
  endTime: number
  output: string
}

export interface CutAnswer {
  /** User and system time of everything that worked on it. */
  cpuSeconds: number
  /** The bytes of the packets that the range needs, where the tool can tell. */
  coveredBytes: number | null
}

export interface Method {
  name: string
  available(): Promise<boolean>
  cut(task: CutTask): Promise<CutAnswer>
  prepare?(task: CutTask): Promise<void>
  close?(): void
}
