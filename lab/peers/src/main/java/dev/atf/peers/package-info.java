/**
 * Other task libraries as contenders of ATF's workloads, on a PostgreSQL that is started for them.
 */
@NullMarked
package dev.atf.peers;

import org.jspecify.annotations.NullMarked;
