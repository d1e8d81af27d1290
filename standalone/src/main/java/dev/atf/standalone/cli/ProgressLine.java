package dev.atf.standalone.cli;

import dev.atf.standalone.demo.DemoProgress;
import java.io.PrintStream;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far it is, on stderr, so that stdout stays for results: a bar for a person at a terminal, and
 * a line at the beginning and the end of each part for whoever reads it later. {@code ./atf} finds
 * out which, and says it in the environment.
 */
final class ProgressLine implements DemoProgress {
  private final PrintStream err;
  private final boolean terminal;
  private String part = "";
  private int done;
  private @Nullable ProgressBar bar;

  ProgressLine(PrintStream err) {
    this(err, System.getenv());
  }

  ProgressLine(PrintStream err, Map<String, String> environment) {
    this.err = err;
    this.terminal = environment.getOrDefault("ATF_PROGRESS", "").equals("bar");
  }

  @Override
  public void say(String what) {
    err.println("atf: " + what);
  }

  @Override
  public void begin(String what, int total) {
    end();
    if (terminal) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(what)
              .setInitialMax(total)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(200)
              .setConsumer(new me.tongfei.progressbar.ConsoleProgressBarConsumer(err))
              .build();
    } else {
      say(total < 0 ? what : what + ": " + total);
      part = what;
    }
  }

  @Override
  public void step(int steps) {
    done = steps;
    if (bar != null) {
      bar.stepTo(steps);
    }
  }

  @Override
  public void note(String what) {
    if (bar != null) {
      bar.setExtraMessage(what);
    }
  }

  @Override
  public void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    } else if (!part.isEmpty()) {
      say(part + ": " + done + " done");
    }
    part = "";
    done = 0;
  }
}
