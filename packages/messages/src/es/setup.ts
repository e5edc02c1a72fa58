import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/setup.ts'
import type { Wording } from '../wording.ts'

export const setupWords: Wording<typeof english.setupWords> = {
  lead: `Crea la cuenta que administrará este ${PRODUCT_NAME}.`,
  submit: 'Crear administrador',
  sending: 'Creando administrador…',
  failed: 'No se pudo crear el administrador',
  done: 'Ahora administras este servidor',
  old: 'Se usó, tiene más de una hora o es de un inicio anterior. Mientras no haya administrador, cada inicio del servidor muestra un enlace nuevo.',
  none: 'Abre el enlace que el servidor mostró al iniciarse. Mientras no haya administrador, cada inicio muestra uno nuevo.',
}

export const setupChoiceWords: Wording<typeof english.setupChoiceWords> = {
  title: 'Ajustes básicos',
  lead: 'Todas pueden esperar. Las dos primeras y la última también están en el panel de administración, en Configuración, y puedes volver a esta página en /setup.',
  sources: 'Qué se puede cortar',
  sourcesNote: 'El ejemplo incluido funciona siempre.',
  mail: 'Correo',
  mailHow:
    'SMTP_URL y MAIL_FROM se definen en el entorno. Un cambio necesita un reinicio. docs/operating.md explica ambos.',
  test: 'Enviarme una prueba',
  testing: 'Enviando…',
  tested: 'Correo de prueba en camino',
  testedText: (email, place) =>
    place === null
      ? `Llegará a ${email} cuando haya en marcha un proceso que envíe correos.`
      : `Va a ${email}, por ${place}.`,
  address: 'Dirección',
  addressUsed: (address) => `Tu navegador usa ${address}.`,
  addressSame: 'PUBLIC_URL tiene la misma dirección.',
  addressOther: (address) =>
    `PUBLIC_URL es ${address}. Los enlaces de los correos llevan allí. Abre esa dirección, o cambia PUBLIC_URL y reinicia.`,
  addressUnset: 'PUBLIC_URL no está definida. En este equipo y en tu propia red no hace falta.',
  addressPublic: (address) =>
    `Si se llega a este servidor por un dominio, define PUBLIC_URL=${address} en el entorno y reinicia.`,
  save: 'Guardar y continuar',
  saving: 'Guardando…',
  skip: 'Omitir',
}
