# A sweep among those who have learned from so many games.
XDG_CACHE_HOME=$PWD/cache exec unobench sweep --set play.turn_limit=110 -p 2,3 -n 100 \
    -r short.toml --panel learned learned+random random --pool high-points --pool-games 100 \
    --learners 2 --no-progress --learn-games "$@"
