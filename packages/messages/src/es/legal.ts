import { cookieRows, storedRows } from '@kerf/domain/site/privacy-rows'
import type * as en from '../en/legal.ts'
import type { Wording } from '../wording.ts'

export const legalWords: Wording<typeof en.legalWords> = {
  changed: 'Última modificación: {changed}',
  contents: 'En esta página',
  related: 'Consulta también',
  terms: {
    lead: '[Seis|Cinco] secciones breves. Aquí, “nosotros” es quien administra este servidor; tú eres quien lo usa.',
    sections: [
      {
        title: 'Uso aceptable',
        text: [
          'Puedes usar este servicio para cortar partes de videos y conservarlas, en el navegador o[, dentro de los límites de tu plan,] con la API.',
          '[Free y Pro son para uso personal. No puedes usarlos, ni usar los clips hechos con ellos, en trabajos por los que te paguen, en publicidad ni en nada que vendas. Lifetime Access incluye el uso comercial.]',
          'No puedes usarlo para infringir la ley, para eludir sus límites, para sobrecargarlo o sobrecargar las fuentes de las que lee, para obtener lo que no está destinado a ti ni para revenderlo como propio. No elude ningún inicio de sesión, ningún pago ni ninguna protección contra copia, y no puedes hacer que lo intente.',
          'Podemos ralentizar, rechazar o suspender cualquier uso que haga algo de esto.',
        ],
      },
      {
        title: 'Solo lo que puedes descargar',
        text: [
          'Corta y conserva solo lo que te está permitido: tus propios videos, aquellos cuya licencia lo permite y lo que autoriza la ley del lugar donde vives, como la cita. Los derechos de un video siguen siendo de quien lo hizo. Nosotros no te damos ninguno.',
          'Las plataformas tienen sus propias condiciones, y algunas restringen las descargas. Cumplirlas te corresponde a ti.',
          'Si algo que se hace aquí afecta a tus derechos, escríbenos. La página DMCA dice lo que necesitamos saber.',
        ],
      },
      {
        title: 'Cuentas',
        text: [
          'No necesitas una cuenta para cortar un video.[ Sin ella tienes {anonymousDaily} descargas al día y {anonymousMonthly} al mes, en 360p o en audio.]',
          'Si creas una cuenta, da un correo electrónico en el que se te pueda contactar, no compartas tu contraseña y avísanos si otra persona la tiene. Una contraseña tiene al menos {passwordMinimum} caracteres. Una cuenta es para una sola persona. Tú respondes de lo que se haga con ella.',
          'Puedes eliminar tu cuenta en cualquier momento en Configuración.[ El resto de tu plan termina con ella.] Podemos suspender una cuenta que incumpla estos términos, y diremos por qué.',
        ],
      },
      {
        title: 'Planes y pago',
        text: [
          'Free no cuesta nada: video hasta {freeQuality} y audio, {freeDaily} descargas al día. Pro cuesta {proMonthly} por un mes o {proYearly} por un año. Lifetime Access cuesta {lifetime} una sola vez y dura lo que dure este servicio. Todos los precios están en dólares estadounidenses.',
          'Pagas una vez, por adelantado, a través de PayPal, con cuenta o tarjeta. Nada se renueva automáticamente: cuando termina el tiempo que pagaste, vuelves a Free. Un plan empieza cuando PayPal confirma que el pago se ha completado; un pago pendiente o rechazado no inicia ningún plan. Te avisamos por correo una semana y un día antes de que termine un plan.',
          'Lo que compras antes de que termine Pro se suma a su final. Lifetime Access empieza de inmediato y reemplaza el resto de Pro, que no se reembolsa. Un pago que se devuelve por completo, por reembolso o disputa, pone fin al plan que pagaba; un reembolso parcial, no. Tus derechos legales de desistimiento no se ven afectados.',
        ],
      },
      {
        title: 'Disponibilidad y responsabilidad',
        text: [
          'Procuramos que el servicio funcione y que cada corte sea exacto, pero no podemos garantizar ninguna de las dos cosas. Las fuentes cambian, se niegan o desaparecen sin preguntarnos. Una descarga que falla no se cuenta.',
          'Tus clips se eliminan como muy tarde {retentionHours} horas después de hacerse. Esto no es un servicio de almacenamiento: guarda lo que quieras conservar. Con un enlace público que crees de un clip, quien lo tenga puede ver y guardar el clip hasta que retires el enlace o se elimine el clip. El servidor cuenta cuántas veces se abre, y no quién lo abre.',
          'El servicio se ofrece tal como es. Hasta donde la ley lo permite, no respondemos de las pérdidas causadas por usarlo o por no poder usarlo. Donde la ley no lo permite, como en caso de dolo, negligencia grave o daños personales, se aplica la ley.',
        ],
      },
      {
        title: 'Cambios y contacto',
        text: [
          'Podemos cambiar estos términos. La fecha de arriba dice cuándo lo hicimos por última vez, y la página Novedades, qué ha cambiado en el producto.[ Un cambio no acorta un plan que ya está pagado.]',
          'Si una frase de este texto resulta no ser válida, las demás siguen valiendo. Puedes escribirnos desde la página de contacto.',
        ],
      },
    ],
  },
  privacy: {
    lead: 'Qué guarda este servidor sobre ti, por cuánto tiempo, quién más lo ve y cómo eliminarlo.',
    sections: [
      {
        title: 'En resumen',
        text: [
          'Si solo visitas el sitio, este servidor no guarda nada sobre ti. Tus clips se eliminan en menos de {retentionHours} horas. No hay rastreadores ni analíticas. Tu navegador solo contacta con YouTube [o PayPal ]cuando abres la vista previa de YouTube[ o eliges un plan de pago].',
        ],
      },
      {
        title: 'Sin cuenta',
        text: [
          'Cuando abres tu primer enlace, se crea una cookie llamada kerf_viewer, por {cookieDays} días. Contiene un número aleatorio, y el servidor solo guarda un hash de él: suficiente para reconocerte, no para saber quién eres.',
          'Bajo ese número el servidor guarda los enlaces que abres con lo que su fuente dice del video, como título, canal y duración; el fragmento que eliges; tus descargas con hora, calidad y resultado; y cuántas hiciste por día y por mes. Estas entradas se eliminan a los {strangerDays} días. No contienen ni tu nombre ni tu dirección IP. Para que borrar la cookie no reinicie el límite, las descargas sin cuenta se cuentan también por dirección IP, guardada solo como hash con clave, hasta que termina el mes.',
        ],
      },
      {
        title: 'Con cuenta',
        text: [
          'Una cuenta contiene tu nombre, tu nombre de usuario, tu correo electrónico y si está confirmado, tu contraseña como un hash que no se puede revertir, tu rol[ y tu plan con sus fechas], cuándo la creaste y cuándo estuviste activo por última vez. Si configuras la verificación en dos pasos, contiene también su clave y sus códigos de respaldo, cifrados.',
          'De cada sesión, para que puedas reconocerla y cerrarla, el servidor guarda el nombre que se da tu navegador, cuándo empezó la sesión y cuándo se usó por última vez. Tu dirección IP no se guarda. Una sesión termina después de {idleDays} días sin uso, y como muy tarde después de {sessionDays} días.',
          'Los enlaces que abres, los fragmentos que eliges, tus descargas y su número se guardan igual que sin cuenta, pero en tu cuenta. Lo que abriste antes de iniciar sesión pasa a ella.',
          'Una clave de API se guarda como hash, con su nombre, sus primeros caracteres y su último uso. Un webhook se guarda con su dirección y su secreto cifrado, y cada entrega durante 30\u00a0días. Ambos se usan solo como los configuraste.',
          'Si llegaste con una invitación, el servidor guarda quién te invitó, para qué correo y cuándo la aceptaste, hasta 30 días después. Si inicias sesión con un proveedor de identidad, guarda el número con el que ese proveedor te conoce.',
          'Para que nadie pueda probar contraseñas o pedir correos sin fin, esos intentos se cuentan por cuenta, correo electrónico y dirección IP. Cada uno se guarda solo como hash, y el recuento caduca {triesMinutes} minutos después del último intento.',
          '[De un pago el servidor guarda sus números en PayPal, el plan, el importe, las fechas, el número de su recibo y en qué acabó. Cuándo se compró, concedió o reembolsó un plan queda en un registro que nunca se cambia y al que solo se añade, para que cada plan se pueda explicar. El servidor nunca ve el número de una tarjeta.]',
          'Todo esto se conserva hasta que eliminas tu cuenta, en Configuración y al instante[, salvo los pagos, sus recibos y ese registro: la ley nos obliga a conservar nuestra contabilidad, y un pago puede reembolsarse después de eliminar la cuenta. Entonces contienen el número de la cuenta, no tu nombre ni tu correo|. Solo se conservan los registros de pagos, si alguna vez hiciste alguno aquí: la ley nos obliga a conservar nuestra contabilidad]. En Configuración también puedes descargarlo todo como archivo.',
        ],
      },
      {
        title: 'Los clips',
        text: [
          'Un clip terminado está en este servidor {retentionHours} horas como máximo, y menos si pulsas Eliminar ahora. Los restos de un corte fallido también se eliminan. Lo que una fuente dice de un video se guarda en caché hasta medio día, sin quién lo pidió, para no pedirlo dos veces.',
        ],
      },
      {
        title: 'En tu navegador',
        text: [
          'Tu navegador guarda lo que eliges y lo que aún no has enviado. Solo sale del navegador cuando lo envías. Si tienes varias pestañas abiertas, se avisan entre sí, dentro de tu navegador, cuando inicias o cierras sesión y cuando un clip está listo.',
          'Un archivo de este dispositivo que abres en la página «Archivos de este dispositivo» nunca sale del dispositivo. Lo corta tu navegador, y la página no puede conectarse a nada. El clip está en el almacenamiento del navegador hasta que cortes el siguiente. Si cierras la página antes, se borra al abrir el siguiente archivo.',
          'Si dejas que tu navegador corte un enlace a un archivo de medios, esa página se conecta solo al sitio del enlace. Ese sitio ve tu dirección de red, como en cualquier descarga. Este servidor conoce el enlace, y nada del archivo.',
        ],
        list: storedRows({
          theme: 'el tema que elegiste, hasta que vuelvas a elegir Sistema.',
          snap: 'a qué se ajustan los controles de la línea de tiempo, hasta que lo desactives.',
          'source-codec': 'que quieres el códec de la fuente, hasta que elijas otra cosa.',
          presets: 'tus ajustes guardados, hasta que los elimines.',
          'file-names': 'cómo se llaman tus archivos, hasta que elijas otra cosa.',
          clips: 'que has cortado clips aquí, hasta que no quede ninguno. Entonces la página de inicio los muestra.',
          link: 'el enlace del campo, hasta que cierres la pestaña.',
          links: 'la lista de enlaces del campo para varios, hasta que cierres la pestaña.',
          video: 'la dirección del video en el que trabajas, con su fragmento, hasta que cierres la pestaña.',
          batch:
            'el número de los clips que pediste de un video; le sigue el número del video. Hasta que cierres la pestaña.',
          device:
            'la página para archivos de este dispositivo y su cortador, para que funcione sin red. Hasta que elimines los datos de este sitio en tu navegador.',
        }),
      },
      {
        title: 'Cookies',
        text: ['Estas y ninguna otra. Nadie más las lee.'],
        list: cookieRows({
          viewer:
            'te reconoce sin cuenta: un número aleatorio, desde tu primer enlace, por {cookieDays} días o hasta que inicies sesión.',
          session:
            'es tu sesión mientras la tienes iniciada: un token aleatorio, por {sessionDays} días como máximo. Se elimina al cerrar sesión.',
          signedIn:
            'solo le dice a la página que hay una sesión, porque la página no puede leer la cookie de sesión. Se crea y se elimina junto con ella.',
          device:
            'dice que en este navegador ya se inició sesión en tu cuenta, por {cookieDays} días. Si otra persona intenta adivinar tu contraseña, tú no tienes que esperar por su culpa.',
          oidc: 'vincula un inicio de sesión con el proveedor de identidad a este navegador, durante diez minutos.',
          check:
            'comprueba en el panel de administración si las cookies vuelven, durante un minuto. Solo la reciben los administradores.',
          language: 'guarda el idioma de la página cuando eliges uno, durante un año.',
        }),
      },
      {
        title: 'Quién más ve qué',
        list: [
          [
            'La fuente de un video',
            'recibe las consultas de este servidor, no de tu navegador, así que ve que alguien se interesa, pero no quién. Las miniaturas también te llegan a través de este servidor.',
          ],
          [
            'YouTube',
            've tu dirección IP y qué video miras cuando abres la vista previa de un video de YouTube, porque se reproduce en el reproductor de YouTube, desde youtube-nocookie.com. Nunca antes.',
          ],
          [
            'PayPal',
            '[ve tu dirección IP cuando eliges un plan de pago con la sesión iniciada, porque sus botones se cargan desde sus propios servidores; entonces puede crear sus propias cookies. Cuando pagas, recibe lo que introduces allí. Le enviamos el plan, el importe y un número de pedido, no quién eres. PayPal nos dice si pagaste y si el pago se reembolsó.]',
          ],
          [
            'El proveedor de identidad',
            'que el operador puede usar para iniciar sesión sabe que inicias sesión aquí y cuándo. Comunica a este servidor tu nombre, tu correo y, si el operador lo quiere, tus grupos.',
          ],
          [
            'Los administradores',
            'de este servidor ven nombres, correos[, planes] y fechas de las cuentas y, de cada clip, quién solicitó qué fragmento de qué video. Cuando uno de ellos abre un clip, o cambia o elimina una cuenta, y cuando tú compartes un clip o lo retiras, queda anotado en un registro que nadie puede cambiar y que identifica las cuentas y a los visitantes solo por su número.',
          ],
          [
            'El servidor de correo',
            'que usa el operador de este servidor entrega los correos que recibes de nosotros: para confirmar tu correo, crear una contraseña nueva e informarte de cambios[, pagos y del fin próximo de un plan]. Puede leer su contenido.',
          ],
          [
            'El servidor de marcas',
            'que el operador puede indicar recibe los cuatro primeros caracteres de un hash del identificador de un video. Con ellos no sabe qué video es ni quién lo abre. Nos dice qué partes son publicidad.',
          ],
          ['Nadie más', 'recibe nada de nosotros. No vendemos ni compartimos nada, salvo que la ley lo exija.'],
        ],
      },
      {
        title: 'Registros',
        text: [
          'El registro del servidor contiene arranques, clips terminados y fallidos, y errores. No contiene ni tu dirección IP ni tus enlaces; si un video no se pudo leer, contiene el mensaje de error de la fuente, que puede nombrar el video. Para que un solo visitante no lo sobrecargue, las llamadas se cuentan por dirección IP en memoria durante un minuto. Un proxy delante de este servidor puede llevar su propio registro.',
        ],
      },
      {
        title: 'Mensajes y boletín',
        text: [
          'Lo que escribes en el formulario de contacto se guarda con el nombre y el correo electrónico que indicas[ y con si tenías un plan de pago], para que alguien pueda responder. También se envía al buzón del operador.',
          'Un aviso DMCA se guarda tal como se envió, con su nombre, dirección postal, número de teléfono, correo electrónico y firma, y se envía también a ese buzón. Es un documento legal y se conserva aunque se elimine una cuenta: quien decide sobre él, y quien lo impugne después, debe poder leerlo.',
          'Si te suscribes al boletín, primero recibes un correo con un enlace, y nada más hasta que lo abras. Tu correo electrónico se guarda hasta que cancelas la suscripción con el enlace de cualquier boletín, y entonces se elimina.',
        ],
      },
      {
        title: 'Cómo eliminarlo',
        list: [
          ['Un clip', 'Pulsa Eliminar ahora debajo de su comprobante. El archivo desaparece al instante.'],
          [
            'La actividad sin cuenta',
            'Borra la cookie kerf_viewer en tu navegador. Los datos guardados ya no se pueden relacionar contigo.',
          ],
          [
            'Una cuenta',
            'Elimínala en Configuración, donde también puedes descargar tus datos. Con ella se eliminan sesiones, videos, descargas y clips[; los registros de pago se conservan, como se explica arriba].',
          ],
          [
            'En las copias de seguridad',
            'El servidor puede hacer una copia de su base de datos cada día. Lo que eliminas permanece en esas copias hasta que también se eliminan, normalmente después de una semana.',
          ],
          ['Todo lo demás', 'Escríbenos. Te diremos qué guardamos sobre ti, lo corregiremos o lo eliminaremos.'],
        ],
      },
    ],
  },
}
