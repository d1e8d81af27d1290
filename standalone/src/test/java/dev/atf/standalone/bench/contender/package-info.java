@NullMarked
package dev.atf.standalone.bench.contender;

import org.jspecify.annotations.NullMarked;
