"""Plays on many machines what `unobench` plays on one, to the same bytes, with Dask.

```text
python -m unobench.distributed run -r official -n 1e9 random linear -o DIR --local 8
```

`unobench gather` is the only writer of DIR and says which chunks are next; each thread of a worker
has an `unobench chunk` that plays them. This package carries chunks one way and lines the other,
and knows nothing of games: who plays which chunk, how often and in which order cannot change a
byte. Modules: `conductor` (who plays what), `player` (on the workers), `gather` (the writer),
`clusters` (where the workers come from), `progress` (what is shown), `command` (the flags).
"""
