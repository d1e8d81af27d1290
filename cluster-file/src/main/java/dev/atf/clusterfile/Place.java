package dev.atf.clusterfile;

/**
 * A path in the file as people write it: {@code lambdas[2].retry.maxAttempts}.
 *
 * @param path empty: the whole file
 */
record Place(String path) {
  static final Place WHOLE = new Place("");

  Place child(String name) {
    return new Place(path.isEmpty() ? name : path + "." + name);
  }

  Place element(int index) {
    return new Place(path + "[" + index + "]");
  }

  /** Returns the enclosing place; the whole is part of itself. */
  Place parent() {
    return new Place(
        path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')))));
  }

  @Override
  public String toString() {
    return path;
  }
}
