"""OpenSpiel: its own test of a game, the wins of `unobench.vec`, copies, and what is refused."""

import pickle
import time

import pytest
import unobench
from test_env import played

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
pytest.importorskip("unobench.openspiel")


def after(game, block, actions):
    """The state of a block after some actions, each the first that is legal."""
    state = game.new_initial_state()
    state.apply_action(block)
    return play_on(state, actions)


def play_on(state, actions=10_000):
    while actions and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        actions -= 1
    return state


@pytest.mark.parametrize(
    ("rules", "serialize"), [("no-mercy", False), ("like-rlcard", True), ("official", True)]
)
def test_their_test_passes(rules, serialize):
    game = pyspiel.load_game(f"unobench_uno(rules={rules},deals=10)")
    begun = time.process_time()
    pyspiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)
    assert time.process_time() - begun < 8


def test_other_worlds_show_the_same_to_who_is_asked():
    game = pyspiel.load_game("unobench_uno(deals=3)")
    state = after(game, 1, 8)
    player, ends = state.current_player(), set()
    for number in range(8):
        other = state.resample_from_infostate(player, lambda number=number: number / 8)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        ends.add(tuple(play_on(other).history()))
    assert len(ends) > 1
    with pytest.raises(ValueError, match="is not asked"):
        state.resample_from_infostate(1 - player, lambda: 0.5)
    with pytest.raises(ValueError, match="is not asked"):
        other.resample_from_infostate(player, lambda: 0.5)


def test_wins_are_those_of_vec():
    game = pyspiel.load_game("unobench_uno(rules=partners,players=4,seed=3,deals=20)")
    env = unobench.vec("partners", players=4, seed=3, envs=5)
    expected = played(env, 20, lambda obs, mask: mask.argmax(axis=1))
    for block, (rewards, _) in enumerate(expected):
        state = after(game, block, 10_000)
        assert state.is_terminal() and tuple(state.returns()) == rewards


def test_a_round_can_end_before_anybody_is_asked(tmp_path):
    rules = tmp_path / "short.toml"
    rules.write_text('name = "short"\nextends = "like-rlcard"\n[setup]\nhand_size = 1\n')
    env = unobench.vec(rules, players=2, envs=20, autoreset="disabled")
    mask = env.reset()[1]
    rewards = env.step(mask.argmax(axis=1))[2]
    game = pyspiel.load_game("unobench_uno", {"rules": str(rules), "deals": 20})
    assert not mask.any(axis=1).all()
    for block in range(20):
        state = after(game, block, 0)
        assert state.is_terminal() == (not mask[block].any())
        assert not state.is_terminal() or state.returns() == rewards[block].tolist()


def test_copies_go_their_own_way():
    game = pyspiel.load_game("unobench_uno(deals=3)")
    state = after(game, 1, 8)
    before = state.observation_tensor(state.current_player())
    serialized = pyspiel.serialize_game_and_state(game, state)
    again = pyspiel.deserialize_game_and_state(serialized)[1]
    for other in (state.clone(), pickle.loads(pickle.dumps(state)), again):
        assert other.history() == state.history()
        play_on(other)
        assert state.observation_tensor(state.current_player()) == before
        assert other.returns() == after(game, 1, 10_000).returns()


def test_who_is_not_asked_sees_nothing():
    game = pyspiel.load_game("unobench_uno(deals=4)")
    assert game.new_initial_state().chance_outcomes() == [(block, 0.25) for block in range(4)]
    state = after(game, 0, 5)
    player = state.current_player()
    assert any(state.observation_tensor(player)) and state.observation_string(player)
    assert not any(state.observation_tensor(1 - player))
    assert state.legal_actions(1 - player) == [] and state.observation_string(1 - player) == ""


def test_what_cannot_be_loaded():
    with pytest.raises(ValueError, match="deals=0: allowed are 1 to 10000"):
        pyspiel.load_game("unobench_uno(deals=0)")
    with pytest.raises(ValueError, match="did you mean official"):
        pyspiel.load_game("unobench_uno(rules=offical)")
