import type * as english from '../../en/clips/transcript.ts'
import type { Wording } from '../../wording.ts'

export const transcriptWords: Wording<typeof english.transcriptWords> = {
  title: 'Transcripción',
  loading: 'Cargando la transcripción…',
  failed: 'No se pudo cargar la transcripción.',
  empty: 'Estos subtítulos no tienen palabras.',
  captions: 'Subtítulos',
  automatic: (label) => `${label} (automáticos)`,
  search: 'Buscar en lo que se dice',
  hit: (hitNumber, total) => `${hitNumber} de ${total}`,
  noHits: 'Sin resultados',
  previousHit: 'Resultado anterior',
  nextHit: 'Resultado siguiente',
  takeHit: 'Usar como fragmento',
  list: 'Lo que se dice, con tiempos',
  keys: 'Las flechas van de línea en línea y de palabra en palabra. Enter marca el inicio; Mayús y Enter, el fin.',
  pressStart: 'Pulsa la primera palabra de tu clip, o arrastra sobre varias.',
  tapStart: 'Toca la primera palabra de tu clip, o mantenla pulsada y arrastra sobre varias.',
  pressEnd: 'Ahora pulsa la última palabra.',
  follow: 'Seguir la reproducción',
  inRange: (counted, count) => `${counted} ${count === 1 ? 'palabra' : 'palabras'} en el fragmento`,
  noneInRange: 'Ninguna palabra en el fragmento',
  copy: 'Copiar palabras',
  copied: 'Palabras copiadas',
  copiedText: (counted, count) =>
    count === 1
      ? 'La palabra de tu fragmento está en el portapapeles.'
      : `Las ${counted} palabras de tu fragmento están en el portapapeles.`,
  notCopied: 'Las palabras no se copiaron',
  notCopiedText: 'Tu navegador bloqueó el acceso al portapapeles.',
}
