import { failed } from '../failed.ts';
import { windowsSigner } from './sign-windows.ts';

/** Signs the file that is named, with what the environment names: NSIS runs this on the program that removes the application. */
try {
  const [file = ''] = process.argv.slice(2);
  const signer = windowsSigner(process.env);
  if (!signer) throw new Error('The environment names nothing that signs for Windows.');
  signer.sign(file);
  signer.verify(file);
} catch (error) {
  failed(error);
}
