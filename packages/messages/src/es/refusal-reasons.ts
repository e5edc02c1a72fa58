import type { Wording } from '../wording.ts'

type English = typeof import('../en/refusal-reasons.ts')

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
  begins_at: (seconds) =>
    `En este tramo no se puede mostrar nada: el primer fotograma que se puede mostrar está en ${seconds} s.`,
  other_site: (site) => `Los enlaces de ${site} no son compatibles.`,
  sign_in: (site) => `${site || 'YouTube'} solo muestra este video a quienes han iniciado sesión.`,
  content_warning: () =>
    'YouTube solo muestra este video a quienes han iniciado sesión y confirmado la advertencia de contenido.',
  site_refuses: (site) => `${site} no deja que este servidor lea este video. Inténtalo más tarde o prueba con otro.`,
  site_limits: (site) => `${site} limita las solicitudes de este servidor. Inténtalo más tarde.`,
  site_unopened: (site) => `Este servidor aún no puede abrir enlaces de ${site}: falta su descargador.`,
  only_preview: (site) => `Sin suscripción, ${site} solo reproduce un fragmento.`,
  password: () => 'Este video está protegido con contraseña.',
  embed_only: () => 'Este video solo se puede reproducir en las páginas que lo insertan.',
  drm: () => 'Este video está cifrado (DRM) y no se puede cortar.',
  adults: () => 'Este video está marcado como solo para adultos. Esos videos no se abren aquí.',
  several_videos: () => 'Este enlace lleva a varios videos. Pega el enlace de uno de ellos.',
  accepts: (sites) => `Introduce el enlace de un video de ${sites}.`,
}
