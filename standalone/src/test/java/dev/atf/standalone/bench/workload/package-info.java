@NullMarked
package dev.atf.standalone.bench.workload;

import org.jspecify.annotations.NullMarked;
