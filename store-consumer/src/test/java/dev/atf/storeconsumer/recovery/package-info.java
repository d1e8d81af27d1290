@NullMarked
package dev.atf.storeconsumer.recovery;

import org.jspecify.annotations.NullMarked;
