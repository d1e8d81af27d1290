package dev.atf.lab.bench.outage;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import dev.atf.executor.condition.ConditionTester;
import dev.atf.worker.builtin.BuiltinLambdas;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Process of a lambda owner whose handler needs a {@link Dependency}, and of the probe of it. */
public final class OutageWorker implements TaskHandler<byte[]> {
  static final String LAMBDA = "orders";
  private static final String CONDITION = "dependency";
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration TESTED_EVERY = Duration.ofSeconds(2);

  private final int port;

  private OutageWorker(int port) {
    this.port = port;
  }

  /**
   * @param args the port of the dependency
   */
  public static void main(String[] args) {
    var config = ExecutorConfig.fromEnvironment().withHttpAllow(List.of(LOOPBACK));
    var worker = BuiltinLambdas.addTo(Worker.builder(config), config);
    worker.handle(LAMBDA, byte[].class, new OutageWorker(Integer.parseInt(args[0])));
    System.exit(worker.run());
  }

  @Override
  public Outcome handle(byte[] payload, TaskContext context) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((context.taskId() + "\n").getBytes(StandardCharsets.UTF_8));
      var answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      if (answer != null) {
        return Outcome.success();
      }
      return blocked("it hung up");
    } catch (IOException e) {
      return blocked(e.toString());
    }
  }

  private Outcome blocked(String why) {
    return Outcome.blocked(
            CONDITION, ConditionTester.tcp(LOOPBACK, port, Duration.ofSeconds(1), TESTED_EVERY))
        .holdingLambda()
        .because(why);
  }
}
