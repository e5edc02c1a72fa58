// @peculiar/x509 uses decorators, so this polyfill has to be loaded first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

export interface TestCertificates {
  /** The certificate of the authority, in PEM, which clients have to trust. */
  caPem: string
  /** The server's certificate followed by the authority's, PEM. */
  serverChainPem: string
  /** The server's private key, PKCS#8 PEM. */
  serverKeyPem: string
}

/**
 * Makes a fresh certificate authority and one server certificate for the given names (wildcards allowed).
 * Nothing is reused, so that no trusted key outlives its test run.
 */
export async function makeTestCertificates(hostNames: readonly string[]): Promise<TestCertificates> {
  const validity = {
    notBefore: new Date(Date.now() - DAY_MILLISECONDS),
    notAfter: new Date(Date.now() + 7 * DAY_MILLISECONDS),
  }

  const caKeys = await makeKeyPair()
  const caCertificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: randomSerialNumber(),
    name: 'CN=Kerf test authority, O=Kerf tests',
    keys: caKeys,
    signingAlgorithm: SIGNING_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  })

  const serverKeys = await makeKeyPair()
  const serverCertificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: randomSerialNumber(),
    subject: 'CN=Kerf YouTube stand-in',
    issuer: caCertificate.subject,
    publicKey: serverKeys.publicKey,
    signingKey: caKeys.privateKey,
    signingAlgorithm: SIGNING_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(hostNames.map((value) => ({ type: 'dns' as const, value }))),
      // Python 3.13 and later verify strictly and refuse a chain without this extension.
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  })

  const caPem = `${caCertificate.toString('pem')}\n`
  const serverKey = await crypto.subtle.exportKey('pkcs8', serverKeys.privateKey)
  return {
    caPem,
    serverChainPem: `${serverCertificate.toString('pem')}\n${caPem}`,
    serverKeyPem: x509.PemConverter.encode(serverKey, 'PRIVATE KEY'),
  }
}

function makeKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])
}

/** 16 random bytes in hex; the first is below 0x80, because a serial number must be positive. */
function randomSerialNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[0] = (bytes[0]! & 0x7f) | 0x01
  return Buffer.from(bytes).toString('hex')
}
