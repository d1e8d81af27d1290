/**
 * What callers and files say, read strictly against the protocol's messages and put into the words
 * of the model. Whoever takes a lambda's settings takes them through here.
 */
@NullMarked
package dev.atf.validation;

import org.jspecify.annotations.NullMarked;
