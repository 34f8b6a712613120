export interface HidLibrary {
  /** Rejects if the devices cannot be listed. */
  devicesAsync(): Promise<readonly HidEntry[]>;
  HIDAsync: {
    /** Rejects with the system's message. */
    open(path: string): Promise<HidHandle>;
  };
}

export interface HidEntry {
  path?: string | undefined;
  vendorId: number;
  productId: number;
  serialNumber?: string | undefined;
  product?: string | undefined;
  interface: number;
}

export interface HidHandle {
  /** `error`: the device is no longer readable. */
  on(event: 'data', takes: (report: Uint8Array) => void): unknown;
  on(event: 'error', takes: (error: unknown) => void): unknown;
  write(report: Buffer): Promise<unknown>;
  sendFeatureReport(report: Buffer): Promise<unknown>;
  close(): Promise<void>;
}
