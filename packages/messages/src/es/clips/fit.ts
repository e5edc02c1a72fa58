import type * as english from '../../en/clips/fit.ts'
import type { Wording } from '../../wording.ts'

export const fitInShort: Wording<typeof english.fitInShort> = {
  title: 'Adaptar el clip',
  asTheyAre: 'Tamaño, recorte de imagen, sonoridad, fundidos',
  cropped: 'recortado',
  lufs: (loudness) => `${loudness}\u00a0LUFS`,
  fades: 'fundidos',
  sized: (pixels, frames) => `${pixels}\u00a0px, ${frames}\u00a0fps`,
  nothing: 'sin cambios',
}

export const fitWords: Wording<typeof english.fitWords> = {
  size: 'Tamaño del archivo',
  noLimit: 'Sin límite',
  asItIs: 'Sin cambios',
  atMost: (size) => `${size} como máximo`,
  own: 'Otro tamaño',
  ownSize: 'Máximo, en MB',
  ownFault: (min, max) => `Introduce un número de ${min} a ${max}.`,
  sizeNote: 'Solo MP4. Un clip más grande se recodifica, con menos resolución si hace falta.',
  crop: 'Recorte de imagen',
  whole: 'No',
  free: 'Libre',
  moveFrame: 'Mover el marco',
  cropNote: 'Solo MP4, GIF, WebP y PNG. Al recortar se recodifican todos los fotogramas.',
  loudness: 'Sonoridad',
  even: (lufs) => `Normalizada a ${lufs}`,
  loudnessNote: 'Como en los servicios de streaming, sin saturar. GIF, WebP y PNG no tienen audio.',
  fadeVideo: 'Fundido de imagen',
  fadeAudio: 'Fundido de audio',
  off: 'No',
  seconds: (seconds) => `${seconds}\u00a0s`,
  fadeNote: 'Al inicio y al final. El de imagen es solo para MP4 y recodifica el clip.',
  fadeAudioNote: 'Al inicio y al final. GIF, WebP y PNG no tienen audio.',
}

export const cropWords: Wording<typeof english.cropWords> = {
  frame: 'Marco de recorte',
  shaped: (shape) => `Marco de recorte, ${shape}`,
  place: (left, top) => `${left} desde la izquierda, ${top} desde arriba`,
  size: (width, height) => `${width} del ancho, ${height} del alto`,
  corners: {
    'top left': 'Esquina superior izquierda',
    'top right': 'Esquina superior derecha',
    'bottom left': 'Esquina inferior izquierda',
    'bottom right': 'Esquina inferior derecha',
  },
  done: 'Listo',
  keys: 'Las flechas lo mueven un 1\u00a0%, con Mayús un 10\u00a0%. Escape cuando termines.',
}

export const codecWords: Wording<typeof english.codecWords> = {
  form: (label) => `Códec de ${label}`,
  everywhere: (seconds) =>
    `MP4, H.264: se abre en todas partes${seconds === null ? '' : `, tarda unos ${durationWords(seconds)}`}`,
  asSource: (codec, seconds) =>
    `MP4, ${codec}: para reproductores recientes${seconds === null ? '' : `, tarda unos ${durationWords(seconds)}`}`,
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
