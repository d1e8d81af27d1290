@NullMarked
package dev.atf.storeconsumer.poll;

import org.jspecify.annotations.NullMarked;
