import type { Call } from './call.ts'
import {
  cancelJob,
  copyDir,
  createDir,
  deleteDir,
  dirInfo,
  dirPath,
  jobInfo,
  listDir,
  markDir,
  moveDir,
  renameDir,
} from './dirs.ts'
import {
  copyFile,
  createTicket,
  deleteFile,
  downloadFile,
  fileInfo,
  moveFile,
  openTicket,
  recentFiles,
  renameFile,
  searchFiles,
  uploadFile,
  uploadFiles,
  usage,
} from './files.ts'
import {
  createNamespace,
  deleteNamespace,
  namespaceUsage,
  revokeFileTokens,
  revokeFileTokensVia,
  setNamespaceQuota,
  setOrgQuota,
  suspendNamespaces,
} from './namespaces.ts'
import {
  createShare,
  downloadShared,
  listShared,
  listShares,
  revokeShare,
  shareInfo,
  unlockShare,
  uploadShared,
  zipShared,
} from './shares.ts'
import { thumbnail } from './thumbnails.ts'
import { deleteTrash, emptyTrash, listTrash, restoreTrash } from './trash.ts'
import { addVersion, downloadVersion, listVersions, restoreVersion } from './versions.ts'
import { createZipTicket, downloadDir, openZipTicket } from './zips.ts'

/** Every call of the file service. */
export const fileCalls: readonly Call[] = [
  ...[createNamespace, setNamespaceQuota, setOrgQuota, namespaceUsage, deleteNamespace],
  ...[suspendNamespaces, revokeFileTokens, revokeFileTokensVia],
  ...[createDir, listDir, markDir, renameDir, moveDir, copyDir, deleteDir, dirInfo, dirPath, jobInfo, cancelJob],
  ...[
    uploadFile,
    uploadFiles,
    renameFile,
    moveFile,
    copyFile,
    deleteFile,
    fileInfo,
    downloadFile,
    createTicket,
    openTicket,
  ],
  ...[downloadDir, createZipTicket, openZipTicket, thumbnail],
  ...[listVersions, addVersion, restoreVersion, downloadVersion],
  ...[listTrash, restoreTrash, deleteTrash, emptyTrash],
  ...[searchFiles, recentFiles, usage],
  ...[createShare, listShares, revokeShare],
  ...[shareInfo, unlockShare, listShared, downloadShared, zipShared, uploadShared],
]
