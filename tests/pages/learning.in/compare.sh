# A comparison among those who have learned a little, with the cache in a directory named first.
cache=$1
shift
XDG_CACHE_HOME=${cache:+$PWD/$cache} exec unobench rules compare stacking --strategy learned \
    --learn-games 1000 --learners 1 -p 2 -n 100 --pool-games 0 --set play.turn_limit=100 \
    --no-progress "$@"
