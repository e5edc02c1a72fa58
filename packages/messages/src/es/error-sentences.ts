import type { Wording } from '../wording.ts'

type English = typeof import('../en/error-sentences.ts')

const highQuality =
  'Las descargas en alta calidad están disponibles con Pro. Sin Pro puedes descargar solo 360p y audio.'
const requestFailed = 'Algo salió mal con esta solicitud. Recarga la página e inténtalo de nuevo.'

export const errorSentences: Wording<English['errorSentences']> = {
  invalid_link: 'Introduce un enlace de YouTube válido.',
  youtube_clip: 'Esto es un clip de YouTube. Pega el enlace del video del que se sacó.',
  youtube_playlist: 'Este enlace lleva a una lista de reproducción. Pega el enlace de uno de sus videos.',
  youtube_page: 'Este enlace lleva a un canal o a otra página de YouTube. Pega el enlace de un video.',
  invalid_request: requestFailed,
  invalid_trim: 'El inicio y el fin deben estar dentro del video y separados por al menos un segundo.',
  range_too_long: 'GIF y WebP pueden durar hasta 15\u00a0segundos. Elige un fragmento más corto.',
  unknown_quality: 'Esta calidad no existe.',
  body_too_large: 'Esto es demasiado grande para enviarlo.',
  not_json: requestFailed,
  wrong_origin: 'La solicitud vino de otro sitio.',
  unknown_host: 'En esta dirección no se puede cambiar nada. El operador debe indicarla en PUBLIC_URL.',
  not_found: 'Esto ya no está disponible.',
  not_signed_in: 'Inicia sesión.',
  accounts_only: 'Este servidor es solo para personas con cuenta. Inicia sesión.',
  invitation_needed: 'En este servidor, las cuentas se crean solo por invitación.',
  not_by_key: 'Eso no se puede hacer con una clave de API. Inicia sesión.',
  oidc_denied: 'Tu proveedor de identidad no inició tu sesión, o cancelaste. Puedes intentarlo otra vez.',
  oidc_invalid: 'Este inicio de sesión caducó o no se pudo verificar. Empieza de nuevo.',
  oidc_unavailable: 'El proveedor de identidad no responde. Inténtalo otra vez en unos minutos.',
  oidc_email_unverified:
    'Tu proveedor de identidad no ha verificado tu correo. Verifícalo allí e inicia sesión otra vez.',
  oidc_sign_up_off: 'No hay ninguna cuenta con este correo. Pide una a quienes administran este servidor.',
  local_sign_in_off: 'Este servidor no usa contraseñas. Inicia sesión con el proveedor de identidad.',
  recent_sign_in_needed: 'Inicia sesión otra vez para confirmar que eres tú.',
  needs_admin: 'Esta página es solo para administradores.',
  wrong_credentials: 'El correo o la contraseña no son correctos.',
  account_suspended: 'Esta cuenta está suspendida.',
  email_taken: 'Ya existe una cuenta con este correo.',
  password_too_short: 'La contraseña debe tener al menos 6 caracteres.',
  invalid_token: 'Este código ya no es válido. Solicita uno nuevo.',
  second_factor_needed: 'Introduce el código de tu app de autenticación.',
  wrong_code: 'Este código no es correcto. Introduce el que muestra tu app ahora.',
  second_factor_unreadable:
    'Este servidor ya no puede comprobar tus códigos de verificación, porque se cambió su clave secreta. Pide a su operador que restaure la anterior.',
  needs_second_factor:
    'Los administradores de este servidor necesitan la verificación en dos pasos. Actívala en tu configuración.',
  invalid_confirmation: 'Este enlace ya no es válido. Solicita uno nuevo.',
  wrong_password: 'La contraseña actual no es correcta.',
  last_admin: 'Al último administrador no se le puede quitar el rol, suspender ni eliminar.',
  admin_protected: 'Los administradores no se pueden eliminar.',
  job_not_open: 'El estado de este trabajo no lo permite.',
  unknown_amount: 'Ningún plan tiene este precio.',
  plan_owned: 'Esta cuenta ya tiene un plan que no termina nunca. No queda nada por comprar.',
  unverified_notice: 'Este evento no viene del proveedor de pagos.',
  pro_feature: 'Varios fragmentos y los lotes son parte de Pro.',
  payment_pending: 'El pago aún no se ha completado.',
  payment_not_approved: 'Este pago aún no se ha aprobado.',
  payment_failed: 'Hubo un error al procesar tu pago. Inténtalo de nuevo.',
  not_set_up: 'Este servidor aún no está configurado para eso.',
  needs_account: highQuality,
  needs_pro: highQuality,
  daily_limit: 'Límite diario alcanzado',
  monthly_limit: 'Límite mensual alcanzado',
  too_many_requests: 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
  video_private: 'Este video es privado.',
  video_removed: 'Este video ya no está disponible.',
  video_region_blocked: 'Este video no está disponible en tu región. Prueba con otro.',
  video_age_restricted:
    'Este video tiene restricción de edad. Su plataforma solo lo muestra a quienes han iniciado sesión.',
  video_members_only: 'Este video es solo para los miembros del canal.',
  video_paid: 'Este video es solo para quienes pagan por él en su plataforma.',
  video_live: 'Este video está en directo. Podrás cortarlo cuando termine la transmisión.',
  video_upcoming: 'Este video aún no ha empezado. Podrás cortarlo cuando se publique.',
  video_ended:
    'Esta transmisión en directo ha terminado y su plataforma aún no ofrece una grabación. Inténtalo más tarde.',
  video_too_long: 'Este video dura más de siete días.',
  video_blocked: 'Este video no se puede descargar por restricciones de YouTube. Prueba con otro.',
  link_blocked: 'Este video está bloqueado en este servidor por derechos de autor o por su contenido.',
  source_off: 'Los videos de esta fuente están desactivados en este servidor.',
  source_bot_check: 'YouTube le pide a este servidor que demuestre que no es un robot. Inténtalo más tarde.',
  source_rate_limited: 'YouTube está limitando las solicitudes de este servidor. Inténtalo más tarde.',
  source_failed: 'No se pudo leer el video de su fuente. Inténtalo de nuevo.',
  source_timeout: 'La fuente no respondió a tiempo. Inténtalo de nuevo.',
  resolver_missing:
    'Este servidor aún no puede abrir enlaces de YouTube: le falta el programa de descarga. Mientras tanto, puedes probar el ejemplo.',
  not_media: 'En este enlace no hay video ni audio.',
  unsupported_media: 'Este tipo de video o audio aún no se puede cortar.',
  no_byte_ranges:
    'El servidor de este archivo solo lo envía entero. Para cortarlo debe responder a solicitudes de rango.',
  broken_media: 'El archivo de este enlace está dañado.',
  media_too_large: 'Este clip sería demasiado grande. Elige un fragmento más corto.',
  does_not_fit: 'Este clip no cabe en el tamaño que elegiste. Elige un fragmento más corto o un tamaño mayor.',
  quality_unavailable: 'Este video no está disponible en esta calidad.',
  not_ready: 'El clip aún no está listo.',
  expired: 'Este clip ha caducado. Los archivos se eliminan en menos de 24\u00a0horas.',
  cancelled: 'La descarga se canceló.',
  cut_failed: 'No se pudo descargar el video. Inténtalo de nuevo.',
  cut_timeout: 'El corte tardó demasiado y se detuvo. Prueba con un fragmento más corto.',
  clip_empty: 'El archivo descargado está vacío.',
  storage_full: 'A este servidor no le queda espacio en este momento. Inténtalo más tarde.',
  busy: 'Este servidor está ocupado. Inténtalo de nuevo en un momento.',
  internal: 'Algo salió mal por nuestra parte. Inténtalo de nuevo.',
}

export const waitSentence = (wait: string): string => `Espera ${wait} e inténtalo de nuevo.`

export const reasonSentences: Wording<English['reasonSentences']> = {
  dns: (host) =>
    `No se encontró ninguna dirección pública para ${host} (DNS). Revisa el enlace y la red de este servidor.`,
  network: (host) => `Este servidor no tiene acceso a ${host}. Revisa su red.`,
  proxy: (host) => `El proxy de este servidor no conectó con ${host}.`,
  refused: (host) => `${host} rechazó la conexión. Inténtalo más tarde.`,
  tls: (host) => `No hay conexión segura con ${host}: no se acepta su certificado o su TLS.`,
  broken: (host) => `Se interrumpió la conexión con ${host}. Inténtalo de nuevo.`,
  status: (status) => `La fuente respondió con el estado HTTP ${status} en lugar del video.`,
  not_allowed: (target) =>
    `Solo se leen direcciones públicas en los puertos 80 y 443. Para permitir esta, define OUTBOUND_ALLOW=${target}.`,
  starts_at: (time) => `Este video empieza el ${time}. Podrás cortarlo cuando se publique.`,
  restricted_mode: () => 'La red de este servidor no muestra este video: impone el modo restringido de YouTube.',
  sign_in: () => 'YouTube solo muestra este video a quienes han iniciado sesión.',
  content_warning: () =>
    'YouTube solo muestra este video a quienes han iniciado sesión y confirmado la advertencia de contenido.',
}
