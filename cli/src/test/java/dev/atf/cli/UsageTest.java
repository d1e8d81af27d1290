package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.service.UpCommand;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.engine.FreePort;
import dev.atf.worker.pool.ProcessRange;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests usage and usage errors of the commands of users and operators. It needs no server. */
final class UsageTest extends UsageContract {
  private static final String TASK = "00000000000000000000000000000000";

  @Test
  void theCommandsAreThere() {
    assertThat(commands().map(words -> String.join(" ", words)))
        .contains("up", "schedule", "get", "list", "cancel", "kill", "lambda register", "worker")
        .contains("frontend", "store-consumer", "hsc", "controller", "executor", "config show")
        .contains("dead redrive", "explain", "tail", "top", "completion", "reschedule")
        .doesNotContain("demo", "bench", "simulate", "chaos");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bulk cancel | (default: any with --label, otherwise pending)",
        "bulk resubmit | (default: any with --label, otherwise dead)",
        "dead redrive | (default: dead)"
      })
  void helpNamesTheStateThatAChangeSelectsWithoutOne(String command, String state) {
    var help = Atf.bare((command + " --help").split(" ")).out().replaceAll("\\s+", " ");

    assertThat(help).contains(state);
  }

  @Test
  void aCommandThatIsNotThereIsAnsweredWithTheNearest() {
    var ran = Atf.bare("no-such-command");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("'no-such-command'", "Did you mean");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "schedule",
        "schedule command --delay soon",
        "schedule command --delay 1s --at 2030-01-01T00:00:00Z",
        "schedule command --payload 1 --data-file x",
        "schedule command --wait-timeout -5s",
        "schedule command --wait-timeout 1m",
        "schedule command --content-type text/plain",
        "schedule command --delay 9999999d",
        "get",
        "get " + TASK + " --wait-timeout never",
        "get " + TASK + " --wait-timeout 1m",
        "get " + TASK + " --wait --watch",
        "get " + TASK + " --every 1s",
        "get " + TASK + " --watch --every 0s",
        "get " + TASK + " --token a --token-file b",
        "get " + TASK + " --call-timeout 0s",
        "list",
        "list command --state alive",
        "list command --page-size many",
        "list command --page-size 0",
        "list command --key k --page-token t",
        "cancel",
        "worker --config none",
        "worker get",
        "worker drain",
        "worker drain rack-7 --timeout soon",
        "worker drain rack-7 rack-8",
        "worker undrain",
        "worker retire",
        "worker list --lambda",
        "worker drain rack-7 --timeout 1m",
        "kill",
        "kill " + TASK + " --epoch first",
        "kill " + TASK + " --epoch 0",
        "keys skip command k --task=",
        "job get command j --graph --json",
        "job submit job.json --wait-timeout 1m",
        "route test r --content-type text/plain",
        "periodic create command x --every 1h --payload 1 --payload-file x.json",
        "periodic create command x --cron @daily --anchor 2026-01-01T00:00:00Z",
        "periodic next command x --zone Europe/Berlin",
        "periodic next command x -n 0",
        "periodic backfill command x --from 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z"
            + " --max 0",
        "subscription put x --lambda a --to b --status ENQUEUED",
        "explain",
        "run",
        "reschedule 0123",
        "reschedule 0123 --at tomorrow",
        "dead",
        "dead list command --limit 0",
        "dead redrive command",
        "dead redrive command --all --code X",
        "bulk cancel command",
        "bulk cancel command --all --code X",
        "bulk reschedule command --all",
        "lambda",
        "lambda register",
        "lambda register paint --settings {} --file paint.json",
        "lambda pause",
        "lambda pause command --for soon",
        "lambda pause command --for 1h --until 2030-01-01T00:00:00Z",
        "lambda delete",
        "up --port 65536",
        "up --hsc-port -1",
        "up --sqs-port 70000",
        "up --sqs-port 9324",
        "up --executors command=1 -- java Worker",
        "up --threads 0",
        "up --executors no-such=1",
        "up --executors command=0",
        "up --executors command=0..0",
        "up --executors command=3..2",
        "up --executors command=1..65",
        "worker --executors command=0..",
        "worker",
        "worker --executors no-such=1",
        "config",
        "tail command --count -1",
        "tail command mail",
        "list command --watch --every soon",
        "top command",
        "top --once --every 5s",
        "completion",
        "completion fish"
      })
  void rejectsInvalidArguments(String line) {
    assertWrongUsage(Atf.bare(line.isEmpty() ? new String[0] : line.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "schedule command --at tomorrow | --at: tomorrow (expected: a time such as"
            + " 2026-01-31T12:00:00Z)",
        "schedule command --delay soon | --delay: soon is not a duration (expected:",
        "list command --page-size many | --page-size: many (expected: a whole number)",
        "up --executors command | --executors: command (expected: NAME=NUMBER, such as L=2"
            + " or L=0..8)",
        "up --executors command=few | --executors: few (expected: NAME=NUMBER, such as"
            + " L=2 or L=0..8)",
        "up --auth basic | --auth: basic (expected: one of none, jwt)",
        "up -- java Worker | COMMAND: java (expected: only with --executors of a lambda that is not"
            + " built in)",
        "schedule command --delay PT-5S | --delay: PT-5S (expected: 0s to 3652500d)",
        "schedule command --key= | --key: an empty text (expected: at least one character)",
        "list command --every 1s | --every: without --watch (expected: with it)",
        "job get a j --graph --json | --graph: with --json (expected: only one of them)",
        "worker --executors command=1 list | --executors: before list (expected: after it, or not at"
            + " all)",
        "subscription put x --lambda a --to b --status UNRECOGNIZED | --status: UNRECOGNIZED"
            + " (expected: one of success, fatal_failure, cancelled)"
      })
  void valueThatCannotBeMeantIsNamedWithWhatIsExpected(String line, String said) {
    assertThat(Atf.bare(line.split(" ")).err()).startsWith("atf: " + said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "schedule command --payload {argv:[date]} | --payload: it is not JSON at line 1, column 2"
            + " (expected: one JSON value, its names and texts in double quotes)",
        "schedule command --payload {'a':1} | --payload: ",
        "schedule command --payload 1,2 | --payload: ",
        "schedule command --payload {\"a\":1,\"a\":2} | --payload: ",
        "schedule command --payload-file no-such.json | no-such.json: no such file",
        "periodic create command x --every 1m --payload {a:1} | --payload: ",
        "job submit no-such.json | no-such.json: no such file",
        "lambda register x --settings {shards:1} | --settings: ",
        "lambda register x --settings {\"retries\":3} | --settings: retries: unknown field (expected:"
            + " retry, the nearest known)",
        "lambda register x --settings {\"shards\":\"x\",\"history\":1.5} | --settings: shards: x"
      })
  void jsonThatIsNoneIsRefusedAsTheServerDoes(String line, String said) {
    var ran = new Atf("http://127.0.0.1:1").run(line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).startsWith("atf: " + said).doesNotContain("protobuf", "java.", "Cannot");
  }

  @Test
  void withCredentialsCommandIsServedOnlyWhereItIsAskedFor() {
    var asked = Map.of("command", ProcessRange.of(1), "http", new ProcessRange(0, 4));

    assertThat(UpCommand.executors(null, UpCommand.Auth.NONE)).containsOnlyKeys("command", "http");
    assertThat(UpCommand.executors(null, UpCommand.Auth.JWT)).containsOnlyKeys("http");
    assertThat(UpCommand.executors(asked, UpCommand.Auth.JWT)).isEqualTo(asked);
  }

  @Test
  void textOfATaskCannotTurnALineAround() {
    assertThat(TaskOutput.printable("a\u202Eb\u2066c\u200Fd\u061Ce\uFEFFf\u2028g\u001Bh"))
        .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFDh");
    assertThat(TaskOutput.printable("\u0645\u200C\u06CC\n")).isEqualTo("\u0645\u200C\u06CC\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "schedule command --payload 1",
        "get " + TASK,
        "get " + TASK + " --wait",
        "list command",
        "list command --all",
        "cancel " + TASK,
        "explain " + TASK,
        "tail",
        "tail command",
        "top",
        "run " + TASK,
        "reschedule " + TASK + " --delay 1m",
        "lambda list",
        "lambda get command",
        "lambda register command",
        "lambda pause command",
        "lambda resume command",
        "lambda drop command",
        "lambda delete command",
        "dead list command",
        "dead redrive command --all"
      })
  void aServerThatIsNotThereIsSaidSoAtOnce(String line) {
    var ran = new Atf("http://127.0.0.1:" + FreePort.find()).run(line.split(" "));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("the server cannot be reached").doesNotContain("\tat ");
    assertThat(ran.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "ftp://127.0.0.1:1",
        "http://",
        "127.0.0.1:8080",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:1/api"
      })
  void aServerThatCannotBeMeantIsSaidSo(String server) {
    var ran = new Atf(server).run("lambda", "list");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("--server: " + server, "expected: http://host:port");
  }
}
