import { makeCompanionModule } from '../companion-module.ts';

const { folder, archive } = makeCompanionModule();
console.log(`Made ${folder} for the folder of developer modules, and ${archive} to be imported.`);
