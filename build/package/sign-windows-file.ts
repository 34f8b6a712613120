import { windowsSigner } from './sign-windows.ts';

/** NSIS runs this on the uninstaller. */
const [file = ''] = process.argv.slice(2);
const signer = windowsSigner(process.env);
if (!signer) throw new Error('The environment names nothing that signs for Windows.');
signer.sign(file);
signer.verify(file);
