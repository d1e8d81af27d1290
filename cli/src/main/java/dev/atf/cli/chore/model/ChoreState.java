package dev.atf.cli.chore.model;

/** State of a chore, which is the name of the file with its instructions. */
public enum ChoreState {
  DO("do_it.txt"),
  DOING("doing_it.txt"),
  DONE("done.txt");

  private final String fileName;

  ChoreState(String fileName) {
    this.fileName = fileName;
  }

  public String fileName() {
    return fileName;
  }

  /** Returns the path of the file that represents this state. */
  String fileIn(String directory) {
    return Chore.path(directory, fileName);
  }
}
