import * as appInstances from './app-instances.ts';
import { listAssets, uploadAsset } from './assets.ts';
import * as authoring from './authoring.ts';
import * as compositions from './compositions.ts';
import { commandControlApp, readControlApp } from './controlapp-extras.ts';
import { readControl, readModel, updateControl } from './controlapps.ts';
import { createFolder, findFolders, listFolder } from './dashboard.ts';
import { installGraphic, listGraphics, readGraphic } from './graphics.ts';
import { health, metrics, openApiDocument, openApiPage, readiness } from './health.ts';

/** Every endpoint of the service. */
export const endpoints = [
  appInstances.listAppInstances,
  appInstances.readAppInstance,
  appInstances.readFirstModel,
  appInstances.readFirstModelByToken,
  appInstances.listOutputs,
  appInstances.readFirstControl,
  appInstances.readFirstControlByToken,
  appInstances.listSubCompositions,
  appInstances.listSubCompositionsByToken,
  appInstances.loadComposition,
  appInstances.unloadComposition,
  appInstances.updateFirstControl,
  appInstances.updateFirstControlByToken,
  appInstances.createAppInstance,
  appInstances.deleteAppInstance,
  appInstances.rotateAppToken,
  appInstances.revokeAppToken,
  compositions.createComposition,
  compositions.uploadThumbnail,
  compositions.listCompositions,
  compositions.readComposition,
  compositions.readContent,
  compositions.writeContent,
  compositions.deleteComposition,
  compositions.listContentSubCompositions,
  compositions.duplicateComposition,
  compositions.sendComposition,
  compositions.writeRevision,
  compositions.listRevisions,
  compositions.readRevisionContent,
  compositions.createCompositionToken,
  compositions.readCompositionToken,
  compositions.deleteRevision,
  authoring.checkContent,
  authoring.listGallery,
  authoring.readGalleryEntry,
  uploadAsset,
  listAssets,
  installGraphic,
  listGraphics,
  readGraphic,
  findFolders,
  listFolder,
  createFolder,
  readControl,
  readModel,
  updateControl,
  readControlApp,
  commandControlApp,
  health,
  readiness,
  metrics,
  openApiDocument,
  openApiPage,
] as const;
