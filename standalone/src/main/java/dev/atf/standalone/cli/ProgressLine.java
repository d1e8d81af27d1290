package dev.atf.standalone.cli;

import dev.atf.standalone.demo.DemoProgress;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on stderr, so that stdout stays for results. */
final class ProgressLine implements DemoProgress {
  private final PrintStream err;
  private @Nullable ProgressBar bar;

  ProgressLine(PrintStream err) {
    this.err = err;
  }

  @Override
  public void say(String what) {
    err.println("atf: " + what);
  }

  @Override
  public void begin(String what, int total) {
    end();
    bar =
        new ProgressBarBuilder()
            .setTaskName(what)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .setConsumer(new me.tongfei.progressbar.ConsoleProgressBarConsumer(err))
            .build();
  }

  @Override
  public void step(int done) {
    if (bar != null) {
      bar.stepTo(done);
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
    }
  }
}
