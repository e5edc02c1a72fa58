import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../../en/account/account.ts'
import type { Wording } from '../../wording.ts'

export const accountWords: Wording<typeof english.accountWords> = {
  fillInAll: 'Rellena todos los campos',
  signInInstead: 'Iniciar sesión',
  fields: {
    name: 'Nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    confirm: 'Repite la contraseña nueva',
    token: 'Código de restablecimiento',
  },
  revealed: { password: 'la contraseña', newPassword: 'la contraseña nueva', confirm: 'la contraseña repetida' },
  faults: {
    name: {
      too_big: 'Este nombre es demasiado largo',
      otherwise: 'Introduce tu nombre',
    },
    email: {
      missing: 'Introduce tu correo electrónico',
      otherwise: 'Introduce un correo electrónico válido',
    },
    password: {
      too_big: `La contraseña puede tener como máximo ${PASSWORD_MAX_LENGTH} caracteres`,
      otherwise: 'Introduce tu contraseña',
    },
    newPassword: {
      missing: 'Introduce una contraseña',
      too_big: `La contraseña puede tener como máximo ${PASSWORD_MAX_LENGTH} caracteres`,
      otherwise: `La contraseña debe tener al menos ${PASSWORD_MIN_LENGTH} caracteres`,
    },
    confirm: { missing: 'Introduce la contraseña otra vez', otherwise: 'Las contraseñas no coinciden' },
    token: { missing: 'Introduce el código de tu correo', otherwise: 'Este código no es válido' },
    code: { missing: 'Introduce un código', otherwise: 'Este código no es válido' },
  },
  strength: {
    too_short: `Al menos ${PASSWORD_MIN_LENGTH} caracteres. Varias palabras forman una buena contraseña.`,
    common: 'Muy común y fácil de adivinar. Elige otra.',
    weak: 'Fácil de adivinar. Cuanto más larga, mejor.',
    fair: 'Aceptable. Con unos caracteres más será segura.',
    strong: 'Segura.',
  },
  code: {
    label: 'Código de tu app',
    hint: 'La verificación en dos pasos está activada. Tu app de autenticación muestra un código nuevo cada 30\u00a0segundos.',
    backup: 'Código de respaldo',
    backupHint: 'Uno de los códigos que guardaste al activar la verificación en dos pasos. Cada uno funciona una vez.',
    useBackup: 'Usar un código de respaldo',
    fromApp: 'Usar la app',
  },
  signIn: {
    submit: 'Iniciar sesión',
    sending: 'Iniciando sesión…',
    forgot: '¿Olvidaste tu contraseña?',
    newHere: '¿Es tu primera vez aquí?',
    create: 'Crear cuenta',
    failed: 'No se pudo iniciar sesión',
    askWhy: 'Escríbenos',
    done: 'Has iniciado sesión.',
  },
  oidc: {
    goOn: (name) => `Continuar con ${name}`,
    or: 'o',
  },
  signUp: {
    lead: 'Tus descargas, en todos tus dispositivos.',
    submit: 'Crear cuenta',
    sending: 'Creando cuenta…',
    haveAccount: '¿Ya tienes cuenta?',
    agree: 'Al crear una cuenta, aceptas los',
    terms: 'Términos del servicio',
    and: 'y la',
    privacy: 'Política de privacidad',
    takenBefore: '¿Es tu cuenta?',
    takenForgot: 'crear una contraseña nueva',
    failed: 'No se pudo crear la cuenta',
    done: 'Tu cuenta está creada.',
    doneMail: (email) => `Enviamos un enlace a ${email}. Ábrelo para confirmar tu correo.`,
  },
  already: {
    title: 'Ya iniciaste sesión',
    as: (name, email) => `Como ${name}, ${email}.`,
    cut: 'Cortar un video',
    goOn: 'Continuar',
    profile: 'Tu perfil',
  },
  verification: {
    send: 'Enviar el correo otra vez',
    lastSent: 'Último envío:',
    sending: 'Enviando…',
    sent: (email) => `Enviamos un enlace a ${email}. Ábrelo para confirmar tu correo.`,
  },
  noMail: {
    title: 'No se envió ningún correo',
    text: 'Este servidor no envía correos. Su administrador puede darte el enlace.',
  },
  forgot: {
    lead: 'Introduce tu correo y te enviaremos un enlace para crear una contraseña nueva.',
    submit: 'Enviar enlace',
    sending: 'Enviando…',
    remembered: '¿La recordaste?',
    failed: 'No se pudo enviar el correo',
    doneTitle: 'Enlace enviado',
    done: 'Si existe una cuenta con ese correo, te enviamos un enlace para restablecer la contraseña.',
    demo: (token) => `Modo de demostración. Tu código: ${token}`,
  },
  sent: {
    title: 'Revisa tu correo',
    text: (email) => `Si hay una cuenta con ${email}, va en camino un enlace para crear una contraseña nueva.`,
    nothing: '¿No llega nada en unos minutos? Mira en la carpeta de spam o prueba con otro correo.',
    haveToken: 'Tengo un código',
    back: 'Volver a iniciar sesión',
    another: 'Probar con otro correo',
    demo: `Este ${PRODUCT_NAME} funciona en modo de demostración, así que el código aparece también aquí:`,
  },
  reset: {
    lead: 'El código está en el correo que te enviamos. Funciona una vez.',
    submit: 'Guardar contraseña nueva',
    sending: 'Guardando…',
    noToken: '¿No tienes código?',
    request: 'Solicitar uno nuevo',
    failed: 'No se pudo restablecer la contraseña',
    done: 'Tu contraseña nueva está lista. Inicia sesión con ella.',
  },
}

export const mailedLinkWords: Wording<typeof english.mailedLinkWords> = {
  failed: 'No funcionó',
  tryAgain: 'Reintentar',
  oldTitle: 'Este enlace ya no es válido',
  email: {
    sending: 'Confirmando tu correo…',
    none: 'Abre el enlace del correo que te enviamos para confirmar tu dirección.',
    confirmedTitle: 'Correo confirmado',
    confirmed: (email) => `${email} está confirmado.`,
    changedTitle: 'Correo cambiado',
    changed: (email) => `Tu correo ahora es ${email}.`,
    oldConfirmed: (email) => `Ya se usó o ha caducado. Tu correo ${email} está confirmado.`,
    old: (email) => `Ya se usó o ha caducado. Tu correo ${email} aún no está confirmado.`,
    oldStranger: 'Ya se usó o ha caducado. Inicia sesión para ver en tu perfil si tu correo está confirmado.',
    takenTitle: 'Tu correo no cambió',
    taken: 'Otra cuenta ya usa este correo.',
  },
  newsletter: {
    sending: 'Confirmando tu suscripción…',
    none: 'Abre el enlace del correo que te enviamos para suscribirte.',
    doneTitle: 'Suscripción confirmada',
    done: (email) => `Enviaremos las novedades a ${email}. Puedes cancelar la suscripción en cada correo.`,
    old: 'Ya se usó o ha caducado. Puedes solicitar uno nuevo en la página de contacto.',
    ask: 'Ir al boletín',
    home: 'Cortar un video',
  },
  newsletterEnd: {
    sending: 'Cancelando la suscripción…',
    none: 'Abre el enlace al final de cualquier boletín para cancelar la suscripción.',
    doneTitle: 'Suscripción cancelada',
    done: 'No recibirás más boletines. Tu correo se eliminó de la lista.',
    old: 'Ya se usó o ha caducado. Si sigues recibiendo boletines, usa el enlace del último o escríbenos.',
    write: 'Escríbenos',
  },
}

export const formWords: Wording<typeof english.formWords> = {
  error: 'Error',
  success: 'Listo',
  reveal: (label) => ({
    show: 'Mostrar',
    hide: 'Ocultar',
    showLabel: `Mostrar ${label}`,
    hideLabel: `Ocultar ${label}`,
  }),
}

export const guardWords: Wording<typeof english.guardWords> = {
  authenticationRequired: 'Necesitas iniciar sesión',
  pleaseSignIn: (label) => `Inicia sesión para ver ${label}.`,
  accessDenied: 'Acceso denegado',
  needsAdmin: 'Esta página es solo para administradores.',
  areas: {
    profile: 'tu perfil',
    billing: 'tu facturación',
    receipt: 'tus recibos',
    jobs: 'tus descargas',
    settings: 'tu configuración',
  },
  home: 'Ir a la página de inicio',
  loading: 'Comprobando si iniciaste sesión',
}

export const userMenuWords: Wording<typeof english.userMenuWords> = {
  open: (name) => `Menú de la cuenta de ${name}`,
  billing: 'Facturación/Plan',
  jobs: 'Descargas/Trabajos',
  admin: 'Panel de administración',
  logout: 'Cerrar sesión',
  member: 'MIEMBRO',
  signingOut: 'Cerrando sesión…',
}
