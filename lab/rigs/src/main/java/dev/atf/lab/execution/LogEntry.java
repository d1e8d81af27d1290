package dev.atf.lab.execution;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One entry of an {@link ExecutionLog}: 36 bytes and the name of the task.
 *
 * @param micros of the wall clock
 * @param nanos of the monotonic clock of the host
 */
record LogEntry(Kind kind, String task, long epoch, long pid, long micros, long nanos) {
  /** Kind of entry. */
  enum Kind {
    BEGAN('b'),
    SUCCEEDED('s'),
    FAILED('f');

    private final char code;

    Kind(char code) {
      this.code = code;
    }

    static Kind of(char code) {
      return Stream.of(values()).filter(kind -> kind.code == code).findFirst().orElseThrow();
    }
  }

  private static final int HEAD_BYTES = Short.BYTES + Character.BYTES + 4 * Long.BYTES;

  ByteBuffer bytes() {
    var name = task.getBytes(StandardCharsets.UTF_8);
    var bytes = ByteBuffer.allocate(HEAD_BYTES + name.length);
    bytes.putShort((short) name.length).putChar(kind.code);
    bytes.putLong(epoch).putLong(pid).putLong(micros).putLong(nanos).put(name);
    return bytes.flip();
  }

  /** Reads the next entry; empty, and nothing is read, if it is not there as a whole. */
  static Optional<LogEntry> read(ByteBuffer bytes) {
    if (bytes.remaining() < HEAD_BYTES
        || bytes.remaining() < HEAD_BYTES + bytes.getShort(bytes.position())) {
      return Optional.empty();
    }
    var name = new byte[bytes.getShort()];
    var kind = Kind.of(bytes.getChar());
    long epoch = bytes.getLong();
    long pid = bytes.getLong();
    long micros = bytes.getLong();
    long nanos = bytes.getLong();
    bytes.get(name);
    var task = new String(name, StandardCharsets.UTF_8);
    return Optional.of(new LogEntry(kind, task, epoch, pid, micros, nanos));
  }
}
