import * as z from 'zod'
import type { Errcode } from './errors.ts'
import { conflict, contentHash, dirpath, filename, objectid, relativePath, writtenLastmodified } from './file-fields.ts'

/** Where uploads are resumable: the tus 1.0 protocol (tus.io), with methods, headers and answers of its own. */
export const tusPath = '/file/tus'

export const tusBytes = 'application/offset+octet-stream'

/** What Upload-Checksum may name. */
export const chunkAlgorithms = ['sha1', 'sha256'] as const

/** Carries the id of the file that an upload became. */
export const objidHeader = 'Plinth-Objid'

/** What Upload-Metadata says of a file. Whatever else stands there is kept and told again, and means nothing. */
export const uploadMetadata = z
  .object({
    filename,
    /** The folder it goes to, by its path or its id. */
    parentdirpath: dirpath.optional(),
    parentid: objectid.optional(),
    conflict,
    sha256: contentHash.optional(),
    lastmodified: writtenLastmodified.optional(),
    /** The way from that folder to the file, its name included, as browsers have it. Folders that are missing are made. */
    relativePath: relativePath.optional(),
  })
  .refine(({ parentdirpath, parentid }) => (parentdirpath === undefined) !== (parentid === undefined), {
    path: ['parentdirpath'],
    message: 'Folder path cannot be empty',
  })
  .refine(({ relativePath, filename }) => relativePath === undefined || relativePath.at(-1) === filename, {
    path: ['relativePath'],
    message: 'It has to end with the name of the file.',
  })

/** One request of the protocol, for those who read how this server speaks it. */
export interface TusRequest {
  name: string
  summary: string
  method: 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, readonly ['required' | 'optional', description: string]>
  /** Whether it carries bytes of the file. */
  bytes: boolean
  answer: { status: number; headers: Record<string, string> }
  errors: readonly Errcode[]
}

const version = { 'Tus-Resumable': ['required', '1.0.0'] } as const
const ofCaller = ['FILE_TOKEN_INVALID', 'FILE_TOKEN_EXPIRED', 'FILE_TOKEN_OTHER', 'FILE_LEVEL'] as const
const ofServer = ['TOO_MANY_TRIES', 'SERVER_ERROR', 'UNAVAILABLE', 'STORAGE_FULL', 'STORAGE_DOWN'] as const
const always = [...ofCaller, ...ofServer, 'BAD_INPUT', 'TUS_VERSION'] as const
const ofUpload = [...always, 'NOT_FOUND', 'UPLOAD_GONE', 'UPLOAD_BUSY'] as const
/** Of the moment in which the last byte is there and the upload becomes a file. */
const ofFinish = ['NOT_FOUND', 'NAME_TAKEN', 'QUOTA_FULL', 'CHECKSUM_WRONG', 'UPLOAD_BUSY'] as const

const checksum = [
  'optional',
  `${chunkAlgorithms.join(' or ')}, a space, and the digest of these bytes in Base64.`,
] as const
const becameFile = { [objidHeader]: 'The id of the file, once the last byte was stored.' }
const expires = { 'Upload-Expires': 'When it ends unless bytes come: seven days after the last ones.' }

export const tusRequests: readonly TusRequest[] = [
  {
    name: 'tusOptions',
    summary: 'What the server knows of tus.',
    method: 'OPTIONS',
    path: tusPath,
    headers: {},
    bytes: false,
    answer: {
      status: 204,
      headers: {
        'Tus-Version': '1.0.0',
        'Tus-Extension': 'The extensions, with commas between.',
        'Tus-Checksum-Algorithm': chunkAlgorithms.join(),
      },
    },
    errors: ofServer,
  },
  {
    name: 'tusCreate',
    summary:
      'Begin a resumable upload (tus 1.0), with its first bytes if wanted. What is wrong with the name, the folder or the room that is left is said before bytes come. An upload that is sent whole becomes a file at once.',
    method: 'POST',
    path: tusPath,
    headers: {
      ...version,
      'Upload-Length': ['optional', 'In bytes. Required, except for a final upload; deferring it is not supported.'],
      'Upload-Metadata': [
        'optional',
        'Required, except for a partial upload. filename; parentdirpath or parentid; conflict (refuse, replace, keepboth); sha256 of the whole in hex; lastmodified, the date that it shows, in milliseconds; relativePath for a file of a folder.',
      ],
      'Upload-Concat': ['optional', 'partial, or final; and the addresses of partial uploads.'],
      'Upload-Checksum': checksum,
    },
    bytes: true,
    answer: { status: 201, headers: { Location: 'The address of the upload.', ...expires, ...becameFile } },
    errors: [...always, ...ofFinish, 'UPLOAD_TYPE', 'TOO_LARGE', 'CHUNK_WRONG', 'UPLOAD_GONE'],
  },
  {
    name: 'tusOffset',
    summary:
      'How many bytes of an upload are safely here. Whoever still writes to it is asked to stop. Only the person who began it is told.',
    method: 'HEAD',
    path: `${tusPath}/{uploadid}`,
    headers: version,
    bytes: false,
    answer: {
      status: 200,
      headers: { 'Upload-Offset': 'In bytes.', 'Upload-Length': 'In bytes.', ...expires, ...becameFile },
    },
    errors: [...ofUpload, ...ofFinish],
  },
  {
    name: 'tusAppend',
    summary: 'The next bytes of an upload. With the last ones it becomes a file, which only then is seen.',
    method: 'PATCH',
    path: `${tusPath}/{uploadid}`,
    headers: { ...version, 'Upload-Offset': ['required', 'How many bytes are here.'], 'Upload-Checksum': checksum },
    bytes: true,
    answer: { status: 204, headers: { 'Upload-Offset': 'In bytes.', ...expires, ...becameFile } },
    errors: [...ofUpload, ...ofFinish, 'UPLOAD_OFFSET', 'UPLOAD_TYPE', 'UPLOAD_FINAL', 'TOO_LARGE', 'CHUNK_WRONG'],
  },
  {
    name: 'tusTerminate',
    summary: 'Give an upload up. Its bytes are removed; a file that it became stays.',
    method: 'DELETE',
    path: `${tusPath}/{uploadid}`,
    headers: version,
    bytes: false,
    answer: { status: 204, headers: {} },
    errors: ofUpload,
  },
]
