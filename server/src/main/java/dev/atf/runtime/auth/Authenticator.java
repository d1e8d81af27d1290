package dev.atf.runtime.auth;

/** Turns credentials into a principal. Its method may block, and is called by many threads. */
@FunctionalInterface
interface Authenticator {
  AuthenticationResult authenticate(Credentials credentials);
}
