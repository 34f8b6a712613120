/** What the driver uses of `node-hid`. */
export interface HidLibrary {
  /** All HID devices of the machine. Rejects if they cannot be listed. */
  devicesAsync(): Promise<readonly HidEntry[]>;
  HIDAsync: {
    /** Rejects if the device cannot be opened, with the words of the system. */
    open(path: string): Promise<HidHandle>;
  };
}

/** A device, or one of its interfaces, as the system lists it. */
export interface HidEntry {
  path?: string | undefined;
  vendorId: number;
  productId: number;
  serialNumber?: string | undefined;
  product?: string | undefined;
  /** -1 where the system does not tell. */
  interface: number;
}

/** A device that is open. */
export interface HidHandle {
  /** `data` is called with each report; `error` once nothing can be read any more. */
  on(event: 'data', takes: (report: Uint8Array) => void): unknown;
  on(event: 'error', takes: (error: unknown) => void): unknown;
  write(report: Buffer): Promise<unknown>;
  sendFeatureReport(report: Buffer): Promise<unknown>;
  close(): Promise<void>;
}
