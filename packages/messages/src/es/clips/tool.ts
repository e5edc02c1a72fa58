import type * as english from '../../en/clips/tool.ts'
import type { Wording } from '../../wording.ts'

const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`

export const toolWords: Wording<typeof english.toolWords> = {
  result: {
    goneTitle: 'Este video ya no está aquí',
    goneText: 'Se abrió en otro navegador o caducó. Pega el enlace para abrirlo de nuevo.',
    blockedTitle: 'Este video está bloqueado',
    failedTitle: 'No se pudo cargar el video',
    retry: 'Reintentar',
    views: (formatted, views) => `${formatted} ${views === 1 ? 'vista' : 'vistas'}`,
    badges: { fourK: '4K disponible', mp3: 'Audio en MP3', fast: 'Proceso rápido' },
    noThumbnail: 'Sin miniatura',
    noCaptions: 'Este video no tiene subtítulos.',
    playlist: 'Elegir varios videos de su lista de reproducción',
    noticeTitle: 'Aviso sobre la plataforma.',
    notice:
      'Las políticas de la plataforma de video limitan por ahora las descargas desde servidores. Esta interfaz es una demostración completa del sistema en funcionamiento: acceso, interfaz, roles y servidor. Si este video no se puede descargar, te diremos por qué y no contará para tu límite.',
    demoTitle: 'Demo del sistema',
    demo: 'Descarga 360p y audio sin cuenta.',
    signUp: 'Crear cuenta',
    signIn: 'Iniciar sesión',
  },
  trim: {
    title: 'Elige tu fragmento con precisión',
    startTime: 'Inicio',
    endTime: 'Fin',
    duration: 'Duración',
    // Short, because the button has little room on a phone.
    frame: '1\u00a0fot.',
    frameEarlier: (field) => `${field}, 1\u00a0fotograma antes`,
    frameLater: (field) => `${field}, 1\u00a0fotograma después`,
    apply: 'Aplicar',
    applying: 'Aplicando…',
    openPreview: 'Ver vista previa',
    closePreview: 'Cerrar vista previa',
    zoom: 'Zoom',
    zoomWhole: 'Todo',
    zoomRange: 'Fragmento',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    colon: 'Dos puntos',
    notATime: 'Escribe un tiempo como 1:23.450.',
    shortestByHand: (seconds) =>
      `Al arrastrar, el mínimo es ${seconds}\u00a0segundos. Para un clip más corto, escribe los tiempos o avanza por fotogramas.`,
    setTo: (time) => `Ajustado a ${time}, el tiempo más cercano posible.`,
    updatedTitle: 'Fragmento actualizado',
    updated: (start, end) => `${start} a ${end}`,
    failed: 'No se pudo actualizar el fragmento',
    openedTitle: 'Vista previa abierta',
    closedTitle: 'Vista previa cerrada',
  },
  preview: {
    player: (title) => `Vista previa de ${title}`,
    note: 'El archivo descargado contendrá solo el fragmento elegido.',
    play: 'Reproducir',
    pause: 'Pausar',
    back: 'Un fotograma atrás',
    forward: 'Un fotograma adelante',
    none: 'La vista previa no se puede reproducir. Aun así, puedes descargar tu clip.',
  },
  downloads: {
    title: 'Opciones de descarga',
    sizesFor: (duration) => `Tamaños estimados para ${duration}.`,
    left: (left, limit, period) =>
      `${left === 1 ? 'Te queda' : 'Te quedan'} ${left} de ${count(limit, 'descarga', 'descargas')} ${period === 'today' ? 'hoy' : 'este mes'}.`,
    leftUnknown: 'No se pudo consultar cuántas descargas te quedan.',
    opensWith: 'Disponible con',
    freeAccount: 'una cuenta gratis',
    account: 'una cuenta',
    longestClip: (length) => `Aquí los clips pueden durar hasta ${length}`,
    about: 'unos',
    keptFor: 'se elimina en',
    secondsLeft: (seconds) => (seconds < 1 ? 'casi listo' : `faltan unos ${durationWords(seconds)}`),
    inLine: (position, seconds) =>
      `puesto ${position} en la cola${seconds === null ? '' : `, unos ${durationWords(seconds)}`}`,
    fitted: (size, height) => `${size} como máximo, en ${height}p`,
    tooLongFor: (size) => `Tu fragmento es demasiado largo para ${size}`,
    fadesMeet: (seconds) => `Los fundidos pueden ocupar como máximo la mitad del clip: ${seconds}\u00a0s`,
    cuttingOther: (range) => `cortando ${range}`,
    stopsAt: (label) => `Este video solo llega a ${label}`,
    noAudio: 'Este video no tiene audio',
    noVideo: 'Este video no está disponible en este tamaño',
    stages: {
      waiting: 'esperando para empezar',
      resolving: 'contactando con la fuente',
      reading: 'leyendo tu fragmento',
      encoding: 'codificando los bordes',
      writing: 'escribiendo el clip',
      checking: 'comprobando el clip',
      done: 'casi listo',
    },
    deletedAfter: 'Caducó y se eliminó, como prometimos',
    deletedByViewer: 'Eliminaste este clip',
    notCounted: 'No cuenta para tu límite.',
    joined: (ranges, length) => `${ranges}\u00a0fragmentos unidos, ${length}`,
    saveRange: (range) => `Guardar tu clip de ${range}`,
    badges: {
      free: 'GRATIS',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'BLOQUEADO',
      none: 'NO DISPONIBLE',
      failed: 'FALLIDO',
      expired: 'CADUCADO',
    },
    download: 'Descargar',
    downloadSize: (megabytes) => `Descargar (${megabytes}\u00a0MB)`,
    requesting: 'Descargando…',
    processing: 'Procesando…',
    progress: (label) => `${label}, progreso`,
    cancel: (label) => `Cancelar ${label}`,
    upgrade: 'Solo con Pro',
    signUp: 'Solo con cuenta',
    unavailable: 'No disponible',
    limitReached: 'Límite alcanzado',
    nextStep: 'Siguiente paso',
    cutAgain: 'Cortar otra vez',
  },
  downloadToasts: {
    starting: 'Iniciando descarga',
    startingText: (label) => `Solicitando ${label}.`,
    processing: 'Corte iniciado',
    processingText: (label) => `Cortando ${label}.`,
    ready: 'Descarga lista',
    readyText: (label, megabytes) => `${label}, ${megabytes}\u00a0MB`,
    error: 'Error de descarga',
    failed: 'La descarga falló',
    premium: 'Función prémium',
    premiumText: (best) =>
      `Las descargas en alta calidad están disponibles con Pro. Sin Pro puedes descargar solo ${best === '360p' ? best : `hasta ${best}`} y audio.`,
    cancelled: 'Descarga cancelada',
    cancelledText: 'No cuenta para tu límite.',
    deleted: 'Clip eliminado',
    deletedText: 'Se eliminó del servidor.',
  },
  countdown: {
    hours: (hours, minutes) => (minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`),
    minutes: (minutes) => `${minutes}\u00a0min`,
    seconds: (seconds) => `${seconds}\u00a0s`,
  },
  limit: {
    resets: (moment, wait) => `Se restablece ${/^las? \d/.test(moment) ? 'a ' : ''}${moment}, en ${wait}.`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export const processingWords: Wording<typeof english.processingWords> = {
  title: 'Procesando video',
  text: 'Espera mientras preparamos tu video…',
  slow: 'tarda más de lo normal',
  stages: {
    sending: 'Enviando el enlace',
    asking: 'Obteniendo los datos del video',
    describing: 'Preparando la línea de tiempo',
  },
  cancel: 'Cancelar',
}

export const trimTools: Wording<typeof english.trimTools> = {
  copyLink: 'Copiar enlace a este fragmento',
  linkCopied: 'Enlace copiado',
  linkCopiedText: 'Cualquiera que tenga el enlace verá este video con tu inicio y tu fin.',
  linkNotCopied: 'El enlace no se copió',
  linkNotCopiedText:
    'Tu navegador bloqueó el acceso al portapapeles. Puedes copiar el enlace de la barra de direcciones.',
  addRange: 'Añadir fragmento',
  ranged: (start, end) => `El fragmento va de ${start} a ${end}.`,
  doneWithRange: (place) => `Fragmento ${place} listo`,
}

export const snapWords: Wording<typeof english.snapWords> = {
  label: 'Ajustar a',
  meaning: 'A qué se ajustan los tiradores cuando los arrastras, haces clic o usas las flechas del teclado',
  modes: {
    off: 'Nada',
    seconds: 'Segundos',
    frames: 'Fotogramas',
    words: 'Palabras',
    silences: 'Silencios',
    chapters: 'Capítulos',
  },
  second: 'Ajustado a un segundo exacto',
  frame: 'Ajustado a un fotograma',
  end: 'Ajustado al final del video',
  silence: 'Ajustado a un silencio',
  word: (word) => `Ajustado a la palabra “${word}”`,
  chapter: (title) => `Ajustado al capítulo “${title}”`,
}

export const askedWords: Wording<typeof english.askedWords> = {
  seeking: (words) => `Buscando “${words}”…`,
  notSaid: (words) => `“${words}” no aparece en los subtítulos de este video.`,
  noCaptions: (words) => `No se encontró “${words}”: este video no tiene subtítulos.`,
}
