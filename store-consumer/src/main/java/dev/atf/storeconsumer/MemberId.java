package dev.atf.storeconsumer;

/** The name of one start of one consumer: host, process and a nonce. */
record MemberId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
