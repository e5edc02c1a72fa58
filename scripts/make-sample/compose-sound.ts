import { durationSeconds, sceneSeconds } from './film.ts'
import { addEcho, type Mix, playPad, playPluck, playTick } from './instruments.ts'

const sampleRate = 48_000
const chordSeconds = 5

/** Two chords for every scene, lowest tone first, in semitones above the D below middle C. */
const chords: readonly (readonly number[])[] = [
  [-12, 4, 9, 16],
  [-15, 0, 7, 14],
  [-7, 0, 9, 16],
  [-5, 2, 7, 14],
  [-12, 7, 14, 16],
  [-8, 4, 11, 16],
  [-10, 2, 9, 17],
  [-7, 5, 9, 16],
  [-15, 4, 7, 12],
  [-7, 2, 9, 12],
  [-5, 2, 9, 14],
  [-12, 4, 9, 14],
]

/** The plucked figure of each second: its first quarter is left to the tick. */
const figure = [
  { after: 0.25, tone: 1 },
  { after: 0.5, tone: 2 },
  { after: 0.75, tone: 3 },
] as const

function pitchOf(semitones: number): number {
  return 146.83 * 2 ** (semitones / 12)
}

/** The film's sound: soft chords, a plucked figure, and a clear tick at every full second. */
export function composeSound(): Mix {
  const music = emptyMix()
  for (const [index, tones] of chords.entries()) playChord(music, tones, index * chordSeconds)
  for (let second = 0; second < durationSeconds; second++) playFigure(music, second)
  addEcho(music, 0.375, 0.22)
  fadeEnds(music)

  const ticks = emptyMix()
  for (let second = 0; second < durationSeconds; second++) {
    const opensScene = second % sceneSeconds === 0
    playTick(ticks, {
      startSeconds: second,
      pitch: opensScene ? 2400 : 1600,
      loudness: opensScene ? 0.4 : 0.28,
      place: 0,
    })
  }
  return sum(music, ticks)
}

function playChord(mix: Mix, tones: readonly number[], startSeconds: number): void {
  for (const [voice, semitones] of tones.entries()) {
    const note = { startSeconds, pitch: pitchOf(semitones), loudness: 0.075, place: (voice - 1.5) * 0.4 }
    playPad(mix, note, chordSeconds + 1.4)
  }
}

function playFigure(mix: Mix, second: number): void {
  const tones = chords[Math.floor(second / chordSeconds)] ?? []
  const falling = second % 2 === 1
  for (const { after, tone } of figure) {
    const semitones = tones[falling ? 4 - tone : tone]
    if (semitones === undefined) continue
    playPluck(mix, {
      startSeconds: second + after,
      pitch: 2 * pitchOf(semitones),
      loudness: 0.1,
      place: falling ? 0.45 : -0.45,
    })
  }
}

function emptyMix(): Mix {
  const samples = durationSeconds * sampleRate
  return { sampleRate, left: new Float32Array(samples), right: new Float32Array(samples) }
}

function fadeEnds({ left, right }: Mix): void {
  const fadeIn = 0.5 * sampleRate
  const fadeOut = 2.5 * sampleRate
  for (let index = 0; index < left.length; index++) {
    const gain = Math.min(1, index / fadeIn, (left.length - index) / fadeOut)
    left[index]! *= gain
    right[index]! *= gain
  }
}

function sum(a: Mix, b: Mix): Mix {
  return {
    sampleRate,
    left: a.left.map((value, index) => value + b.left[index]!),
    right: a.right.map((value, index) => value + b.right[index]!),
  }
}
