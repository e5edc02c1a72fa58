import type { batchWords as english } from '../../en/clips/batch.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0clip' : `${count}\u00a0clips`)
const links = (count: number): string => (count === 1 ? '1\u00a0enlace' : `${count}\u00a0enlaces`)

export const batchWords: Wording<typeof english> = {
  heading: 'Varios enlaces a la vez',
  lead: (max) => `Pega hasta ${max}\u00a0enlaces, corta una parte de cada uno y guárdalas todas en un zip.`,
  loading: 'Cargando',
  tryAgain: 'Reintentar',
  failed: 'Error',

  offer: {
    title: 'Esto es parte de Pro',
    list: (max) => [
      `Hasta ${max}\u00a0enlaces a la vez, cada uno con su inicio y su fin`,
      'Una barra de progreso para todos y un solo zip al final',
      'Un enlace rechazado no detiene a los demás',
      'Tus clips se cortan primero',
    ],
    free: 'Sin Pro puedes cortar los enlaces de uno en uno, con la misma exactitud.',
    plans: 'Ver planes',
    signIn: 'Iniciar sesión',
    oneLink: 'Cortar un enlace',
  },

  links: {
    label: 'Enlaces, uno por línea',
    hint: (max) =>
      `Hasta ${max}. Puedes añadir tiempos después de un enlace, como https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Si no, valen los tiempos del enlace o el video entero.`,
    placeholder: 'por ejemplo, kerf:sample 0:05-0:08',
    checked: 'Tus líneas',
    line: (number) => `Línea ${number}`,
    whole: 'video entero',
    ofClip: 'fragmento del clip',
    from: (start) => `desde ${start}`,
    until: (end) => `hasta ${end}`,
    range: (start, end) => `${start} a ${end}`,
    faults: {
      notALink: 'Esto no es un enlace a un video.',
      playlist: 'Es una lista de reproducción.',
      notTimes: 'Escribe los tiempos como 1:02-1:15.',
      endBeforeStart: 'El fin debe ir después del inicio.',
      tooShort: 'Un clip debe durar al menos un segundo.',
      tooMany: (max) => `Un lote puede tener hasta ${max}\u00a0enlaces.`,
    },
    counted: (good, faulty) =>
      faulty === 0
        ? `${links(good)}.`
        : `${links(good)}. ${faulty === 1 ? `Revisa ${faulty}\u00a0línea` : `Revisa ${faulty}\u00a0líneas`}.`,
    empty: 'Primero pega un enlace.',
    process: (count) => (count === 0 ? 'Abrir enlaces' : `Abrir ${links(count)}`),
    mendFirst: 'Primero corrige o quita las líneas marcadas.',
  },

  playlist: {
    choose: 'Elegir videos',
    chooseOf: (line) => `Elegir videos de la lista de la línea ${line}`,
  },

  clips: {
    list: 'Tus clips',
    quality: 'Calidad para todos',
    qualityOf: (title) => `Calidad de ${title}`,
    states: { waiting: 'EN ESPERA', reading: 'LEYENDO', ready: 'LISTO', failed: 'FALLIDO' },
    retry: 'Reintentar',
    retryNamed: (title) => `Reintentar: ${title}`,
    removeNamed: (title) => `Quitar ${title}`,
    chaptersOf: (title) => `Un clip por capítulo: ${title}`,
    startsLate: (length) => `El video solo dura ${length}. Elige un inicio anterior.`,
    shortened: (end) => `Acortado a ${end}, el final del video.`,
    tooShort: 'Después de este inicio queda menos de un segundo de video.',
    instead: (quality, smallerQuality) => `No disponible en ${quality}: se usa ${smallerQuality}.`,
    notOffered: (quality) => `Este video no está disponible en ${quality} ni en un tamaño menor.`,
    reading: (done, all) => `${done} de ${links(all)} leídos`,
    sum: (count, length, size) => `${clips(count)}, ${length} en total, unos ${size}.`,
    sumOnly: (count, length) => `${clips(count)}, ${length} en total.`,
    leftOut: (count) => (count === 1 ? 'Se omitirá 1\u00a0línea.' : `Se omitirán ${count}\u00a0líneas.`),
    cut: (count) => `Cortar ${clips(count)}`,
    sending: 'Enviando…',
    back: 'Cambiar enlaces',
    refused: (title, reason) => `${title}: ${reason}`,
    none: 'No se pudo leer ninguno de los enlaces.',
  },

  status: {
    title: (count) => `Tu lote de ${clips(count)}`,
    progress: 'Progreso de todos los clips',
    finished: (done, all) => `${done} de ${clips(all)} ${all === 1 ? 'listo' : 'listos'}`,
    failed: (count) => `${count} ${count === 1 ? 'falló, no cuenta' : 'fallaron, no cuentan'}`,
    secondsLeft: (seconds) => (seconds < 1 ? 'casi listo' : `faltan unos ${durationWords(seconds)}`),
    cancel: 'Cancelar el resto',
    cancelling: 'Cancelando…',
    zip: (size) => `Descargar zip (${size})`,
    preparing: 'Descargando…',
    keptFor: 'se elimina en',
    ownPage: 'Abrir en su propia página',
    another: 'Nuevo lote',
    endedTitle: 'Descarga lista',
    endedText: (done) => `${clips(done)} en un zip.`,
    noneTitle: 'La descarga falló',
    noneText: 'No se pudo cortar ninguno de los clips. No cuentan para tu límite.',
    cancelledAll: 'Cancelaste este lote antes de que terminara ningún clip. Nada cuenta para tu límite.',
    failedAll: 'No se pudo cortar ninguno de los clips. Nada cuenta para tu límite.',
    expired: 'Los clips de este lote caducaron y se eliminaron, como prometimos.',
    startedTitle: 'Descarga iniciada',
    startedText: (size) => size,
    goneTitle: 'Este lote ya no está aquí',
    goneText: 'Pertenece a otra cuenta o ha caducado.',
    notRead: 'No se pudo cargar el lote.',
    clips: 'Clips del lote',
    again: 'Cortar otra vez',
    againNamed: (title) => `Cortar otra vez: ${title}`,
    clip: (number, title) => `Clip ${number}: ${title}`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
