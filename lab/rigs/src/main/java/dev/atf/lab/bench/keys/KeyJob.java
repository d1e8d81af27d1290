package dev.atf.lab.bench.keys;

import dev.atf.lab.bench.workload.Job;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * One task, as its payload encodes it.
 *
 * @param phase of all phases of a benchmark
 * @param number its place in the order of its key, from 0
 */
record KeyJob(int phase, int key, int number, Fate fate) {
  /** Outcome of a task's executions. */
  enum Fate {
    SUCCEEDS(0),
    FAILS_FATALLY(1),
    /** Fails retriably until the phase is {@linkplain KeyLog#cure cured}. */
    FAILS_UNTIL_CURED(2);

    private final int code;

    Fate(int code) {
      this.code = code;
    }

    static Fate of(int code) {
      return Stream.of(values()).filter(fate -> fate.code == code).findFirst().orElseThrow();
    }
  }

  /** Returns a payload as large as that of any other benchmark. */
  byte[] payload() {
    var payload = ByteBuffer.allocate(Job.PAYLOAD_BYTES);
    payload.putInt(phase).putInt(key).putInt(number).putInt(fate.code);
    return payload.array();
  }

  static KeyJob of(byte[] payload) {
    var read = ByteBuffer.wrap(payload);
    return new KeyJob(read.getInt(), read.getInt(), read.getInt(), Fate.of(read.getInt()));
  }
}
