/** ATF, and its engines by themselves, as contenders of the workloads. */
@NullMarked
package dev.atf.standalone.bench.contender;

import org.jspecify.annotations.NullMarked;
