import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Overrides {
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  counter?: number
  userHandle?: string
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId: string
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const twoBytes = (number: number) => Buffer.of(number >> 8, number & 255)
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** A passkey without a device: an ES256 key pair that answers what `navigator.credentials` would, in its JSON form. */
export function createAuthenticator(origin: string, idBytes = 20) {
  const id = randomBytes(idBytes)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' }
  let userHandle = ''
  let uses = 0

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authenticatorData(rpId: string, counter: number, { userVerified = true }: Overrides, attested?: Buffer) {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counterBytes, attested ?? Buffer.alloc(0)])
  }

  /** No AAGUID, the credential's id, and the public key as COSE has it. */
  function attestedCredential(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const point = (label: number, value: string) =>
      Buffer.concat([Buffer.of(label, 0x58, 32), Buffer.from(value, 'base64url')])
    // A map of five: EC2 key, ES256, curve P-256, x and y.
    const cose = Buffer.concat([Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1), point(0x21, x), point(0x22, y)])
    return Buffer.concat([Buffer.alloc(16), twoBytes(id.length), id, cose])
  }

  return {
    id: credential.id,

    create(options: CreationOptions, overrides: Overrides = {}) {
      userHandle = options.user.id
      const rpId = overrides.rpId ?? options.rp.id
      const authData = authenticatorData(rpId, overrides.counter ?? uses, overrides, attestedCredential())
      // A map of three: fmt "none", an empty attStmt, and authData.
      const attestationObject = Buffer.concat([
        ...[Buffer.of(0xa3, 0x63), Buffer.from('fmt'), Buffer.of(0x64), Buffer.from('none')],
        ...[Buffer.of(0x67), Buffer.from('attStmt'), Buffer.of(0xa0)],
        ...[Buffer.of(0x68), Buffer.from('authData'), Buffer.of(0x59), twoBytes(authData.length), authData],
      ])
      const data = clientData('webauthn.create', overrides.challenge ?? options.challenge, overrides.origin)
      const response = { clientDataJSON: base64url(data), attestationObject: base64url(attestationObject) }
      return { ...credential, response: { ...response, transports: ['internal'] }, clientExtensionResults: {} }
    },

    get(options: RequestOptions, overrides: Overrides = {}) {
      uses = overrides.counter ?? uses + 1
      const authData = authenticatorData(overrides.rpId ?? options.rpId, uses, overrides)
      const data = clientData('webauthn.get', overrides.challenge ?? options.challenge, overrides.origin)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: overrides.userHandle ?? userHandle,
      }
      return { ...credential, response, clientExtensionResults: {} }
    },
  }
}
