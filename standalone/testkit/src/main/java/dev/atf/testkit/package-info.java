/**
 * Test kit for services and handlers. It runs the real services of the framework in the test's own
 * process. {@link dev.atf.testkit.AtfExtension} has a clock that the test moves, and no network.
 * {@link dev.atf.testkit.EmbeddedAtfExtension} has the embedded engine, real ports and real time.
 */
@NullMarked
package dev.atf.testkit;

import org.jspecify.annotations.NullMarked;
