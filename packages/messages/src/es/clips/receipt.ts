import type * as english from '../../en/clips/receipt.ts'
import type { Wording } from '../../wording.ts'

const ENCODED_SENTENCE = 'El audio se cortó con exactitud y se codificó una sola vez.'
const LOSSLESS_SENTENCE = 'El audio se cortó con exactitud y se guardó sin pérdida.'

export const clipReceiptWords: Wording<typeof english.clipReceiptWords> = {
  available: (moment) => `Disponible hasta ${moment}, durante`,
  fromNow: 'más.',
  originalReencoded:
    'Este fragmento no tiene ningún fotograma clave desde el que copiar, así que todos los fotogramas se recodificaron en su propio códec.',
  reencodedFor: (reasons) => `Todos los fotogramas se recodificaron: ${reasons}.`,
  reasons: {
    crop: 'imagen recortada',
    fade: 'fundidos de entrada y salida',
    burned: 'subtítulos incrustados',
    size: (limit) => `${limit} como máximo`,
  },
  clip: 'Tu clip',
  exactness: 'Exactitud',
  effort: 'Proceso',
  frames: 'Fotogramas',
  firstFrame: 'Primer fotograma',
  lastFrame: 'Último fotograma',
  length: 'Duración',
  audioTrack: 'Pista de audio',
  subtitles: 'Subtítulos',
  subtitlesIn: { track: (label) => `${label}, pista de texto`, burned: (label) => `${label}, incrustados` },
  cues: 'Líneas de subtítulos',
  chapters: 'Capítulos',
  size: 'Tamaño de imagen',
  pixels: (width, height) => `${width}\u00a0×\u00a0${height}`,
  loudness: 'Sonoridad',
  levelled: (before, after) => `de ${before} a ${after}\u00a0LUFS`,
  leftOut: 'No incluido',
  leftOutThings: { alpha: 'transparencia', other_audio: 'otras pistas de audio', subtitles: 'subtítulos' },
  notes: {
    audio_changes: (time) =>
      `Los canales o la frecuencia de muestreo del audio cambian en ${time}. Todo el audio se recodificó como es antes de ese punto.`,
    begins_later: (time) => `El primer fotograma que se puede mostrar está en ${time}.`,
    ends_earlier: (time) => `La grabación se interrumpe en ${time}.`,
  },
  copied: 'Fotogramas originales',
  encoded: 'Fotogramas recodificados',
  audio: 'Desfase del audio',
  fetched: 'Datos leídos',
  took: 'Tiempo de proceso',
  audioCopied: 'El audio es el original, bit a bit. Solo se recodificaron sus bordes.',
  ways: {
    copied: 'Todos los fotogramas son los originales, bit a bit.',
    smart: 'Solo se recodificaron los fotogramas de los bordes. El resto es el original, bit a bit.',
    transcoded: 'La fuente no tiene video H.264 en este tamaño, así que todos los fotogramas se recodificaron.',
    mp3: ENCODED_SENTENCE,
    m4a: ENCODED_SENTENCE,
    opus: ENCODED_SENTENCE,
    flac: LOSSLESS_SENTENCE,
    wav: LOSSLESS_SENTENCE,
    gif: 'Cada fotograma corresponde a la fuente en ese momento, con los 255 colores que mejor le van al clip.',
    webp: 'Cada fotograma corresponde a la fuente en ese momento, reducido para compartirlo.',
    still: 'El primer fotograma del fragmento, sin pérdida.',
  },
}
