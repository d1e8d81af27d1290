/** Report of the tests, which ends each run of the build. */
@NullMarked
package dev.atf.testreport;

import org.jspecify.annotations.NullMarked;
