import type * as english from '../../en/clips/fit.ts'
import type { Wording } from '../../wording.ts'

export const fitInShort: Wording<typeof english.fitInShort> = {
  title: 'Adapter le clip',
  asTheyAre: 'Taille du fichier, recadrage, niveau sonore, fondus',
  cropped: 'recadré',
  lufs: (loudness) => `${loudness}\u00a0LUFS`,
  fades: 'fondus',
  sized: (pixels, frames) => `${pixels}\u00a0pixels, ${frames}\u00a0images/s`,
  nothing: 'tel quel',
}

export const fitWords: Wording<typeof english.fitWords> = {
  size: 'Taille du fichier',
  noLimit: 'Sans limite',
  asItIs: 'Tel quel',
  atMost: (size) => `${size} au plus`,
  own: 'Autre taille',
  ownSize: 'Au plus, en Mo',
  ownFault: (min, max) => `Saisissez un nombre de ${min} à ${max}.`,
  sizeNote: 'MP4 seulement. Un clip plus gros est réencodé, si besoin dans une résolution plus basse.',
  crop: 'Recadrage',
  whole: 'Non',
  free: 'Libre',
  moveFrame: 'Déplacer le cadre',
  cropNote: 'MP4, GIF, WebP et PNG seulement. Le recadrage réencode chaque image.',
  loudness: 'Niveau sonore',
  even: (lufs) => `Normalisé à ${lufs}`,
  loudnessNote: 'Aussi fort que sur les services de streaming, sans saturation. GIF, WebP et PNG sont muets.',
  fadeVideo: 'Fondu de l’image',
  fadeAudio: 'Fondu du son',
  off: 'Non',
  seconds: (seconds) => `${seconds}\u00a0s`,
  fadeNote: 'En ouverture et en fermeture. Le fondu de l’image est réservé au MP4 et réencode le clip.',
  fadeAudioNote: 'En ouverture et en fermeture. GIF, WebP et PNG sont muets.',
}

export const cropWords: Wording<typeof english.cropWords> = {
  frame: 'Cadre de recadrage',
  shaped: (shape) => `Cadre de recadrage, ${shape}`,
  place: (left, top) => `à ${left} de la gauche, à ${top} du haut`,
  size: (width, height) => `${width} de la largeur, ${height} de la hauteur`,
  corners: {
    'top left': 'Coin supérieur gauche',
    'top right': 'Coin supérieur droit',
    'bottom left': 'Coin inférieur gauche',
    'bottom right': 'Coin inférieur droit',
  },
  done: 'Terminé',
  keys: 'Les flèches le déplacent de 1\u00a0%, avec Maj de 10\u00a0%. Appuyez sur Échap pour terminer.',
}

export const codecWords: Wording<typeof english.codecWords> = {
  form: (label) => `Codec de ${label}`,
  everywhere: (seconds) =>
    `MP4, H.264\u202f: lu partout${seconds === null ? '' : `, environ ${durationWords(seconds)}`}`,
  asSource: (codec, seconds) =>
    `MP4, ${codec}\u202f: pour les lecteurs récents${seconds === null ? '' : `, environ ${durationWords(seconds)}`}`,
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
