import type { HealthWording } from '@kerf/domain/health/health-sentences'
import type * as english from '../en/admin-settings.ts'
import type { Wording } from '../wording.ts'

const minutes = (amount: number): string => `${amount}\u00a0${amount === 1 ? 'minuto' : 'minutos'}`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `: ${reason}.`)
const seeLog = 'El motivo está en el registro.'
const startWorker =
  'Inicia uno con npm run worker, o todo en un solo proceso con npm start. Los trabajos en espera no se pierden.'
const disagree = 'Busca estos pedidos en PayPal y reembolsa lo que se pagó sin recibir un plan.'

/** Sentences about the health of a server, in Spanish. */
export const healthSentences: HealthWording = {
  cutting_ok: 'Se puede cortar.',
  cutting_limited: 'Se puede cortar, con limitaciones.',
  cutting_untested: 'No se conoce ningún problema, pero aún no se ha probado todo.',
  cutting_stopped: 'Ahora nadie puede cortar.',

  database_ok: 'La base de datos funciona.',
  database_silent: `La base de datos no responde. ${seeLog}`,

  queue_ok: 'Los trabajos se están procesando.',
  queue_no_workers: `No hay ningún worker en marcha, así que no se corta nada. ${startWorker}`,
  queue_silent: `La cola de trabajos no responde. ${seeLog}`,
  queue_slow: (waited) =>
    `El trabajo más antiguo de la cola lleva esperando ${minutes(waited)}. ` +
    'Si esta máquina tiene núcleos de CPU libres, aumenta WORKER_CONCURRENCY y reinicia Kerf.',

  workers_ok: (running, concurrency) =>
    `${running} de ${concurrency} ${concurrency === 1 ? 'worker está cortando' : 'workers están cortando'}.`,
  workers_unknown: 'No se conoce el estado de los workers: la cola no responde. Mira Cola de trabajos.',
  workers_none: `No hay ningún worker en marcha. ${startWorker}`,
  workers_idle: (idle) =>
    `Hay trabajos en espera y ningún worker ha tomado uno desde hace ${minutes(idle)}. ` +
    'Busca “trouble with the database” en el registro y reinicia Kerf. Los trabajos en espera no se pierden.',

  engine_ok: (version) => `La biblioteca multimedia está cargada: ${version}.`,
  engine_confined: 'Sus procesos y yt-dlp están aislados con bubblewrap.',
  engine_unconfined:
    'bubblewrap no funciona aquí: yt-dlp no está aislado, y los procesos multimedia solo por los permisos de Node, que no contienen código nativo.',
  engine_broken: (reason) =>
    `La biblioteca multimedia no se puede cargar, así que no se puede cortar nada${reason === '' ? '' : ` (${reason})`}. ` +
    'Ejecuta npm ci en la carpeta de Kerf con la misma versión de Node con la que funciona Kerf y reinícialo.',
  engine_codecs_missing: (codecs) =>
    `A la biblioteca multimedia le faltan códecs, así que algunos clips no se pueden cortar (${codecs}). Ejecuta npm ci en la carpeta de Kerf y reinicia Kerf.`,

  storage_ok: 'Hay espacio suficiente para los clips.',
  storage_unreadable: 'No se puede leer la carpeta de los clips. Revisa DATA_DIR.',
  storage_full: 'El disco está lleno y se rechazan las descargas nuevas. Libera espacio.',
  storage_low: 'Quedan menos de 2\u00a0GB libres. Libera espacio o acorta la retención en el panel de administración.',

  store_unreachable: 'El almacén de archivos no responde. Comprueba que esté en marcha y que STORAGE_URL apunte a él.',
  store_denied:
    'El almacén de archivos rechazó las credenciales. Revisa AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY, y que permitan listar, leer, escribir y eliminar en el bucket.',
  store_no_bucket: 'El bucket de STORAGE_URL no existe. Créalo o corrige su nombre.',
  store_wrong_region: 'El bucket está en una región distinta de la que indica STORAGE_URL. Corrige ahí la región.',
  store_clock:
    'Los relojes de esta máquina y del almacén de archivos difieren demasiado. Corrige el reloj de esta máquina.',
  store_foreign:
    'STORAGE_URL apunta a un lugar con archivos de otra instalación, así que no se guarda nada allí. Dale a STORAGE_URL un prefijo propio.',
  store_refused: `El almacén de archivos rechazó una solicitud. ${seeLog}`,

  disk_ok: 'Hay espacio suficiente en el disco.',
  disk_free: (free) =>
    `Hay espacio suficiente en el disco: ${free} libres. Las descargas nuevas necesitan 256\u00a0MB.`,
  disk_unreadable:
    'No se puede leer la carpeta de datos. Comprueba que DATA_DIR exista y pertenezca al usuario que ejecuta Kerf.',
  disk_full: 'El disco está lleno y se rechazan las descargas nuevas.',
  disk_low: 'Quedan menos de 2\u00a0GB libres.',
  disk_advice: 'Ejecuta la limpieza, acorta la retención en la configuración o mueve DATA_DIR a un disco más grande.',

  sources_none:
    'No hay ninguna fuente activada, así que solo se puede cortar el ejemplo. Activa una en la configuración.',
  sources_media: 'Se pueden cortar enlaces a archivos multimedia. Los enlaces de YouTube están desactivados.',
  sources_media_still: 'Los enlaces a archivos multimedia se pueden seguir cortando.',

  resolver_ok: 'yt-dlp está listo.',
  resolver_unneeded: 'Kerf consulta primero a YouTube por sí mismo. yt-dlp es solo la reserva.',
  resolver_answers: (step) => `YouTube responde por: ${step}.`,
  resolver_reserve: (version) => `yt-dlp ${version} es la reserva.`,
  resolver_unanswered: (cause) => `YouTube no respondió a las últimas consultas: ${cause}`,
  resolver_network: (cause) =>
    `Este servidor no llega a YouTube (${cause}). Revisa su red, su servidor de nombres y OUTBOUND_PROXY.`,
  resolver_untested: 'Aún no se ha consultado a YouTube.',
  resolver_held_back:
    'Su versión más reciente no funciona aquí, así que se usa la anterior hasta que haya una más nueva.',
  sites_untested: (names) => `Aún sin consultar: ${names}.`,
  sites_answer: (names) => `Estos sitios responden: ${names}.`,
  sites_unanswered: (name, cause) => `${name} no respondió a las últimas consultas: ${cause}`,
  resolver_off: 'Los enlaces de YouTube están desactivados. Mira las fuentes en la configuración.',
  resolver_broken: 'El yt-dlp instalado no funciona. Instálalo de nuevo.',
  resolver_no_folder: (folder) =>
    `yt-dlp no puede ejecutarse: no se puede crear ninguna carpeta en ${folder}. Pon en TMPDIR una carpeta en la que Kerf pueda escribir.`,
  resolver_known_broken: (version) => `Se sabe que yt-dlp ${version} no funciona: YouTube ya no lo atiende.`,
  resolver_old_configured: 'Actualiza el programa que indica YTDLP_PATH.',
  resolver_passed_over: (version) =>
    `Se sabe que yt-dlp ${version}, el del PATH, no funciona, y no se usa. Actualízalo o quítalo.`,
  resolver_old_fetched:
    'Kerf no pudo descargar una versión más nueva. Comprueba que este servidor tenga acceso a GitHub.',
  resolver_misnamed: 'YTDLP_PATH no apunta a un programa ejecutable. Corrígelo o quítalo.',
  resolver_missing: 'Falta yt-dlp. Instálalo o define YTDLP_PATH.',
  resolver_fetching: 'yt-dlp se está descargando.',
  resolver_unfetched:
    'No se pudo descargar yt-dlp. Comprueba que este servidor tenga acceso a GitHub, instala yt-dlp o define YTDLP_PATH.',

  sweep_ok: 'Los archivos caducados se están eliminando.',
  sweep_stale: `Los archivos caducados no se están eliminando. ${seeLog}`,

  mail_ok: (place) => `Los correos se envían por el servidor de correo ${place}.`,
  mail_outbox: (place) =>
    `Los correos se guardan como archivos en ${place} y no se envían a nadie. Define SMTP_URL para enviarlos.`,
  mail_silent: `La cola de correos no responde. ${seeLog}`,
  mail_no_worker:
    'No se están enviando correos: no hay ningún worker en marcha, o acaba de iniciarse. Los correos en espera no se pierden.',
  mail_given_up: (lost, waiting, reason) =>
    `${lost === 1 ? 'Se abandonó 1\u00a0correo' : `Se abandonaron ${lost} correos`} en la última hora; ${waiting} aún en espera${becauseOf(reason)}`,
  mail_waiting: (waiting, reason) =>
    `${waiting === 1 ? '1\u00a0correo en espera' : `${waiting} correos en espera`}, el más antiguo desde hace más de diez minutos${becauseOf(reason)}`,
  mail_tried: (tried, reason) =>
    `El servidor de correo aún no ha aceptado ${tried === 1 ? '1\u00a0correo; se volverá a intentar' : `${tried} correos; se volverán a intentar`}${becauseOf(reason)}`,
  mail_advice_server: (place) =>
    `Los correos se envían por el servidor de correo ${place}. Revisa SMTP_URL y MAIL_FROM, y busca “email not sent yet” en el registro.`,
  mail_advice_outbox: (place) =>
    `Los correos se guardan como archivos en ${place}. Comprueba que se pueda escribir en DATA_DIR.`,

  address_ok: (origin) => `Las cookies, los cambios, los rangos de bytes y los flujos de eventos llegan por ${origin}.`,
  address_untested: 'El camino hasta el navegador aún no se ha probado.',
  address_other: (origin, publicUrl) =>
    `Has entrado por ${origin}, pero Kerf solo acepta cambios desde ${publicUrl}. Usa esa dirección o corrige PUBLIC_URL.`,
  address_unnamed: (origin) =>
    `Kerf no acepta cambios desde ${origin}. Pon esta dirección en PUBLIC_URL y el número de proxies delante en TRUST_PROXY, y reinicia Kerf.`,
  address_no_cookie:
    'Una cookie no volvió, así que nadie puede cortar ni mantener la sesión. El proxy debe dejar pasar Set-Cookie y Cookie.',
  address_no_range:
    'El proxy quita Range, así que los reproductores no pueden saltar y las descargas no se pueden reanudar. Haz que deje pasar Range.',
  address_held_back:
    'El proxy retiene las respuestas hasta que están completas, así que las páginas no muestran el progreso. Desactiva su búfer (nginx: proxy_buffering off).',
  address_no_visitors:
    'Kerf no ve las direcciones de los visitantes, así que todos cuentan como uno. Pon en TRUST_PROXY el número de proxies delante y haz que el primero envíe X-Forwarded-For.',

  updates_off: (version) =>
    `Esta es la versión ${version}. Kerf no pregunta a nadie por versiones nuevas, salvo que UPDATES_FROM indique un lugar tuyo.`,
  updates_newest: (version) => `Esta es la versión ${version}. UPDATES_FROM no indica ninguna más reciente.`,
  updates_newer: (newest, version) => `La versión ${newest} está disponible. Esta es la versión ${version}.`,
  updates_unknown: (version, reason) =>
    `Esta es la versión ${version}. No se conoce la más reciente, porque no se puede leer UPDATES_FROM${becauseOf(reason)}`,

  sign_in_passwords: 'Se inicia sesión con contraseña. No hay ningún proveedor de identidad configurado.',
  sign_in_ok: (name) => `${name} responde, así que se puede iniciar sesión con él.`,
  sign_in_down: (name, reason) =>
    `${name} no está disponible, así que nadie puede iniciar sesión con él${becauseOf(reason)} Revisa OIDC_ISSUER y busca “trouble with the identity provider” en el registro.`,

  payments_no_plans: 'En este servidor no se vende nada.',
  payments_ok: (environment) => `Se pueden comprar planes (entorno: ${environment}).`,
  payments_round: (last) => `Última comprobación de los pedidos abiertos: ${last}.`,
  payments_off:
    'Los planes no se pueden comprar hasta que se introduzcan el ID de cliente y el secreto de una app de PayPal.',
  payments_unknown: 'No se sabe si se pueden comprar planes: la base de datos no responde. Mira Base de datos.',
  payments_secret_unreadable:
    'No se pueden comprar planes: el secreto guardado es de otro ID de cliente, o SESSION_SECRET ha cambiado desde entonces. Introduce el secreto otra vez.',
  payments_secret_missing:
    'No se pueden comprar planes: falta el secreto de cliente. Introdúcelo o borra el ID de cliente.',
  payments_refused: (environment) =>
    `PayPal rechazó el ID de cliente o el secreto en su entorno ${environment}. ` +
    'Introduce los dos otra vez, de la misma app del panel de desarrollador de PayPal.',
  payments_unreachable: 'No se puede conectar con PayPal. Revisa OUTBOUND_PROXY y PAYPAL_API_URL.',
  payments_no_webhook:
    'Falta el ID del webhook: las devoluciones de cargo no se notan, y los reembolsos se notan tarde. Cópialo de la app de PayPal.',
  payments_disagree: (orders) => `PayPal y este servidor no coinciden sobre ${orders}. ${disagree}`,
  payments_disagree_more: (orders) => `PayPal y este servidor no coinciden sobre ${orders} y más. ${disagree}`,
  payments_no_rounds: 'Los pedidos abiertos no se están comprobando. Busca “trouble with payments” en el registro.',
}

export const adminSettingsWords: Wording<typeof english.adminSettingsWords> = {
  settings: {
    failed: 'No se pudo cargar la configuración.',
    free: 'Plan gratis',
    freeMaxQuality: 'Calidad máxima gratis',
    freeMaxQualityNote:
      'La mejor calidad que se puede descargar con una cuenta gratis. La página de descarga se adapta.',
    freeDailyLimit: 'Límite diario',
    freeDailyLimitNote: 'Descargas al día de una cuenta gratis.',
    freeDailyLimitFault: (min, max) => `Introduce un número entero de ${min} a ${max}.`,
    sale: {
      legend: 'Qué se vende',
      modes: {
        off: {
          name: 'Nada',
          note: 'Todo el mundo puede usarlo todo, con los límites que fijes en el panel de administración.',
        },
        on: { name: 'Planes', note: 'Los visitantes ven los planes y lo que cuestan, y pagan con PayPal.' },
      },
      fromEnvironment: (variable) => `Esto lo decide ${variable} del entorno.`,
    },
    limits: {
      legend: 'Límites',
      note: 'Para todos menos los administradores. Deja un campo vacío si no quieres límite.',
      strangerMaxQuality: 'Mejor calidad sin cuenta',
      strangerDailyLimit: 'Descargas por día sin cuenta',
      accountDailyLimit: 'Descargas por día con cuenta',
      longestClip: 'Clip más largo (minutos)',
      longestClipFault: (most) => `Introduce un número de minutos de 1 a ${most}, o deja el campo vacío.`,
    },
    overEnvironment: (variable, value) => `El valor guardado aquí reemplaza ${variable}=${value}.`,
    clips: 'Clips terminados',
    retentionHours: 'Retención (horas)',
    retentionNote: (max) =>
      `Cuánto tiempo se guardan los clips terminados. A los visitantes se les prometen ${max}\u00a0horas como máximo. Un tiempo más corto vale también para los clips existentes.`,
    retentionFault: (min, max) => `Introduce un número de horas de ${min} a ${max}.`,
    sources: 'Fuentes',
    sourceNames: { youtube: 'Enlaces de YouTube', media: 'Enlaces directos a archivos multimedia' },
    sharing: 'Los clips se pueden compartir con enlaces públicos y direcciones firmadas',
    sharingNote:
      'El enlace lo crea quien cortó el clip y termina con él. Sin esto, los enlaces existentes dejan de funcionar.',
    sourcesNote: 'El ejemplo incluido funciona siempre. Los clips en espera fallan cuando se desactiva su fuente.',
    payments: 'Pagos',
    portalNote: (webhook) =>
      `Los tres vienen de una misma app del panel de desarrollador de PayPal, con un webhook a ${webhook} para estos eventos: ` +
      'Payment capture completed, pending, declined, denied, refunded y reversed, y Customer dispute resolved. ' +
      'Más en Payments, en docs/operating.md.',
    portal: 'Abrir el panel de PayPal',
    clientId: 'ID de cliente para pagos',
    clientIdNote: 'Déjalo vacío para desactivar los pagos.',
    clientIdFault: 'Un ID de cliente solo tiene letras, cifras, guiones y guiones bajos.',
    secret: 'Secreto de cliente',
    secretKnown: 'Guardado. Déjalo vacío para conservarlo. Nunca se muestra.',
    secretUnknown: 'Sin definir. Sin él no se pueden comprar planes de pago.',
    secretFault: 'Un secreto no tiene espacios y tiene 256\u00a0caracteres como máximo.',
    webhookId: 'ID del webhook',
    webhookIdNote: 'Sin él, los reembolsos se notan tarde y las devoluciones de cargo, nunca.',
    webhookFault: 'Un ID de webhook tiene 50 letras y cifras como máximo.',
    environment: 'Entorno',
    environments: { sandbox: 'Sandbox (pruebas)', production: 'Producción' },
    admins: 'Administradores',
    secondFactor: 'Los administradores necesitan la verificación en dos pasos',
    secondFactorNote: 'Los administradores sin ella no pueden abrir el panel hasta que la configuren.',
    secondFactorWarning:
      'Tu propia cuenta aún no la tiene. Después de guardar, no podrás abrir el panel hasta que la configures.',
    save: 'Guardar',
    saving: 'Guardando…',
    saved: 'Configuración guardada',
    savedText: 'Se aplica desde ahora.',
    invalid: 'No se guardó nada. Revisa los campos marcados.',
  },
  storage: {
    title: 'Almacenamiento',
    cleanup: 'Limpiar lo caducado',
    cleaning: 'Limpiando…',
    cleaned: 'Limpieza terminada',
    cleanedText: (files, formatted, size) =>
      files === 0
        ? 'No había nada caducado.'
        : `${formatted} ${files === 1 ? 'archivo eliminado' : 'archivos eliminados'}, ${size} liberados.`,
    view: 'Ver uso',
    hide: 'Ocultar uso',
    failed: 'No se pudo cargar el uso.',
    used: 'En uso',
    clips: 'Clips terminados',
    clipsOf: (clips, formatted, size) =>
      clips === 0 ? 'ninguno' : `${size} en ${formatted} ${clips === 1 ? 'clip' : 'clips'}`,
    scratch: 'En proceso',
    previews: 'Miniaturas, formas de onda',
    database: 'Base de datos',
    largest: 'Clips más grandes',
    free: 'Libre en disco',
    oldest: 'Clip más antiguo',
    none: 'ninguno',
    unknown: 'desconocido',
  },
  health: {
    title: 'Estado del sistema',
    again: 'Comprobar otra vez',
    checking: 'Comprobando…',
    failed: 'No se pudo cargar el estado del sistema.',
    version: (version) => `Versión ${version}`,
    parts: {
      database: 'Base de datos',
      queue: 'Cola de trabajos',
      workers: 'Workers de corte',
      engine: 'Biblioteca multimedia',
      storage: 'Almacén de archivos',
      disk: 'Disco',
      resolver: 'Descargador de YouTube',
      sweep: 'Limpieza',
      mail: 'Correo',
      signIn: 'Inicio de sesión',
      payments: 'Pagos',
      source: 'Fuente',
      address: 'Dirección',
      updates: 'Actualizaciones',
    },
    facts: {
      queue: (waiting, running) => `${waiting} en espera, ${running} en proceso`,
      oldest: (seconds) => `espera más larga: ${seconds}\u00a0s`,
      disk: (free, total) => `${free} libres de ${total}`,
      resolver: (version, days, formatted) => `Versión ${version}, de hace ${formatted} ${days === 1 ? 'día' : 'días'}`,
      step: (name, answered, failed) => `${name}: ${answered} con respuesta, ${failed} con error`,
      sweep: (instant) => `Última vez: ${instant}`,
    },
    sentences: healthSentences,
    states: {
      ok: 'EN LÍNEA',
      untested: 'SIN PROBAR',
      degraded: 'CON PROBLEMAS',
      failing: 'SIN SERVICIO',
      off: 'DESACTIVADO',
    },
  },
  standing: {
    title: 'Cómo está',
    again: 'Probar de nuevo',
    testing: 'Probando el camino hasta el navegador…',
    all: 'Todas las partes',
  },
  processes: {
    title: 'Procesos en marcha',
    columns: {
      process: 'Proceso',
      role: 'Función',
      version: 'Versión',
      atWork: 'En proceso',
      since: 'En marcha desde',
      seen: 'Visto por última vez',
    },
    roles: { serve: 'Todo en uno', web: 'Servidor web', worker: 'Proceso de corte' },
    processId: (id) => `Proceso ${id}`,
    atWork: (running, concurrency) => `${running} de ${concurrency}`,
    cutsNone: 'No corta',
    unknown: 'No se conocen los procesos en marcha: la cola de trabajos no responde.',
    notes: {
      all_in_one: 'Un solo proceso lo hace todo: muestra las páginas y corta los clips.',
      mixed_versions: 'Estos procesos tienen versiones distintas. Es normal durante una actualización.',
    },
  },
  messages: {
    title: 'Mensajes',
    label: 'Mensajes de contacto',
    columns: { message: 'Mensaje', from: 'De', received: 'Recibido', status: 'Estado', actions: 'Acción' },
    statuses: { new: 'NUEVO', answered: 'RESPONDIDO' },
    priority: 'PRIORITARIO',
    empty: 'Aún no hay mensajes.',
    failed: 'No se pudieron cargar los mensajes.',
    answered: 'Marcar como respondido',
    reopen: 'Marcar como nuevo',
    mark: (action, subject) => `${action}: ${subject}`,
    marked: 'Mensaje actualizado',
    reply: (email) => `Responder a ${email}`,
  },
  subscribers: {
    title: 'Boletín',
    write: 'Escribir a todos los suscriptores confirmados',
    ask: 'Cada suscriptor confirmado recibirá un correo. No se puede deshacer.',
    queued: 'Boletín en cola',
    recipients: (amount, formatted) => (amount === 1 ? '1 destinatario' : `${formatted} destinatarios`),
    label: 'Suscriptores del boletín',
    columns: { email: 'Correo', asked: 'Alta', status: 'Estado' },
    confirmed: 'CONFIRMADO',
    waiting: 'SIN CONFIRMAR',
    empty: 'Aún no hay suscriptores.',
    failed: 'No se pudieron cargar los suscriptores.',
  },
  notices: {
    title: 'Avisos DMCA',
    label: 'Avisos DMCA',
    columns: { work: 'Obra y enlaces', from: 'De', received: 'Recibido', status: 'Estado', actions: 'Decisión' },
    statuses: { open: 'ABIERTO', blocked: 'BLOQUEADO', dismissed: 'DESESTIMADO' },
    empty: 'Aún no hay avisos.',
    failed: 'No se pudieron cargar los avisos.',
    reference: (reference) => `Referencia ${reference}`,
    signed: (name) => `Firmado: ${name}`,
    block: 'Bloquear',
    dismiss: 'Desestimar',
    decide: (decision, work) => `${decision}: ${work}`,
    blockTitle: 'Bloquear los enlaces de este aviso',
    blockText:
      'Desde ahora se rechazan. Sus trabajos se detienen y sus clips se eliminan. Desbloquear un enlace más adelante no los recupera.',
    blockConfirm: 'Bloquear enlaces',
    blocked: 'Enlaces bloqueados',
    blockedText: 'Desde ahora se rechazan. Sus clips se eliminaron.',
    dismissed: 'Aviso desestimado',
    unblockable: (links) =>
      `Sin bloquear: ${links}. Estos enlaces no llevan a un video que este servidor pueda procesar.`,
  },
  shares: {
    title: 'Clips compartidos',
    label: 'Clips compartidos',
    columns: {
      clip: 'Clip',
      owner: 'Propietario',
      shared: 'Compartido',
      ends: 'Termina',
      opened: 'Abierto',
      actions: 'Acción',
    },
    visitor: 'Un visitante sin cuenta',
    empty: 'No hay clips compartidos.',
    failed: 'No se pudieron cargar los clips compartidos.',
    end: 'Retirar',
    endOf: (title) => `Retirar: ${title}`,
    ended: 'Enlace retirado',
  },
  blocklist: {
    title: 'Lista de bloqueo',
    label: 'Enlaces bloqueados',
    columns: { link: 'Enlace', kind: 'Tipo', reason: 'Motivo', since: 'Desde', actions: 'Acción' },
    kinds: { video: 'Video', channel: 'Canal', domain: 'Dominio' },
    kindField: 'Qué bloquear',
    by: (name) => `por ${name}`,
    empty: 'No hay enlaces bloqueados.',
    failed: 'No se pudo cargar la lista de bloqueo.',
    linkFields: { video: 'Enlace a bloquear', channel: 'Canal a bloquear', domain: 'Dominio a bloquear' },
    placeholders: {
      video: 'https://www.youtube.com/watch?v=…',
      channel: '@nombre o UC…',
      domain: 'ejemplo.org',
    },
    linkFaults: { video: 'Introduce un enlace.', channel: 'Introduce un canal.', domain: 'Introduce un dominio.' },
    unblockable: {
      sample: 'El ejemplo viene con este servidor y no se puede bloquear.',
      not_a_video:
        'Esto no lleva a un solo video. Introduce un enlace a un video de YouTube o a un archivo multimedia.',
      not_a_channel: 'Esto no es un canal de YouTube. Introduce su @nombre, o un enlace que contenga /@ o /channel/UC.',
      old_channel_name: 'Los nombres tras /c/ y /user/ no identifican un canal. Abre el canal y copia su @nombre.',
      not_a_domain: 'Esto no es un dominio. Introdúcelo como ejemplo.org.',
      too_wide: 'Muchos dominios comparten esta terminación. Introduce un dominio concreto.',
    },
    reasonFault: 'Introduce un motivo, para que otros lo entiendan más adelante.',
    add: { video: 'Bloquear enlace', channel: 'Bloquear canal', domain: 'Bloquear dominio' },
    ask: (link) =>
      `Desde ahora se rechaza todo lo de ${link}. Sus trabajos se detienen y sus clips se eliminan. Desbloquearlo más adelante no los recupera.`,
    adding: 'Bloqueando…',
    added: { video: 'Enlace bloqueado', channel: 'Canal bloqueado', domain: 'Dominio bloqueado' },
    known: 'Ya estaba bloqueado',
    knownText: (link) => `${link} sigue bloqueado. Se reemplazó el motivo.`,
    remove: 'Desbloquear',
    removeOf: (link) => `Desbloquear ${link}`,
    removed: { video: 'Enlace desbloqueado', channel: 'Canal desbloqueado', domain: 'Dominio desbloqueado' },
  },
  audit: {
    label: 'Registro de auditoría',
    columns: { when: 'Cuándo', who: 'Quién', what: 'Qué', target: 'Objetivo' },
    empty: 'Aún no hay entradas.',
    failed: 'No se pudo cargar el registro de auditoría.',
    nothingFound: 'No se encontraron entradas.',
    search: 'Buscar en el registro',
    searchPlaceholder: 'Nombre, detalle o ID',
    everything: 'Todo',
    server: 'Servidor',
    deletedAccount: (id) => `Cuenta eliminada ${id}`,
    withoutAccount: (id) => `Sin cuenta: ${id}`,
    unnamed: {
      job: (id) => `Trabajo ${id}`,
      notice: (id) => `Aviso ${id}`,
      block: (id) => `Bloqueo ${id}`,
      message: (id) => `Mensaje ${id}`,
      invitation: (id) => `Invitación ${id}`,
    },
    actions: {
      admin_made: 'Nombró un administrador',
      user_updated: 'Cambió un usuario',
      user_deleted: 'Eliminó un usuario',
      users_exported: 'Exportó usuarios',
      job_retried: 'Volvió a poner un trabajo en cola',
      job_cancelled: 'Canceló un trabajo',
      job_file_opened: 'Abrió un clip',
      clip_shared: 'Compartió un clip',
      share_ended: 'Retiró un clip compartido',
      settings_changed: 'Cambió la configuración',
      cleanup_run: 'Ejecutó la limpieza',
      message_marked: 'Marcó un mensaje',
      newsletter_exported: 'Exportó suscriptores',
      newsletter_sent: 'Envió un boletín',
      notice_decided: 'Decidió sobre un aviso',
      link_blocked: 'Bloqueó un enlace',
      link_unblocked: 'Desbloqueó un enlace',
      invitation_made: 'Invitó a alguien',
      invitation_revoked: 'Revocó una invitación',
      invitation_used: 'Usó una invitación',
    },
  },
}
