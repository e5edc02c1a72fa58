import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/site.ts'
import type { Wording } from '../wording.ts'

export const messages: Wording<typeof english.messages> = {
  layout: {
    noScript: 'Kerf necesita JavaScript para cortar videos en tu navegador.',
    titleOfVideo: (title) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, inicio`,
    skipToMain: 'Saltar al contenido',
    mainNavigation: 'Principal',
    footerNavigation: 'Más',
    menu: 'Menú',
    features: 'Funciones',
    faq: 'Preguntas',
    signIn: 'Iniciar sesión',
    getStarted: 'Empezar',
    contact: 'Contacto',
    terms: 'Términos',
    privacy: 'Privacidad',
    language: 'Idioma',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  },
  toast: { dismiss: 'Cerrar', region: 'Notificaciones ({hotkey})', announced: 'Notificación' },
  connection: {
    offline: 'No tienes conexión.',
    offlineMore: 'Tu fragmento está guardado. Las descargas siguen cuando vuelva la conexión.',
    offlineFiles: 'Aquí se pueden seguir cortando archivos.',
    serverGone: 'El servidor no responde.',
    serverGoneMore: 'Tu fragmento está guardado. Kerf sigue intentando conectarse.',
  },
  pageFailed: {
    title: 'Esta página no se cargó',
    text: 'No se pudo cargar una parte. Tu fragmento y tus descargas están a salvo.',
    reload: 'Recargar',
  },
  link: {
    label: 'Enlace del video',
    placeholder: 'Pega aquí el enlace',
    paste: 'Pegar',
    process: 'Abrir',
    processing: 'Abriendo…',
    kinds: { youtube: 'Enlaces de YouTube. ', media: 'Enlaces multimedia. ' },
    help: 'No necesitas cuenta. Tu clip se elimina en menos de 24\u00a0horas.',
    trySample: 'Probar el ejemplo',
    openFile: 'o abrir un archivo',
    clipboardClosed:
      'Tu navegador bloqueó el acceso al portapapeles. Pulsa Ctrl+V o mantén pulsado el campo para pegar.',
    clipboardEmpty: 'No hay texto en el portapapeles.',
    cookiesNeeded: 'Kerf necesita una cookie para recordar tu video. Permite las cookies en este sitio.',
    invalidTitle: 'Enlace no válido',
    invalid: 'Introduce un enlace de YouTube válido.',
    invalidOfAny: 'Introduce un enlace de video válido.',
  },
  timeline: { start: 'Inicio', end: 'Fin', playhead: 'Cabezal' },
  processing: {
    loadingVideo: 'Cargando el video',
    successTitle: 'Listo',
    successText: 'Tu video está listo. Marca el inicio y el fin.',
    errorTitle: 'Error',
  },
}

export const pageWords: Wording<typeof english.pageWords> = {
  home: { title: 'corta exactamente la parte que quieres' },
  signIn: { title: 'Iniciar sesión' },
  signUp: { title: 'Crear cuenta' },
  forgotPassword: { title: 'Olvidé mi contraseña' },
  resetPassword: { title: 'Restablecer contraseña' },
  confirmEmail: { title: 'Confirmar correo' },
  confirmNewsletter: { title: 'Confirmar suscripción' },
  endNewsletter: { title: 'Cancelar suscripción' },
  terms: { title: 'Términos del servicio' },
  privacy: { title: 'Política de privacidad' },
  contact: { title: 'Contacto' },
  subscription: { title: 'Precios' },
  device: { title: 'Archivos de este dispositivo' },
  batch: { title: 'Varios enlaces a la vez' },
  profile: { title: 'Perfil' },
  billing: { title: 'Facturación' },
  receipt: { title: 'Recibo' },
  jobs: { title: 'Descargas' },
  settings: { title: 'Configuración' },
  admin: { title: 'Administración' },
  setup: { title: 'Puesta en marcha' },
  adminTest: { title: 'Prueba de administración' },
  tools: { title: 'Herramientas' },
  api: { title: 'API' },
  changelog: { title: 'Novedades' },
  dmca: { title: 'DMCA' },
}

export const pageDescriptions: Wording<typeof english.pageDescriptions> = {
  home: 'Pega el enlace de un video, elige inicio y fin al fotograma y descarga exactamente esa parte. Hasta 4K o en MP3. Sin marca de agua y sin cuenta.',
  signIn: 'Inicia sesión en tu cuenta.',
  signUp: 'Crea una cuenta: tus descargas en todos tus dispositivos.',
  forgotPassword: 'Recibe un enlace para crear una contraseña nueva.',
  resetPassword: 'Crea una contraseña nueva con el código de tu correo.',
  confirmEmail: 'Confirma tu correo con el enlace que te enviamos.',
  confirmNewsletter: 'Confirma tu suscripción con el enlace que te enviamos.',
  endNewsletter: 'Cancela tu suscripción con el enlace de cualquier boletín.',
  terms: 'Qué puedes esperar de nosotros y qué esperamos de ti.',
  privacy: 'Qué guarda este servidor sobre ti, por cuánto tiempo y cómo eliminarlo.',
  contact: 'Escribe a las personas detrás de este servidor.',
  subscription: 'Free, Pro y Lifetime: el mismo corte exacto, más píxeles y más clips.',
  device:
    'Corta en el navegador un archivo de video o audio de este dispositivo, exacto al fotograma. No se sube nada.',
  batch: 'Pega hasta 20 enlaces, corta una parte de cada uno y guárdalas todas en un zip.',
  profile: 'Tu cuenta y tus descargas.',
  billing: 'Tu plan y tus recibos.',
  receipt: 'Un recibo para ver e imprimir.',
  jobs: 'Tus descargas anteriores y en curso.',
  settings: 'Tu perfil, tu contraseña y tus sesiones.',
  admin: 'Usuarios, trabajos y configuración.',
  setup: 'Crea la primera cuenta de administración de este servidor.',
  adminTest: 'Estadísticas y usuarios sin formato.',
  tools: 'Formas de abrir aquí un video: un marcador, una app, una extensión, un programa.',
  api: 'Todas las llamadas de la API: parámetros, respuestas y errores.',
  changelog: 'Qué ha cambiado, versión por versión.',
  dmca: 'Denuncia un video que infringe tus derechos de autor.',
}

export const landing: Wording<typeof english.landing> = {
  hero: {
    words: ['Corta', 'Ajusta', 'Descarga'],
    spoken: 'Corta, ajusta, descarga exactamente la parte que quieres.',
    restOfLine: ' justo',
    secondLine: 'la parte que quieres.',
    timeline: 'Prueba los tiradores con el video de ejemplo',
    steps: [
      ['Pega un enlace.', 'Ves el video al instante.'],
      ['Marca inicio y fin.', 'Arrastra, escribe o avanza por fotogramas.'],
      ['Descarga esa parte.', 'Ni un fotograma más.'],
    ],
  },
}

const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

/** Article before a time: `las 22:14`, but `la 1:05`. */
const atClock = (clock: string): string => `${/^0?1\D/.test(clock) ? 'la' : 'las'} ${clock}`

export const timeWords: Wording<typeof english.timeWords> = {
  today: atClock,
  /** `mañana a las 22:14`, `el domingo a las 10:00`, `el 1 de diciembre a la 1:00` */
  onDay: (day, clock) => `${day === 'mañana' ? day : `el ${day}`} a ${atClock(clock)}`,
  hours: (amount) => count(amount, 'hora', 'horas'),
  minutes: (amount) => count(amount, 'minuto', 'minutos'),
  seconds: (amount) => count(amount, 'segundo', 'segundos'),
}

export const unansweredSentences: Wording<typeof english.unansweredSentences> = {
  offline: 'No tienes conexión. Inténtalo de nuevo cuando vuelva.',
  serverGone: 'El servidor no responde. Inténtalo de nuevo en un momento.',
  unknown: 'Algo salió mal. Inténtalo de nuevo.',
}
