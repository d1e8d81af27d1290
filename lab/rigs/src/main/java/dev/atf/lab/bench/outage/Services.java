package dev.atf.lab.bench.outage;

import dev.atf.embedded.Settings;
import dev.atf.model.lambda.LeaseTimes;
import java.util.List;

/** Services that run in processes of their own, each of which can be killed and started again. */
interface Services extends AutoCloseable {
  /** Process of services, one or several. */
  interface Killable {
    /** Returns the name of its services. */
    String name();

    /** Kills it (SIGKILL), and starts it again; returns when that answers. */
    void killAndRestart();
  }

  /** Returns the address of the public API, which a restart does not change. */
  String frontend();

  /** Returns the settings of an executor. */
  Settings executorSettings(int threads, LeaseTimes lease);

  /** Returns their processes. */
  List<Killable> processes();

  @Override
  void close();
}
