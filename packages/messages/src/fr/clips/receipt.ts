import type * as english from '../../en/clips/receipt.ts'
import type { Wording } from '../../wording.ts'

const ENCODED_SENTENCE = 'L’audio a été coupé exactement et encodé une seule fois.'
const LOSSLESS_SENTENCE = 'L’audio a été coupé exactement et enregistré sans perte.'

/** `le 1er décembre` becomes `jusqu’au 1er décembre`; `demain` and `22:14` take `jusqu’à`. */
const until = (moment: string): string =>
  moment.startsWith('le ') ? `jusqu’au ${moment.slice(3)}` : `jusqu’à ${moment}`

export const clipReceiptWords: Wording<typeof english.clipReceiptWords> = {
  available: (moment) => `Disponible ${until(moment)}. Encore`,
  fromNow: 'avant sa suppression.',
  originalReencoded:
    'Cet extrait ne contient aucune image clé à partir de laquelle copier. Chaque image a donc été réencodée dans son propre codec.',
  reencodedFor: (reasons) => `Chaque image a été réencodée\u202f: ${reasons}.`,
  reasons: {
    crop: 'recadrage',
    fade: 'fondus',
    burned: 'sous-titres incrustés',
    size: (limit) => `taille limitée à ${limit}`,
  },
  clip: 'Votre clip',
  exactness: 'Précision',
  effort: 'Traitement',
  frames: 'Images',
  firstFrame: 'Première image',
  lastFrame: 'Dernière image',
  length: 'Durée',
  audioTrack: 'Piste audio',
  subtitles: 'Sous-titres',
  subtitlesIn: { track: (label) => `${label}, piste de texte`, burned: (label) => `${label}, incrustés` },
  cues: 'Lignes de sous-titres',
  chapters: 'Chapitres',
  size: 'Taille d’image',
  pixels: (width, height) => `${width}\u00a0×\u00a0${height}`,
  loudness: 'Niveau sonore',
  levelled: (before, after) => `de ${before} à ${after}\u00a0LUFS`,
  leftOut: 'Non inclus',
  leftOutThings: { alpha: 'transparence', other_audio: 'autres pistes audio', subtitles: 'sous-titres' },
  notes: {
    audio_changes: (time) =>
      `Les canaux ou la fréquence d’échantillonnage de l’audio changent à ${time}. Tout l’audio a été réencodé tel qu’il est avant.`,
    begins_later: (time) => `La première image qui peut être affichée se trouve à ${time}.`,
    ends_earlier: (time) => `L’enregistrement s’interrompt à ${time}.`,
  },
  copied: 'Images d’origine',
  encoded: 'Images réencodées',
  audio: 'Décalage audio',
  fetched: 'Données lues',
  took: 'Temps de traitement',
  audioCopied: 'L’audio est l’original, bit pour bit. Seules ses extrémités ont été réencodées.',
  ways: {
    copied: 'Chaque image est l’original, bit pour bit.',
    smart: 'Seules les images aux extrémités ont été réencodées. Le reste est l’original, bit pour bit.',
    transcoded: 'La source n’a pas de vidéo H.264 dans cette taille. Chaque image a donc été réencodée.',
    mp3: ENCODED_SENTENCE,
    m4a: ENCODED_SENTENCE,
    opus: ENCODED_SENTENCE,
    flac: LOSSLESS_SENTENCE,
    wav: LOSSLESS_SENTENCE,
    gif: 'Chaque image correspond à la source à cet instant, dans les 255 couleurs qui conviennent le mieux au clip.',
    webp: 'Chaque image correspond à la source à cet instant, réduite pour le partage.',
    still: 'La première image de l’extrait, sans perte.',
  },
}
