package dev.atf.cli.output;

import dev.atf.runtime.PrintableText;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows progress on stderr, so that stdout has only results. On a terminal it is a bar. In a log it
 * is a line at the beginning and the end of each part, and once a minute. {@code ./atf} detects the
 * kind of output and sets it in the environment.
 */
public final class ProgressLine implements Progress {
  private static final Duration SAY_EVERY = Duration.ofMinutes(1);

  private final PrintStream err;
  private final boolean terminal;
  private final MonotonicClock clock;
  private String part = "";
  private int total;
  private int done;
  private long printedAt;
  private @Nullable ProgressBar bar;

  public ProgressLine(PrintStream err) {
    this(err, System.getenv(), MonotonicClock.system());
  }

  public ProgressLine(PrintStream err, Map<String, String> environment, MonotonicClock clock) {
    this.err = err;
    this.clock = clock;
    this.terminal = environment.getOrDefault("ATF_PROGRESS", "").equals("bar");
  }

  @Override
  public void show(String what) {
    err.println("atf: " + PrintableText.of(what));
  }

  @Override
  public void begin(String what, int ofSteps) {
    end();
    total = ofSteps;
    printedAt = clock.nanos();
    if (terminal) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(PrintableText.oneLine(what))
              .setInitialMax(ofSteps)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(200)
              .setConsumer(new me.tongfei.progressbar.ConsoleProgressBarConsumer(err))
              .build();
    } else {
      show(ofSteps < 0 ? what : what + ": " + ofSteps);
      part = what;
    }
  }

  @Override
  public void step(int steps) {
    done = steps;
    if (bar != null) {
      bar.stepTo(steps);
    } else if (!part.isEmpty() && clock.since(printedAt).compareTo(SAY_EVERY) >= 0) {
      printedAt = clock.nanos();
      show(part + ": " + steps + (total < 0 ? "" : " of " + total));
    }
  }

  @Override
  public void note(String what) {
    if (bar != null) {
      bar.setExtraMessage(PrintableText.oneLine(what));
    }
  }

  @Override
  public void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    } else if (!part.isEmpty()) {
      show(part + ": " + done + " done");
    }
    part = "";
    done = 0;
  }
}
