/**
 * One message between a machine's agent and the outside. The letters are explained where the agent is, in `agent.pl`.
 */
export interface Frame {
  readonly kind: string;
  /** Which command it is about; 0 for none. */
  readonly id: number;
  readonly bytes: Buffer;
}

const HEAD = 9;

/** The bytes of a frame on the wire: its letter, its command's number, its length, its bytes. */
export function frame(kind: string, id: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD);
  head.write(kind, 'latin1');
  head.writeUInt32BE(id, 1);
  head.writeUInt32BE(bytes.length, 5);
  return Buffer.concat([head, bytes]);
}

/** Makes frames of the pieces in which they arrive. */
export function frameReader(): (piece: Buffer) => Frame[] {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = HEAD;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    const frames: Frame[] = [];
    if (held < wanted) return frames;
    let bytes = Buffer.concat(pieces);
    wanted = HEAD;
    while (bytes.length >= HEAD) {
      const end = HEAD + bytes.readUInt32BE(5);
      wanted = end;
      if (bytes.length < end) break;
      frames.push({
        kind: bytes.toString('latin1', 0, 1),
        id: bytes.readUInt32BE(1),
        bytes: bytes.subarray(HEAD, end),
      });
      bytes = bytes.subarray(end);
      wanted = HEAD;
    }
    pieces = [bytes];
    held = bytes.length;
    return frames;
  };
}
