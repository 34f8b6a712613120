import { firstEmail } from '../service/accounts/first-user.ts';

const overview = `npm run compose -- COMMAND   Make compositions as files, look at them, and take them to a service and back.

  new FILE             a new composition, of designs of the gallery
  check FILE...        what is wrong with compositions, and what is most likely not meant
  preview FILE         look at a composition while you write it
  import FILE          a file, a bundle or a graphic (OGraf) becomes a composition of a service
  export ID FILE       a composition of a service becomes a file or a bundle

  COMMAND --help       more of each

The exit code is 0 where all is well, 1 where it is not, and 2 where the command line is wrong.
`;

const ofService = `  --service URL   the address of the service, such as http://127.0.0.1:8830
  --user EMAIL    who signs in there (default ${firstEmail})

The password is that in OVERLAY_PASSWORD, or is asked for on a terminal.
`;

const texts: Readonly<Record<string, string>> = {
  new: `npm run compose -- new FILE [flags]   Write a new composition. A file that is there is left as it is.

  --from DESIGN   begin with this design of the gallery; several times for several sub-compositions
  --name NAME     what it is called (default: as the file is)
  --list          print the designs, and write nothing
`,
  check: `npm run compose -- check FILE...   Print what is wrong with compositions: "FILE: path: message".

What is allowed and most likely not meant is marked as a warning. The exit code is 1 where something is wrong, and 0 where
there are only warnings.
`,
  preview: `npm run compose -- preview FILE [flags]   Show a composition in a browser, with buttons to take it In and Out.

  --port N        the port of the page, 0 for any that is free (default 0)
  --no-open       open no browser; the address is printed in any case

The picture follows the file: what is saved is checked and shown. While something is wrong with the file, the last good
picture stays, with what is wrong over it. Ctrl-C ends it.
`,
  import: `npm run compose -- import FILE --service URL [flags]   Make a composition of a service.

FILE is a composition (.json), a bundle that "export" wrote (.zip), or a graphic in the OGraf format, as a zip or as a
folder: it becomes a sub-composition.

  --into ID       not a new composition: a composition file takes the place of what this one has, and a graphic is added
                  to it
  --name NAME     what a new composition is called (default: as the file is)
${ofService}`,
  export: `npm run compose -- export ID FILE --service URL [flags]   Write a composition of a service into a file.

FILE ends in .json for the composition alone, byte for byte as it is stored, or in .zip for a bundle with every uploaded file
that it names. A file that is there is replaced.

${ofService}`,
};

/** What `--help` prints: of one command, or of all. */
export function helpOf(word: string | undefined): string {
  return (word === undefined ? undefined : texts[word]) ?? overview;
}
