@NullMarked
package dev.atf.standalone.bench.keys;

import org.jspecify.annotations.NullMarked;
