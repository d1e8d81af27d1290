package dev.atf.runtime;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;

/** Class path of a user's program, which has not all that this build has. */
public final class UsersClassPath {
  private UsersClassPath() {}

  /**
   * Returns what a program returns on this class path.
   *
   * @param jars expression for the jars that are missing
   * @param program public, with a public constructor
   */
  public static Object without(String jars, Class<? extends Callable<?>> program) throws Exception {
    try (var loader = new URLClassLoader(urls(jars), ClassLoader.getPlatformClassLoader())) {
      var loaded = loader.loadClass(program.getName()).getDeclaredConstructor().newInstance();
      return ((Callable<?>) loaded).call();
    }
  }

  private static URL[] urls(String missing) throws MalformedURLException {
    var urls = new ArrayList<URL>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.matches(".*/" + missing)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }
}
