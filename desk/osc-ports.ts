/** What OSC needs from outside: sockets. */
export interface OscPorts {
  /** Listens on UDP, and on TCP if the handlers take connections. Rejects with the error of the system if it cannot. */
  listen(at: { host: string; port: number }, handlers: OscHandlers): Promise<OscServer>;
  /** Opens what sends datagrams. */
  openSender(): OscSender;
}

/** Gets what comes in. None of these ever throws. */
export interface OscHandlers {
  datagram(bytes: Uint8Array, address: string): void;
  /** Absent: nobody listens on TCP. */
  connection?(opened: OpenedConnection): OscReceiver | undefined;
}

/** A TCP connection that somebody opened. */
export interface OpenedConnection {
  /** The address that it comes from. */
  address: string;
  /** Ends it. Nothing of it is received any more. */
  end(): void;
}

/** Gets the bytes of a TCP connection. */
export interface OscReceiver {
  receive(part: Uint8Array): void;
  /** It is closed, whoever ended it. */
  closed(): void;
}

export interface OscServer {
  close(): Promise<void>;
}

/** Sends datagrams. One that cannot be sent is lost, as any datagram may be. */
export interface OscSender {
  send(bytes: Uint8Array, to: { address: string; port: number }): void;
  /** Resolves when everything is on its way, and no socket is left. */
  close(): Promise<void>;
}
