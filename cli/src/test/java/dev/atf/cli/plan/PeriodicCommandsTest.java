package dev.atf.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.cli.Atf;
import dev.atf.cli.SharedCluster;
import dev.atf.local.LocalCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code atf periodic} against all services of one machine. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class PeriodicCommandsTest {
  private static Atf atf;

  @BeforeAll
  static void start(LocalCluster cluster) {
    atf = new Atf(cluster.frontendUri());
    run("lambda register paint");
  }

  @Test
  void createdPeriodicTaskFiresAndListsItsFires() {
    var made = run("periodic create paint often --every 1s --overlap allow --payload 7");

    assertThat(made).contains("often of paint, fires", "every 1s", "overlap ALLOW", "next  ");
    await().until(() -> run("periodic fires paint often"), shown -> shown.contains(" ENQUEUED"));
    assertThat(run("periodic list paint")).contains("often", "every 1s", "fires");
    var fire = run("periodic fires paint often -n 50").lines().filter(l -> l.contains(" ENQUEUED"));
    var task = fire.findFirst().orElseThrow().split("\\s+", -1)[1];
    assertThat(run("get " + task)).contains("7");

    assertThat(run("periodic pause paint often")).contains("paused");
    assertThat(run("periodic trigger paint often --key k")).contains("scheduled");
    assertThat(run("periodic trigger paint often --key k")).contains("was scheduled before");
    assertThat(run("periodic delete paint often")).contains("is deleted");
    assertThat(atf.run("periodic", "get", "paint", "often").err())
        .contains("has no periodic task often", "`atf periodic list paint`");
  }

  @Test
  void aPausedOneIsReplacedAndFiresAgainWhenItIsResumed() {
    run("periodic create paint daily --every 24h");
    run("periodic pause paint daily");

    assertThat(run("periodic update paint daily --every 12h --overlap queue-one"))
        .contains("paused", "every 12h", "overlap QUEUE_ONE");
    assertThat(run("periodic resume paint daily")).contains("daily of paint, fires", "every 12h");
  }

  @Test
  void aScheduleIsTriedBeforeItIsCreated() {
    var next =
        atf.run(
            "periodic",
            "next",
            "paint",
            "--cron",
            "30 2 * * *",
            "--zone",
            "Europe/Berlin",
            "--after",
            "2024-03-30T12:00:00Z",
            "-n",
            "2");

    assertThat(next.exitCode()).as(next.err()).isZero();
    assertThat(next.out().lines()).hasSize(2);
    assertThat(next.out()).startsWith("2024-03-31T01:00:00");
    assertThat(atf.run("periodic", "next", "paint", "--cron", "often").err())
        .contains("schedule.cron: often (expected: 5 fields");
  }

  @Test
  void aRangeIsBackfilledInSteps() {
    run("periodic create paint hourly --every 1h");

    var range = "periodic backfill paint hourly --from 2026-01-01T00:00:00Z";
    assertThat(run(range + " --until 2026-01-02T00:00:00Z --max 10"))
        .contains("10 created, 0 had a task already; continue with --from 2026-01-01T10:00:00");
    assertThat(run(range + " --until 2026-01-02T00:00:00Z"))
        .contains("14 created, 10 had a task already");
  }

  private static String run(String line) {
    var ran = atf.run(line.split(" ", -1));
    assertThat(ran.exitCode()).as(line + ": " + ran.out() + ran.err()).isZero();
    return ran.out();
  }
}
