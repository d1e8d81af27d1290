package dev.atf.clusterfile;

/**
 * Path in the file as people write it: {@code lambdas[2].retry.maxAttempts}.
 *
 * @param path empty for the whole file
 */
record DocumentPath(String path) {
  static final DocumentPath WHOLE = new DocumentPath("");

  DocumentPath child(String name) {
    return new DocumentPath(path.isEmpty() ? name : path + "." + name);
  }

  DocumentPath element(int index) {
    return new DocumentPath(path + "[" + index + "]");
  }

  /** Returns the enclosing path. The parent of the whole file is the file itself. */
  DocumentPath parent() {
    return new DocumentPath(
        path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')))));
  }

  @Override
  public String toString() {
    return path;
  }
}
