@NullMarked
package dev.atf.lab.bench.handover;

import org.jspecify.annotations.NullMarked;
