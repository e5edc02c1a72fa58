/** Two channels that notes are mixed into. */
export interface Mix {
  sampleRate: number
  left: Float32Array
  right: Float32Array
}

export interface Note {
  startSeconds: number
  /** Hertz. */
  pitch: number
  /** 0 to 1. */
  loudness: number
  /** -1 left, 1 right. */
  place: number
}

const fullTurn = 2 * Math.PI

/** Adds `wave(seconds since the note's start)` to both channels, with the same power wherever it is placed. */
function play(mix: Mix, note: Note, lengthSeconds: number, wave: (seconds: number) => number): void {
  const start = Math.round(note.startSeconds * mix.sampleRate)
  const end = Math.min(mix.left.length, start + Math.round(lengthSeconds * mix.sampleRate))
  const angle = ((note.place + 1) * Math.PI) / 4
  const left = note.loudness * Math.cos(angle)
  const right = note.loudness * Math.sin(angle)
  for (let index = Math.max(0, start); index < end; index++) {
    const value = wave((index - start) / mix.sampleRate)
    mix.left[index]! += left * value
    mix.right[index]! += right * value
  }
}

/** A warm tone that swells and fades: two slightly detuned voices with a few overtones. */
export function playPad(mix: Mix, note: Note, lengthSeconds: number): void {
  const swell = 1.6
  play(mix, note, lengthSeconds, (seconds) => {
    const open = Math.min(1, seconds / swell, (lengthSeconds - seconds) / swell)
    const voices = padVoice(note.pitch * 1.0016 * seconds) + padVoice(note.pitch * 0.9984 * seconds)
    return (open * open * (3 - 2 * open) * voices) / 2
  })
}

/** The first three overtones after `turns` of the lowest, the upper two from the lowest one's sine and cosine. */
function padVoice(turns: number): number {
  const sine = Math.sin(fullTurn * turns)
  const second = 2 * sine * Math.cos(fullTurn * turns)
  const third = sine * (3 - 4 * sine * sine)
  return sine + 0.3 * second + 0.09 * third
}

/** A plucked tone: bright at first, soon round, gone after a second and a half. */
export function playPluck(mix: Mix, note: Note): void {
  play(mix, note, 1.5, (seconds) => {
    const attack = Math.min(1, seconds / 0.006)
    const phase = fullTurn * note.pitch * seconds
    const tone =
      Math.sin(phase) * Math.exp(-3.2 * seconds) +
      0.4 * Math.sin(2 * phase) * Math.exp(-6 * seconds) +
      0.18 * Math.sin(3 * phase) * Math.exp(-11 * seconds)
    return attack * tone
  })
}

/** A short, dry knock whose first sample is its loudest part, so that it marks an instant. */
export function playTick(mix: Mix, note: Note): void {
  play(mix, note, 0.06, (seconds) => Math.cos(fullTurn * note.pitch * seconds) * Math.exp(-110 * seconds))
}

/** Lets each channel answer the other, quieter every time. */
export function addEcho(mix: Mix, delaySeconds: number, share: number): void {
  const delay = Math.round(delaySeconds * mix.sampleRate)
  for (let index = delay; index < mix.left.length; index++) {
    mix.left[index]! += share * mix.right[index - delay]!
    mix.right[index]! += share * mix.left[index - delay]!
  }
}
