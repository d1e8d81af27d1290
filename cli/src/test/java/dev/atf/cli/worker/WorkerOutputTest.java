package dev.atf.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Terminal;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.protocol.v1.WorkerLambda;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkerOutputTest {
  @Test
  void listShowsHowManyThreadsAreInUse() {
    var busy =
        worker("rack-1", Health.HEALTHY)
            .setVersion("1.2")
            .setRunning(5)
            .addLambdas(WorkerLambda.newBuilder().setLambda("mail").setThreads(6))
            .addLambdas(WorkerLambda.newBuilder().setLambda("resize").setThreads(2));
    var idle = worker("rack-2", Health.NEW).setReason("it has just started");

    var lines = lines(busy, idle);

    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).matches("rack-1 +HEALTHY +5/8 +vm +1\\.2 +.* mail,resize");
    assertThat(lines.get(2)).matches("rack-2 +NEW +0 +vm .*");
  }

  @Test
  void listSaysWhyAHostTakesNoWorkAndWhatToDo() {
    var drained = worker("rack-1", Health.HEALTHY).setDrainedBy("by ada: kernel");
    var ill =
        worker("rack-2", Health.UNHEALTHY)
            .setReason("health check: disk full")
            .addLambdas(
                WorkerLambda.newBuilder().setLambda("mail").setUnhealthy("9 of 9 attempts failed"));
    var gone =
        worker("rack-3", Health.MUST_DIE).setReason("no host holds the place").setInstance("");

    assertThat(lines(drained, ill, gone))
        .hasSize(7)
        .endsWith(
            "rack-1: drained by ada: kernel; `./atf worker undrain rack-1` lets it work again",
            "rack-2: health check: disk full; fix the host, or retire it: `./atf worker retire"
                + " rack-2`",
            "rack-2: starts no task of mail: 9 of 9 attempts failed");
  }

  private static Worker.Builder worker(String place, Health health) {
    return Worker.newBuilder()
        .setPlace(place)
        .setHealth(health)
        .setInstance("i-" + place)
        .setHost("vm");
  }

  private static List<String> lines(Worker.Builder... workers) {
    var out = new StringWriter();
    WorkerOutput.print(
        new PrintWriter(out, true),
        new Terminal(0, false),
        List.of(workers).stream().map(Worker.Builder::build).toList());
    return out.toString().lines().toList();
  }
}
