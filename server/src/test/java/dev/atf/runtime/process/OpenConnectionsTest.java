package dev.atf.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenConnectionsTest {
  @Test
  void closesInOrderAndGoesOnAfterAFailure() {
    var closed = new ArrayList<String>();
    var connections =
        new OpenConnections(
            List.of(
                () -> closed.add("consumers"),
                () -> {
                  throw new IOException("reset by peer");
                },
                () -> closed.add("store")));

    connections.close();

    assertThat(closed).containsExactly("consumers", "store");
  }
}
