export interface OscSocketPorts {
  /** Listens on UDP; also on TCP with a `connection` handler. Rejects with the system's error. */
  listen(at: { host: string; port: number }, handlers: OscHandlers): Promise<OscServer>;
  openSender(): OscSender;
}

/** Handlers never throw. */
export interface OscHandlers {
  datagram(bytes: Uint8Array, address: string): void;
  connection?(opened: OpenedConnection): OscReceiver | undefined;
}

export interface OpenedConnection {
  address: string;
  end(): void;
}

export interface OscReceiver {
  receive(part: Uint8Array): void;
  closed(): void;
}

export interface OscServer {
  close(): Promise<void>;
}

/** An unsendable datagram is lost silently, like any datagram. */
export interface OscSender {
  send(bytes: Uint8Array, to: { address: string; port: number }): void;
  /** Resolves when all datagrams are handed over and the sockets are closed. */
  close(): Promise<void>;
}
