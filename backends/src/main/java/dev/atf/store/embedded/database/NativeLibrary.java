package dev.atf.store.embedded.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/**
 * Native code of RocksDB, which is unpacked next to the first store that this process opens. By
 * default, RocksDB unpacks a new copy into the temporary directory each time, and a killed process
 * leaves it there.
 */
final class NativeLibrary {
  private static boolean loaded;

  private NativeLibrary() {}

  static synchronized void loadFrom(Path directory) throws IOException {
    if (!loaded) {
      var unpacked = Files.createDirectories(directory.resolve("native"));
      NativeLibraryLoader.getInstance().loadLibrary(unpacked.toString());
      loaded = true;
    }
  }
}
