package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.atf.runtime.UsersClassPath;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.process.ServiceInstruments;
import dev.atf.runtime.server.RpcServerConfig;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Tests a program whose Netty is another one than that of this build (ADR 0095). */
final class NettyVersionTest {
  /** Opening of a status port, in the loader of a user's program; public for that loader. */
  public static final class UsersProgram implements Callable<String> {
    @Override
    public String call() {
      try (var port =
          new ServiceInstruments().open("test", RpcServerConfig.onPort(0), () -> true)) {
        return "port " + port.port();
      } catch (ConfigException e) {
        return e.getMessage();
      }
    }
  }

  @Test
  void olderNettyIsRefusedWithWhatToSet() throws Exception {
    assertThat(UsersClassPath.without("netty-transport-4[^/]*", UsersProgram.class))
        .asString()
        .startsWith("io.netty: older than 4.2 (expected: 4.2;")
        .contains("netty.version to 4.2.18.Final");
  }

  @Test
  void presentNettyIsTaken() {
    assertThatCode(NettyVersion::require).doesNotThrowAnyException();
  }
}
