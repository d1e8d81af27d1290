package dev.atf.local.settings;

import dev.atf.clusterfile.ClusterFile;
import dev.atf.clusterfile.ServiceName;
import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;

/** Reads the file of a cluster, and checks it against the settings of every service. */
public final class ClusterFileChecks {
  private ClusterFileChecks() {}

  /**
   * Reads and checks a file.
   *
   * @throws ConfigException with all errors of the file, or with all settings that services refuse
   */
  public static ClusterFile read(Path path) {
    var file = ClusterFile.read(path);
    var problems = new ArrayList<String>();
    for (var service : ServiceName.values()) {
      try {
        file.requireFits(service, ConfigurableService.named(service.key()).defaults());
      } catch (ConfigException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return file;
  }
}
