"""A game in play, what is kept of it for the next time, what is safe, and in which order moves are proposed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forty_thieves import IllegalMove, Table, deal, parse_move
from forty_thieves.commands.session.advice import hints, safe_move
from forty_thieves.commands.session.played import HINTED, TIME, UNDONE, Played
from forty_thieves.commands.session.sight import knows_stock, seen_moves
from forty_thieves.commands.session.verbs import VERBS, verb_of
from forty_thieves.game import variants
from forty_thieves.game.moves import FOUNDATION, STOCK, WASTE
from forty_thieves.game.rules import Rules
from forty_thieves.records.structs import GameRecord, PositionRecord
from support import strategies
from support.sessions import Player, dealt
from support.strategies import own, table_at


def after(log: str, meta: dict[str, str] | None = None) -> Played:
    """Lucas, seed 42, after a log's moves."""
    made = deal("lucas", 42)
    table = Table(made)
    for token in log.split():
        table.play(token)
    return Played(table, made, meta)


def tokens(moves: object) -> str:
    assert isinstance(moves, list)
    return " ".join(map(str, moves))


def saved(game: Played) -> GameRecord:
    record = game.record()
    assert isinstance(record, GameRecord)
    return record


# A game in play


@settings(deadline=None)
@given(strategies.own_rules(), strategies.seeds, st.data())
def test_undo_and_redo_come_to_the_same_tables(rules: Rules, seed: int, data: st.DataObject) -> None:
    made = deal(rules, seed)
    game = Played(Table(made), made)
    boards = [game.table.parts()[2:]]
    for _ in range(8):
        legal = list(game.table.legal_moves)
        if not legal:
            break
        game.play(data.draw(st.sampled_from(legal)))
        boards.append(game.table.parts()[2:])
    for number in data.draw(st.lists(st.integers(-2, 12), max_size=6)):
        game.go_to(number)
        assert game.at == max(0, min(number, len(boards) - 1))
        assert game.table.parts()[2:] == boards[game.at]
        assert tokens(game.done + game.undone) == tokens(game.moves)


def test_an_illegal_move_changes_nothing() -> None:
    game = after("5-f 5-f")
    game.go_to(1)
    with pytest.raises(IllegalMove):
        game.play(parse_move("9-f"))
    assert (tokens(game.done), tokens(game.undone)) == ("5-f", "5-f")


def test_what_is_kept_is_taken_up_the_next_time() -> None:
    game = after("5-f 5-f", {"player": "x"})
    game.suggested = parse_move("2-7")
    game.play(parse_move("2-7"))
    game.play(parse_move("d"))
    game.go_to(1)
    record = saved(game)
    assert record.moves == "5-f\n"
    assert isinstance(record.meta, dict)
    assert record.meta == {"player": "x", UNDONE: "5-f 2-7 d", HINTED: "3"}
    again = after("5-f", record.meta)
    assert tokens(again.undone) == "5-f 2-7 d"
    assert (again.hinted, again.hints_taken, again.unsaved) == ({3}, 0, False)
    again.go_to(4)
    assert again.hints_taken == 1
    assert "redo plays 3 moves again.\n" in Player(after("5-f", record.meta)).start()
    assert saved(again).meta == {"player": "x", HINTED: "3"}


@pytest.mark.parametrize(
    "meta",
    [
        {UNDONE: "9-f"},
        {UNDONE: "what is no move"},
        {UNDONE: ""},
        {HINTED: "the third"},
        {HINTED: "-1"},
        {TIME: "long"},
        {TIME: "1:99:00"},
        {"player": "\u2660"},
    ],
    ids=str,
)
def test_texts_of_others_under_the_same_names_are_left_alone(meta: dict[str, str]) -> None:
    game = after("5-f", meta)
    assert game.undone == []
    assert saved(game).meta == meta


def test_time_goes_on_where_it_stopped() -> None:
    now = [100.0]
    made = deal("lucas", 42)
    game = Played(Table(made), made, {TIME: "1:59:58"}, lambda: now[0])
    now[0] += 63.9
    assert game.time == "2:01:01"
    assert saved(game).meta == {TIME: "2:01:01"}
    assert after("d").time == ""


def test_a_position_stays_one() -> None:
    game = Played(Table(deal("lucas", 42)), None)
    game.play(parse_move("d"))
    record = game.record()
    assert isinstance(record, PositionRecord)
    assert record.played == 1


def test_unsaved_is_what_would_be_lost() -> None:
    game = after("5-f")
    assert not game.unsaved
    game.play(parse_move("d"))
    assert game.unsaved
    game.go_to(1)
    assert not game.unsaved
    game.go_to(2)
    game.mark_saved()
    assert not game.unsaved


# What is seen


@pytest.mark.parametrize("variant", [*variants.ARTICLE_NAMES, "pysolfc/interchange", "pysolfc/deuces"])
def test_the_stock_is_known_only_after_a_redeal(variant: str) -> None:
    table = Table(deal(variant, 42))
    while table.stock:
        assert not knows_stock(table)
        assert not any(move.source == STOCK and move.target != WASTE for move in seen_moves(table))
        table.play("d")
    if "r" in table.legal_moves:
        table.play("r")
        assert knows_stock(table)
        assert list(seen_moves(table)) == list(table.legal_moves)


@settings(deadline=None)
@given(st.sampled_from(variants.ARTICLE_NAMES), strategies.seeds, st.randoms(use_true_random=False))
def test_what_is_said_does_not_depend_on_what_is_not_seen(variant: str, seed: int, random: object) -> None:
    """Two deals that differ only in the cards that nobody sees have the same board, moves and hints."""
    made = deal(variant, seed)
    hidden = made.rules.faces.count("D")
    unseen = made.stock + [card for column in made.columns for card in column[:hidden]]
    random.shuffle(unseen)  # type: ignore[attr-defined]
    stock = [unseen.pop() for _ in made.stock]
    columns = [[unseen.pop() for _ in range(hidden)] + column[hidden:] for column in made.columns]
    other = type(made)(made.rules, columns, stock, made.waste, made.seed, made.shuffle)
    one, two = Player(Played(Table(made), made)), Player(Played(Table(other), other))
    assert one.start() == two.start()
    asked = ["moves", "hint", "stock", "waste", "s-99", "d=AS", "s-1=AS", "1-2x3", "1-2x4=AS", "5-5", "s"]
    for line in asked:
        assert one.type(line) == two.type(line)


# What is safe


@pytest.mark.parametrize(
    ("table", "move"),
    [
        # A two is safe once both aces of its suit are up, a three once both twos are.
        (table_at("lucas", {1: "2S"}, tops="AS AS"), "1-f"),
        (table_at("lucas", {1: "3S"}, tops="2S AS AC AC AD AD AH AH"), None),
        (table_at("lucas", {1: "3S"}, tops="2S 2S AC AC AD AD AH AH"), "1-f"),
        (table_at("lucas", waste="2S", tops="AS AS"), "w-f"),
        # Where suits differ in a column, so does what a card is needed for.
        (table_at("maria", {1: "2S"}, tops="AS AD AH AD AH"), "1-f"),
        (table_at("maria", {1: "2S"}, tops="AS AD AH AD"), None),
        (table_at("forty-thieves", {1: "AS"}), "1-f"),
        # The order of a later pass would be another one.
        (table_at("little-forty", waste="AS"), None),
        (table_at("little-forty", waste="AS", redeals_left=0), "w-f"),
        # What the stock has is not seen.
        (table_at("forty-thieves", stock="AS"), None),
        (table_at(own(empty_columns="auto"), {1: "AS"}), None),
        (table_at(own(empty_columns="auto"), {1: "KS AS"}), "1-f"),
        (table_at(own(waste_refill=True), waste="AS"), None),
    ],
)
def test_what_can_not_hurt(table: Table, move: str | None) -> None:
    found = safe_move(table)
    assert (None if found is None else str(found)) == move


def test_auto_clears_a_table_on_which_nothing_can_hurt() -> None:
    player = Player(Played(table_at("forty-thieves", {1: "3S 2S AS", 2: "3S 2S AS"}, rest="waste"), None))
    player.start()
    answer = player.type("auto")
    assert "Played 6 cards: 1-f (AS) 2-f (AS) 1-f (2S) 2-f (2S) 1-f (3S) 2-f (3S)" in answer.replace("\n", " ")
    assert "after 6 moves" in answer


# What a person would try


@pytest.mark.parametrize(
    ("table", "order"),
    [
        (table_at("lucas", {1: "KS 2S", 2: "9C", 3: "TC"}, stock="2H", tops="AS"), "1-f 2-3 d"),
        (table_at("rank-and-file", {1: "KC 9D", 2: "TC", 3: "8S", 4: "KD 9H"}, hidden={1: 1}), "1-2 3-1 4-2 d"),
        (table_at("forty-thieves", {1: "TC 9C", 2: "TC"}, waste="9C"), "w-2 d 1-2"),
        (table_at(own(cells=1), {1: "KS 5C"}, waste="9H"), "d w-2 1-2 w-c1 1-c1"),
    ],
)
def test_moves_come_in_the_order_in_which_a_person_would_try_them(table: Table, order: str) -> None:
    found = [str(hint.move) for hint in hints(table)]
    wanted = order.split()
    assert [move for move in found if move in wanted] == wanted


@settings(deadline=None)
@given(strategies.own_rules(), strategies.seeds)
def test_every_legal_move_that_is_seen_is_proposed_once(rules: Rules, seed: int) -> None:
    table = Table(deal(rules, seed))
    assert sorted(str(hint.move) for hint in hints(table)) == sorted(map(str, seen_moves(table)))


def test_a_move_to_a_foundation_comes_first() -> None:
    table = Table(deal("lucas", 42))
    assert hints(table)[0].move.target == FOUNDATION


# What is typed


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        ("undo", "undo"), ("U", "undo"), ("und", "undo"), ("un", "undo"), ("redo", "redo"), ("y", "redo"),
        ("re", None), ("red", "redo"), ("r", None), ("d", None), ("s", None), ("w", None), ("f", None), ("c1", None),
        ("q", "quit"), ("exit", "quit"), ("?", "help"), ("show", "board"), ("sav", "save"), ("", None), ("x", None),
    ],
)  # fmt: skip
def test_verbs_by_name_short_form_and_start(word: str, verb: str | None) -> None:
    found = verb_of(word)
    assert (found and found.name) == verb


def test_no_short_form_is_another_verb_s_or_a_move() -> None:
    shorts = [verb.short for verb in VERBS]
    assert len(set(shorts)) == len(shorts)
    assert not {"d", "r", "w", "s", "f", "draw", "redeal"} & {*shorts, *(verb.name for verb in VERBS)}


@pytest.mark.parametrize(
    ("before", "word", "found"),
    [
        ("", "un", ["undo"]),
        ("", "5", ["5-f"]),
        ("", "s-", []),
        ("5-f ", "13", ["13-7"]),
        ("undo ", "", ["all"]),
        ("moves ", "1", ["13"]),
        ("help ", "", []),
        ("save ", "ga", ["game.yaml", "games/"]),
        ("save ", "games/", ["games/one.yaml"]),
        ("save ", "missing/", []),
    ],
)
def test_completions(
    before: str, word: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/one.yaml").touch()
    (tmp_path / "game.yaml").touch()
    monkeypatch.chdir(tmp_path)
    assert Player(dealt("lucas", 42)).session.completions(before, word) == found


@pytest.mark.parametrize(
    ("columns", "typed", "move"),
    [
        ({1: "5S", 2: "KC 4H 3S"}, "2 1", "2-1x2"),
        ({1: "5S", 2: "KC 4H"}, "2 1", "2-1"),
        ({1: "5S", 2: "KC 4H 3S"}, "2 3", "2-3"),
        ({1: "5S", 2: "KC 4H 3S"}, "2 3x2", "2-3x2"),
        ({1: "5S", 2: "KC 4H 3S"}, "2-1", ""),
        ({1: "6S", 2: "KC 4H 3S"}, "2 1", ""),
    ],
)
def test_two_places_move_as_many_cards_as_fit(columns: dict[int, str], typed: str, move: str) -> None:
    player = Player(Played(table_at("rank-and-file", columns), None))
    player.type(typed)
    assert tokens(player.session.game.done) == move


def test_where_several_numbers_of_cards_fit_it_is_asked() -> None:
    either_way = own(move="sequence", build="any-suit", build_direction="up-or-down")
    player = Player(Played(table_at(either_way, {1: "5S", 2: "KC 4H 5H 6D 7C"}, rest="waste"), None))
    assert player.type("2 1") == "Several would fit: 2-1x2 or 2-1x4?\n"


# Leaving and saving, where somebody can be asked


def test_each_game_that_was_left_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(dealt("lucas", 42), ["y", "y"])
    for line in ("5-f", "new 7", "d d", "new 8"):
        player.type(line)
    told = player.leave()
    assert player.asked == ["Save the 2 moves? [y/N/file] ", "Save the 1 move? [y/N/file] "]
    assert "The game before, seed 7:" in told
    assert "The game before, seed 42:" in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lucas-42.yaml", "lucas-7.yaml"]


def test_yes_is_never_the_name_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lucas-42.yaml").write_text("mine", encoding="utf-8")
    for answer in ("y", "Yes ", "YES", "n", "NO", "", None):
        player = Player(dealt("lucas", 42), [answer])
        player.type("d")
        player.leave()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["lucas-42-2.yaml", "lucas-42-3.yaml", "lucas-42-4.yaml", "lucas-42.yaml"]
    assert (tmp_path / "lucas-42.yaml").read_text(encoding="utf-8") == "mine"


def test_a_new_game_is_not_saved_over_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player(dealt("lucas", 42), [], save_to="game.yaml")
    assert "Every move is saved in game.yaml." in player.start()
    player.type("5-f d")
    before = (tmp_path / "game.yaml").read_bytes()
    assert "save FILE gives it one" in player.type("new 7")
    player.type("d")
    assert (tmp_path / "game.yaml").read_bytes() == before
    player.type("save other.yaml")
    player.type("d")
    assert "seed: 7" in (tmp_path / "other.yaml").read_text(encoding="utf-8")
    assert "d d" in (tmp_path / "other.yaml").read_text(encoding="utf-8")
    assert player.leave() == ""


def test_a_file_that_can_not_be_written_is_told_at_every_move(tmp_path: Path) -> None:
    player = Player(dealt("lucas", 42), ["n"], save_to=str(tmp_path / "missing/game.yaml"))
    player.start()
    assert player.type("d").rstrip().endswith("no such file or directory")
    assert player.type("undo").rstrip().endswith("no such file or directory")
    player.type("redo")
    player.leave()
    assert player.asked == ["Save the 1 move? [y/N/file] "]
