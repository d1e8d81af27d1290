package dev.atf.hints;

import dagger.Module;
import dagger.Provides;

/** Hints from a process that is not a store consumer. */
@Module
public interface HintClient {
  @Provides
  static HintReceiver receiver() {
    return HintReceiver.NONE;
  }

  @Provides
  static HintSettings settings() {
    return HintSettings.ofClient();
  }
}
