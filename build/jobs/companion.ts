import { makeCompanionModule } from '../companion-module.ts';
import { failed } from '../failed.ts';

try {
  const { folder, archive } = makeCompanionModule();
  console.log(`Made ${folder} for the folder of developer modules, and ${archive} to be imported.`);
} catch (error) {
  failed(error);
}
