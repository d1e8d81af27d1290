@NullMarked
package dev.atf.worker.supervisor;

import org.jspecify.annotations.NullMarked;
