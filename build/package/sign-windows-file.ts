import { windowsSigner } from './sign-windows.ts';

/** Signs the file that is named, with what the environment names: NSIS runs this on the program that removes the application. */
const [file = ''] = process.argv.slice(2);
windowsSigner(process.env)?.sign(file);
